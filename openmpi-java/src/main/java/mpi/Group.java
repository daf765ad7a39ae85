package mpi;

import java.util.function.Supplier;
import mpj.core.group.ProcessGroup;

/**
 * An ordered set of ranks. MPI: MPI_Group. Immutable but for {@link #free}; for use by any thread.
 *
 * <p>Every method throws {@link MPIException} of class {@link MPI#ERR_GROUP} for a group that is null or was freed.
 */
public final class Group implements Freeable {
    private final ProcessGroup core;

    /** @param core what it is below the API */
    Group(ProcessGroup core) {
        this.core = core;
    }

    /** What a group is below the API; of null, null. */
    static ProcessGroup core(Group group) {
        return group == null ? null : group.core;
    }

    private static Group made(Supplier<ProcessGroup> constructor) {
        return new Group(MPIException.result(constructor));
    }

    /**
     * The number of ranks. MPI: MPI_Group_size.
     *
     * @return 0 or more
     */
    public int getSize() {
        return MPIException.result(core::size);
    }

    /**
     * This process's rank in the group. MPI: MPI_Group_rank.
     *
     * @return 0 to {@link #getSize} - 1, or {@link MPI#UNDEFINED} when it is not a member
     */
    public int getRank() {
        return MPIException.result(core::rank);
    }

    /**
     * The ranks in one group of processes named by their ranks in another. MPI: MPI_Group_translate_ranks.
     *
     * @param group1 the group the ranks are of
     * @param ranks1 ranks in it, or {@link MPI#PROC_NULL}, which stays what it is
     * @param group2 the group whose ranks are asked for
     * @return the ranks in {@code group2}, {@link MPI#UNDEFINED} for those who are no member
     */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2) {
        return MPIException.result(() -> ProcessGroup.translateRanks(core(group1), ranks1, core(group2)));
    }

    /**
     * Whether two groups have the same ranks. MPI: MPI_Group_compare.
     *
     * @param group1 one
     * @param group2 the other
     * @return {@link MPI#IDENT} when they have the same members in the same order, {@link MPI#SIMILAR} when in another
     *     order, else {@link MPI#UNEQUAL}
     */
    public static int compare(Group group1, Group group2) {
        return MPIException.result(() -> ProcessGroup.compare(core(group1), core(group2))).ordinal();
    }

    /**
     * The members of the first, then those of the second that are not in the first. MPI: MPI_Group_union.
     *
     * @param group1 the first
     * @param group2 the second
     * @return the new group
     */
    public static Group union(Group group1, Group group2) {
        return made(() -> ProcessGroup.union(core(group1), core(group2)));
    }

    /**
     * The members of the first that are in the second too, in the first's order. MPI: MPI_Group_intersection.
     *
     * @param group1 the first
     * @param group2 the second
     * @return the new group
     */
    public static Group intersection(Group group1, Group group2) {
        return made(() -> ProcessGroup.intersection(core(group1), core(group2)));
    }

    /**
     * The members of the first that are not in the second, in the first's order. MPI: MPI_Group_difference.
     *
     * @param group1 the first
     * @param group2 the second
     * @return the new group
     */
    public static Group difference(Group group1, Group group2) {
        return made(() -> ProcessGroup.difference(core(group1), core(group2)));
    }

    /**
     * The group of some of the ranks, in the order in which they are named. MPI: MPI_Group_incl.
     *
     * @param ranks ranks here, each at most once
     * @return the new group
     */
    public Group incl(int[] ranks) {
        return made(() -> core.include(ranks));
    }

    /**
     * The group without some of the ranks, in this one's order. MPI: MPI_Group_excl.
     *
     * @param ranks ranks here, each at most once
     * @return the new group
     */
    public Group excl(int[] ranks) {
        return made(() -> core.exclude(ranks));
    }

    /**
     * The group of the ranks of some ranges, in their order. MPI: MPI_Group_range_incl.
     *
     * @param ranges for each its first rank, its last rank and its stride, which may be negative, not 0; the ranks that
     *     they name must be ranks here and differ
     * @return the new group
     */
    public Group rangeIncl(int[][] ranges) {
        return made(() -> core.includeRanges(ranges));
    }

    /**
     * The group without the ranks of some ranges, in this one's order. MPI: MPI_Group_range_excl.
     *
     * @param ranges as for {@link #rangeIncl}
     * @return the new group
     */
    public Group rangeExcl(int[][] ranges) {
        return made(() -> core.excludeRanges(ranges));
    }

    /** Frees the group: no later call may use it. MPI: MPI_Group_free. */
    @Override
    public void free() {
        MPIException.run(core::free);
    }

    /**
     * Whether the group is no longer one: it was freed. MPI: a comparison with MPI_GROUP_NULL.
     *
     * @return true if so
     */
    public boolean isNull() {
        return core.isFreed();
    }
}
