package mpj.collectives;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * A collective between two groups, and the elements that every rank has before and after it, computed by plain loops.
 * Ranks are numbered through both groups.
 *
 * @param first the ranks of the first group
 * @param second the ranks of the second group
 * @param count the elements of each rank or block; if both groups send, the second one sends half as many
 * @param varying whether blocks differ in size and have gaps between them
 * @param ordered whether the operation does not commute
 */
record IntercommCase(Collective collective, int first, int second, int root, int count, boolean varying,
                     boolean ordered, long parameter) {

    private static final int ELEMENT = MemoryJob.ELEMENT;

    /** Blocks of a buffer, and its length. */
    private record Buffer(Blocks blocks, int length) {
    }

    private int size() {
        return first + second;
    }

    private boolean inFirst(int rank) {
        return rank < first;
    }

    private int groupSize(int rank) {
        return inFirst(rank) ? first : second;
    }

    private int groupStart(int rank) {
        return inFirst(rank) ? 0 : first;
    }

    private int remoteSize(int rank) {
        return inFirst(rank) ? second : first;
    }

    private int remoteStart(int rank) {
        return inFirst(rank) ? first : 0;
    }

    private boolean facesRoot(int rank) {
        return inFirst(rank) != inFirst(root);
    }

    private LongBinaryOperator operator() {
        return ordered ? Case::compose : Long::sum;
    }

    private boolean isMutual() {
        return switch (collective) {
            case ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV -> true;
            default -> false;
        };
    }

    /** The elements that one rank sends another. */
    private int count(int from, int to) {
        int most = isMutual() && !inFirst(from) ? count / 2 : count;
        return varying ? (most + 3 * from + 5 * to) % (2 * most + 1) : most;
    }

    /** The block of a rank, whichever rank receives it. */
    private int blockCount(int rank) {
        return count(rank, 0);
    }

    /** The number of elements that each group combines in Reduce_scatter. The size of the group divides it. */
    private int combined() {
        return count * first * second;
    }

    /** The start of a member's block in the combined elements. */
    private int cut(int member, int members) {
        return varying ? (int) ((long) combined() * member * (member + 1) / (members * (members + 1)))
            : combined() / members * member;
    }

    private Buffer resultBlocks(int rank) {
        int members = groupSize(rank);
        long[] lengths = new long[members];
        Arrays.setAll(lengths, member -> (long) (cut(member + 1, members) - cut(member, members)) * ELEMENT);
        return new Buffer(varying ? Blocks.successive(lengths) : new Blocks.Equal(lengths[0]), combined());
    }

    /** Blocks of the ranks of the remote group. If sizes vary, the blocks have gaps, and the last block comes first. */
    private Buffer remoteBlocks(int rank, IntUnaryOperator countOfRank) {
        int members = remoteSize(rank);
        int start = remoteStart(rank);
        if (!varying) {
            int each = countOfRank.applyAsInt(start);
            return new Buffer(new Blocks.Equal((long) each * ELEMENT), each * members);
        }
        long[] starts = new long[members];
        long[] lengths = new long[members];
        int end = 0;
        for (int i = 0; i < members; i++) {
            int member = (i + members - 1) % members;
            int each = countOfRank.applyAsInt(start + member);
            starts[member] = (long) end * ELEMENT;
            lengths[member] = (long) each * ELEMENT;
            end += each + 1;
        }
        return new Buffer(new Blocks.Varying(starts, lengths), end);
    }

    Problem problem(int rank) {
        boolean atRoot = rank == root;
        boolean known = atRoot || facesRoot(rank) || !isRooted(collective);
        long bytes = (long) ELEMENT * switch (collective) {
            case GATHERV, SCATTERV -> atRoot ? 0 : blockCount(rank);
            case ALLGATHER, ALLGATHERV -> blockCount(rank);
            case ALLTOALL -> count(rank, 0);
            case ALLTOALLV, BARRIER -> 0;
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
                resultBlocks(rank).blocks.length(rank - groupStart(rank)) / ELEMENT;
            default -> count;
        };
        Problem plain = Problem.of(rank, size(), !isRooted(collective) ? 0 : known ? root : Problem.NO_ROOT,
            known ? bytes : 0, ELEMENT).commutative(!ordered).parameter(parameter).between(first);
        return switch (collective) {
            case GATHER, GATHERV ->
                plain.blocks(null, atRoot ? remoteBlocks(rank, this::blockCount).blocks : null);
            case SCATTER, SCATTERV ->
                plain.blocks(atRoot ? remoteBlocks(rank, this::blockCount).blocks : null, null);
            case ALLGATHER, ALLGATHERV -> plain.blocks(null, remoteBlocks(rank, this::blockCount).blocks);
            case ALLTOALL, ALLTOALLV -> plain.blocks(remoteBlocks(rank, to -> count(rank, to)).blocks,
                remoteBlocks(rank, from -> count(from, rank)).blocks);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> plain.blocks(resultBlocks(rank).blocks, null);
            default -> plain;
        };
    }

    static boolean isRooted(Collective collective) {
        return switch (collective) {
            case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> true;
            default -> false;
        };
    }

    private long[] send(int rank) {
        return Case.own(rank, switch (collective) {
            case BARRIER, BCAST -> 0;
            case GATHER, GATHERV -> facesRoot(rank) ? blockCount(rank) : 0;
            case SCATTER, SCATTERV -> rank == root ? remoteBlocks(rank, this::blockCount).length : 0;
            case ALLGATHER, ALLGATHERV -> blockCount(rank);
            case ALLTOALL, ALLTOALLV -> remoteBlocks(rank, to -> count(rank, to)).length;
            case REDUCE -> facesRoot(rank) ? count : 0;
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> combined();
            default -> count;
        });
    }

    private long[] receiveBefore(int rank) {
        if (collective == Collective.BCAST && rank == root) {
            return Case.own(rank, count);
        }
        return Case.untouched(switch (collective) {
            case BARRIER -> 0;
            case BCAST -> facesRoot(rank) ? count : 0;
            case GATHER, GATHERV -> rank == root ? remoteBlocks(rank, this::blockCount).length : 0;
            case SCATTER, SCATTERV -> facesRoot(rank) ? blockCount(rank) : 0;
            case ALLGATHER, ALLGATHERV -> remoteBlocks(rank, this::blockCount).length;
            case ALLTOALL, ALLTOALLV -> remoteBlocks(rank, from -> count(from, rank)).length;
            case REDUCE -> rank == root ? count : 0;
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
                (int) resultBlocks(rank).blocks.length(rank - groupStart(rank)) / ELEMENT;
            default -> count;
        });
    }

    private long[] receiveAfter(int rank) {
        long[] after = receiveBefore(rank);
        if (after.length == 0) {
            return after;
        }
        switch (collective) {
            case BCAST -> System.arraycopy(Case.own(root, count), 0, after, 0, count);
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV -> {
                Blocks blocks = remoteBlocks(rank, this::blockCount).blocks;
                for (int member = 0; member < remoteSize(rank); member++) {
                    Case.put(send(remoteStart(rank) + member), 0, after, blocks, member);
                }
            }
            case SCATTER, SCATTERV -> {
                Blocks blocks = remoteBlocks(root, this::blockCount).blocks;
                System.arraycopy(send(root), (int) blocks.at(rank - groupStart(rank)) / ELEMENT, after, 0,
                    after.length);
            }
            case ALLTOALL, ALLTOALLV -> {
                Blocks blocks = remoteBlocks(rank, from -> count(from, rank)).blocks;
                for (int member = 0; member < remoteSize(rank); member++) {
                    int source = remoteStart(rank) + member;
                    Blocks sent = remoteBlocks(source, to -> count(source, to)).blocks;
                    Case.put(send(source), (int) sent.at(rank - groupStart(rank)) / ELEMENT, after, blocks, member);
                }
            }
            case REDUCE, ALLREDUCE -> combine(rank, 0, after);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
                combine(rank, cut(rank - groupStart(rank), groupSize(rank)), after);
            default -> { }
        }
        return after;
    }

    /** The operands of the other group's ranks, in their order. */
    private void combine(int rank, int at, long[] result) {
        int lowest = remoteStart(rank);
        int highest = lowest + remoteSize(rank) - 1;
        for (int i = 0; i < result.length; i++) {
            long value = Case.element(highest, at + i);
            for (int source = highest - 1; source >= lowest; source--) {
                value = operator().applyAsLong(Case.element(source, at + i), value);
            }
            result[i] = value;
        }
    }

    boolean fits(Algorithm algorithm) {
        return algorithm.fits(problem(0));
    }

    /** Carries out the collective, and compares the memory of every rank. */
    void check(Algorithm algorithm, boolean synchronous) {
        check(algorithm, algorithm, synchronous);
    }

    /** Does the same when each group has chosen its own algorithm. */
    void check(Algorithm ofFirst, Algorithm ofSecond, boolean synchronous) {
        MemoryJob job = new MemoryJob(size(), synchronous, first * 31L + second + count);
        for (int rank = 0; rank < size(); rank++) {
            job.add(rank, Schedule.of(inFirst(rank) ? ofFirst : ofSecond, problem(rank)), send(rank),
                receiveBefore(rank), operator());
        }
        job.run();
        for (int rank = 0; rank < size(); rank++) {
            Case.compare(job.rank(rank), send(rank), receiveAfter(rank));
        }
    }
}
