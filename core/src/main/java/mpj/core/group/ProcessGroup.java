package mpj.core.group;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import mpj.core.datatype.Constants;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * An ordered set of processes. The group of an API holds one of these. MPI: MPI_Group. Immutable except for {@link
 * #free}; any thread may use it.
 */
public final class ProcessGroup {
    /** The group without members. */
    public static final ProcessGroup EMPTY = new ProcessGroup(new int[0], -1);

    /** The rank in the job of each rank here. */
    private final int[] members;
    /** This process's rank in the job. */
    private final int self;
    private volatile boolean freed;

    /**
     * A group.
     *
     * @param members the rank in the job of each member; the array must not be changed
     * @param self this process's rank in the job
     */
    public ProcessGroup(int[] members, int self) {
        this.members = members;
        this.self = self;
    }

    /** The members' ranks in the job, in this group's order. The array must not be changed. */
    private int[] members() {
        if (freed) {
            throw new EngineException(ErrorClass.ERR_GROUP, "the group was freed; ask a communicator for it again");
        }
        return members;
    }

    /** The members of a group that is passed as the argument of this name. */
    public static int[] membersOf(ProcessGroup group, String name) {
        if (group == null) {
            throw new EngineException(ErrorClass.ERR_GROUP, name + " is null; pass a group, MPI.GROUP_EMPTY if"
                + " need be");
        }
        if (group.freed) {
            throw new EngineException(ErrorClass.ERR_GROUP, name + " was freed; ask a communicator for it again");
        }
        return group.members;
    }

    /**
     * The number of ranks. MPI: MPI_Group_size.
     *
     * @return 0 or more
     */
    public int size() {
        return members().length;
    }

    /**
     * This process's rank in the group. MPI: MPI_Group_rank.
     *
     * @return 0 to {@link #size} - 1, or {@link Constants#UNDEFINED} if this process is not a member
     */
    public int rank() {
        return place(members(), self);
    }

    private static int place(int[] members, int member) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == member) {
                return i;
            }
        }
        return Constants.UNDEFINED;
    }

    /** For each rank in the job, up to the largest rank in this group: its place here, or -1. */
    private static int[] places(int[] members) {
        int[] places = new int[Arrays.stream(members).max().orElse(-1) + 1];
        Arrays.fill(places, Constants.UNDEFINED);
        for (int i = 0; i < members.length; i++) {
            places[members[i]] = i;
        }
        return places;
    }

    private static int placeIn(int[] places, int member) {
        return member < places.length ? places[member] : Constants.UNDEFINED;
    }

    /**
     * The ranks in one group of processes that are named by their ranks in another group. MPI:
     * MPI_Group_translate_ranks.
     *
     * @param group1 the group in which the ranks are given
     * @param ranks1 ranks in {@code group1}, or {@link Constants#PROC_NULL}, which stays as it is
     * @param group2 the group whose ranks are asked for
     * @return the ranks in {@code group2}, {@link Constants#UNDEFINED} for a process that is not a member
     */
    public static int[] translateRanks(ProcessGroup group1, int[] ranks1, ProcessGroup group2) {
        int[] from = membersOf(group1, "group1");
        int[] places = places(membersOf(group2, "group2"));
        checkNotNull(ranks1, "ranks1");
        int[] ranks2 = new int[ranks1.length];
        for (int i = 0; i < ranks1.length; i++) {
            if (ranks1[i] == Constants.PROC_NULL) {
                ranks2[i] = Constants.PROC_NULL;
            } else {
                checkRank(ranks1[i], from.length, "ranks1[" + i + "]");
                ranks2[i] = placeIn(places, from[ranks1[i]]);
            }
        }
        return ranks2;
    }

    /**
     * Whether two groups have the same ranks. MPI: MPI_Group_compare.
     *
     * @param group1 one group
     * @param group2 the other group
     * @return {@link Comparison#IDENT} if they have the same members in the same order, {@link Comparison#SIMILAR} if
     *     in another order, otherwise {@link Comparison#UNEQUAL}
     */
    public static Comparison compare(ProcessGroup group1, ProcessGroup group2) {
        int[] first = membersOf(group1, "group1");
        int[] second = membersOf(group2, "group2");
        if (Arrays.equals(first, second)) {
            return Comparison.IDENT;
        }
        return Arrays.equals(sorted(first), sorted(second)) ? Comparison.SIMILAR : Comparison.UNEQUAL;
    }

    private static int[] sorted(int[] members) {
        return Arrays.stream(members).sorted().toArray();
    }

    /**
     * The members of the first group, then the members of the second that are not in the first. MPI: MPI_Group_union.
     *
     * @param group1 the first group
     * @param group2 the second group
     * @return the new group
     */
    public static ProcessGroup union(ProcessGroup group1, ProcessGroup group2) {
        int[] first = membersOf(group1, "group1");
        int[] second = membersOf(group2, "group2");
        return new ProcessGroup(IntStream.concat(Arrays.stream(first), except(second, first)).toArray(),
            group1.self(group2));
    }

    /**
     * The members of the first group that are also in the second, in the order of the first. MPI:
     * MPI_Group_intersection.
     *
     * @param group1 the first group
     * @param group2 the second group
     * @return the new group
     */
    public static ProcessGroup intersection(ProcessGroup group1, ProcessGroup group2) {
        int[] first = membersOf(group1, "group1");
        int[] places = places(membersOf(group2, "group2"));
        return new ProcessGroup(Arrays.stream(first).filter(member -> placeIn(places, member) >= 0).toArray(),
            group1.self(group2));
    }

    /**
     * The members of the first group that are not in the second, in the order of the first. MPI: MPI_Group_difference.
     *
     * @param group1 the first group
     * @param group2 the second group
     * @return the new group
     */
    public static ProcessGroup difference(ProcessGroup group1, ProcessGroup group2) {
        int[] first = membersOf(group1, "group1");
        int[] second = membersOf(group2, "group2");
        return new ProcessGroup(except(first, second).toArray(), group1.self(group2));
    }

    private static IntStream except(int[] members, int[] others) {
        int[] places = places(others);
        return Arrays.stream(members).filter(member -> placeIn(places, member) < 0);
    }

    /**
     * This process's rank in the job, as one of the two groups knows it. Only {@link #EMPTY} may not know it, since it
     * exists before Init.
     */
    private int self(ProcessGroup other) {
        return Math.max(self, other.self);
    }

    /**
     * The group of some of the ranks, in the order in which they are named. MPI: MPI_Group_incl.
     *
     * @param ranks ranks here, each at most once
     * @return the new group
     */
    public ProcessGroup include(int[] ranks) {
        int[] from = members();
        checkDistinct(ranks, from.length);
        return new ProcessGroup(Arrays.stream(ranks).map(rank -> from[rank]).toArray(), self);
    }

    /**
     * The group without some of the ranks, in the order of this group. MPI: MPI_Group_excl.
     *
     * @param ranks ranks here, each at most once
     * @return the new group
     */
    public ProcessGroup exclude(int[] ranks) {
        int[] from = members();
        BitSet excluded = checkDistinct(ranks, from.length);
        return new ProcessGroup(IntStream.range(0, from.length).filter(rank -> !excluded.get(rank)).map(rank ->
            from[rank])
            .toArray(), self);
    }

    /**
     * The group of the ranks of some ranges, in their order. MPI: MPI_Group_range_incl.
     *
     * @param ranges for each range its first rank, its last rank and its stride, which may be negative, but not 0; the
     *     ranks that they name must be ranks here, each at most once
     * @return the new group
     */
    public ProcessGroup includeRanges(int[][] ranges) {
        return include(ranks(ranges));
    }

    /**
     * The group without the ranks of some ranges, in the order of this group. MPI: MPI_Group_range_excl.
     *
     * @param ranges as for {@link #includeRanges}
     * @return the new group
     */
    public ProcessGroup excludeRanges(int[][] ranges) {
        return exclude(ranks(ranges));
    }

    private int[] ranks(int[][] ranges) {
        int size = members().length;
        checkNotNull(ranges, "ranges");
        IntStream.Builder ranks = IntStream.builder();
        for (int i = 0; i < ranges.length; i++) {
            int[] range = ranges[i];
            if (range == null || range.length != 3 || range[2] == 0) {
                throw new EngineException(ErrorClass.ERR_ARG, "ranges[" + i + "] is " + Arrays.toString(range)
                    + "; it must be a first rank, a last rank and a stride that is not 0");
            }
            checkRank(range[0], size, "ranges[" + i + "][0]");
            // Rounded down, so that a range is empty if its end lies on the wrong side of its beginning.
            long steps = Math.floorDiv((long) range[1] - range[0], (long) range[2]);
            for (long step = 0; step <= steps; step++) {
                long rank = range[0] + step * range[2];
                if (rank < 0 || rank >= size) {
                    throw rankOutside(rank, size, "a rank of ranges[" + i + "]");
                }
                ranks.add((int) rank);
            }
        }
        return ranks.build().toArray();
    }

    private static BitSet checkDistinct(int[] ranks, int size) {
        checkNotNull(ranks, "ranks");
        BitSet seen = new BitSet(size);
        for (int i = 0; i < ranks.length; i++) {
            checkRank(ranks[i], size, "ranks[" + i + "]");
            if (seen.get(ranks[i])) {
                throw new EngineException(ErrorClass.ERR_RANK, "ranks names rank " + ranks[i]
                    + " more than once; name each once");
            }
            seen.set(ranks[i]);
        }
        return seen;
    }

    private static void checkNotNull(Object array, String name) {
        if (array == null) {
            throw new EngineException(ErrorClass.ERR_ARG, name + " is null; pass an array, which may have length 0");
        }
    }

    private static void checkRank(int rank, int size, String name) {
        if (rank < 0 || rank >= size) {
            throw rankOutside(rank, size, name);
        }
    }

    private static EngineException rankOutside(long rank, int size, String name) {
        return new EngineException(ErrorClass.ERR_RANK, name + " is " + rank + "; the group has "
            + (size == 0 ? "no ranks" : "the ranks 0 to " + (size - 1)));
    }

    public boolean isFreed() {
        return freed;
    }

    /** Frees the group: no later call may use it. MPI: MPI_Group_free. */
    public void free() {
        if (this == EMPTY) {
            throw new EngineException(ErrorClass.ERR_GROUP, "MPI.GROUP_EMPTY cannot be freed");
        }
        members();
        freed = true;
    }
}
