package mpi;

import java.util.function.Supplier;
import mpj.core.group.ProcessGroup;

/**
 * An ordered set of ranks. MPI: MPI_Group. A group is immutable, except for {@link #free}. Any thread may use it.
 *
 * <p>Every method throws {@link MPIException} of class {@link MPI#ERR_GROUP} for a group that is null or was freed.
 */
public final class Group implements Freeable {
    private final ProcessGroup core;

    /** @param core the object below the API */
    Group(ProcessGroup core) {
        this.core = core;
    }

    /** The group below the API, or null for null. */
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
     * The rank of this process in the group. MPI: MPI_Group_rank.
     *
     * @return 0 to {@link #getSize} - 1, or {@link MPI#UNDEFINED} when the process is not a member
     */
    public int getRank() {
        return MPIException.result(core::rank);
    }

    /**
     * Translates ranks of one group into ranks of the same processes in another group. MPI: MPI_Group_translate_ranks.
     *
     * @param group1 the group to which the ranks belong
     * @param ranks1 ranks in {@code group1}, or {@link MPI#PROC_NULL}, which is not changed
     * @param group2 the group into whose ranks they are translated
     * @return the ranks in {@code group2}, with {@link MPI#UNDEFINED} for a process that is not a member
     */
    public static int[] translateRanks(Group group1, int[] ranks1, Group group2) {
        return MPIException.result(() -> ProcessGroup.translateRanks(core(group1), ranks1, core(group2)));
    }

    /**
     * Compares the members of two groups. MPI: MPI_Group_compare.
     *
     * @param group1 a group
     * @param group2 another group
     * @return {@link MPI#IDENT} when they have the same members in the same order, {@link MPI#SIMILAR} when they have
     *     them in another order, and otherwise {@link MPI#UNEQUAL}
     */
    public static int compare(Group group1, Group group2) {
        return MPIException.result(() -> ProcessGroup.compare(core(group1), core(group2))).ordinal();
    }

    /**
     * Makes a group with the members of the first group, followed by the members of the second group that are not in
     * the first. MPI: MPI_Group_union.
     *
     * @param group1 the first
     * @param group2 the second
     * @return the new group
     */
    public static Group union(Group group1, Group group2) {
        return made(() -> ProcessGroup.union(core(group1), core(group2)));
    }

    /**
     * Makes a group with the members of the first group that are also in the second group, in the order of the first
     * group. MPI: MPI_Group_intersection.
     *
     * @param group1 the first
     * @param group2 the second
     * @return the new group
     */
    public static Group intersection(Group group1, Group group2) {
        return made(() -> ProcessGroup.intersection(core(group1), core(group2)));
    }

    /**
     * Makes a group with the members of the first group that are not in the second group, in the order of the first
     * group. MPI: MPI_Group_difference.
     *
     * @param group1 the first
     * @param group2 the second
     * @return the new group
     */
    public static Group difference(Group group1, Group group2) {
        return made(() -> ProcessGroup.difference(core(group1), core(group2)));
    }

    /**
     * Makes a group with some of the ranks, in the order in which they are named. MPI: MPI_Group_incl.
     *
     * @param ranks ranks of this group, each at most once
     * @return the new group
     */
    public Group incl(int[] ranks) {
        return made(() -> core.include(ranks));
    }

    /**
     * Makes a group with all ranks except the named ones, in the order of this group. MPI: MPI_Group_excl.
     *
     * @param ranks ranks of this group, each at most once
     * @return the new group
     */
    public Group excl(int[] ranks) {
        return made(() -> core.exclude(ranks));
    }

    /**
     * Makes a group with the ranks of some ranges, in the order of the ranges. MPI: MPI_Group_range_incl.
     *
     * @param ranges for each range, its first rank, its last rank and its stride. The stride may be negative, but must
     *     not be 0. All ranks of the ranges must be ranks of this group, and must differ from each other
     * @return the new group
     */
    public Group rangeIncl(int[][] ranges) {
        return made(() -> core.includeRanges(ranges));
    }

    /**
     * Makes a group without the ranks of some ranges, in the order of this group. MPI: MPI_Group_range_excl.
     *
     * @param ranges as in {@link #rangeIncl}
     * @return the new group
     */
    public Group rangeExcl(int[][] ranges) {
        return made(() -> core.excludeRanges(ranges));
    }

    /** Frees the group, which no later call may use. MPI: MPI_Group_free. */
    @Override
    public void free() {
        MPIException.run(core::free);
    }

    /**
     * Whether the group was freed. MPI: a comparison with MPI_GROUP_NULL.
     *
     * @return true if so
     */
    public boolean isNull() {
        return core.isFreed();
    }
}
