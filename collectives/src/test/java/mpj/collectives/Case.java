package mpj.collectives;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * A collective of some size, and the elements that every rank has before and after it, computed by plain loops.
 *
 * @param count the elements of each rank, or of each block
 * @param varying whether blocks differ in size and have gaps between them
 * @param ordered whether the operation does not commute
 */
record Case(Collective collective, int size, int root, int count, boolean varying, boolean ordered, long parameter,
            Topology topology) {

    private static final int ELEMENT = MemoryJob.ELEMENT;
    private static final long UNTOUCHED = -77;

    /** Composition of the maps x -> ax + b, which is associative but does not commute. */
    static long compose(long lower, long upper) {
        int a = (int) (lower >>> 32) * (int) (upper >>> 32);
        int b = (int) lower * (int) (upper >>> 32) + (int) upper;
        return (long) a << 32 | b & 0xFFFFFFFFL;
    }

    private LongBinaryOperator operator() {
        return ordered ? Case::compose : Long::sum;
    }

    /** The element that a rank sends at an index. It differs from all others. */
    static long element(int rank, int index) {
        long mixed = (rank + 1) * 0x9E3779B97F4A7C15L + index * 0xC2B2AE3D27D4EB4FL;
        return mixed ^ mixed >>> 29 | 1L << 32;
    }

    /** The count of a block between two ranks, or of one rank. */
    private int count(int from, int to) {
        return varying ? (count + 3 * from + 5 * to) % (2 * count + 1) : count;
    }

    private int blockCount(int rank) {
        return count(rank, 0);
    }

    /** Blocks of a buffer, and its length. */
    private record Buffer(Blocks blocks, int length) {
    }

    private Buffer buffer(IntUnaryOperator counts, boolean apart) {
        if (!varying) {
            return new Buffer(new Blocks.Equal((long) count * ELEMENT), count * size);
        }
        long[] starts = new long[size];
        long[] lengths = new long[size];
        int end = 0;
        for (int i = 0; i < size; i++) {
            // The blocks have gaps, and the last block comes first.
            int block = apart ? (i + size - 1) % size : i;
            starts[block] = (long) end * ELEMENT;
            lengths[block] = (long) counts.applyAsInt(block) * ELEMENT;
            end += counts.applyAsInt(block) + (apart ? 1 : 0);
        }
        return new Buffer(new Blocks.Varying(starts, lengths), end);
    }

    Problem problem(int rank) {
        Problem plain = new Problem(rank, size, root, (long) count * ELEMENT, null, null, ELEMENT, !ordered, parameter,
            topology, SharedRooms.room(size));
        return switch (collective) {
            case GATHER -> plain.blocks(null, rank == root ? buffer(this::blockCount, true).blocks : null);
            case GATHERV -> sized(plain, rank)
                .blocks(null, rank == root ? buffer(this::blockCount, true).blocks : null);
            case SCATTER -> plain.blocks(rank == root ? buffer(this::blockCount, true).blocks : null, null);
            case SCATTERV -> sized(plain, rank)
                .blocks(rank == root ? buffer(this::blockCount, true).blocks : null, null);
            case ALLGATHER, ALLGATHERV -> sized(plain, rank).blocks(null, buffer(this::blockCount, true).blocks);
            case ALLTOALL, ALLTOALLV -> plain.blocks(buffer(to -> count(rank, to), true).blocks,
                buffer(from -> count(from, rank), true).blocks);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> sized(plain, rank)
                .blocks(buffer(this::blockCount, false).blocks, null);
            default -> plain;
        };
    }

    private Problem sized(Problem problem, int rank) {
        return new Problem(rank, size, root, (long) blockCount(rank) * ELEMENT, null, null, ELEMENT, !ordered,
            parameter, topology, SharedRooms.room(size));
    }

    static long[] own(int rank, int length) {
        long[] elements = new long[length];
        Arrays.setAll(elements, i -> element(rank, i));
        return elements;
    }

    static long[] untouched(int length) {
        long[] elements = new long[length];
        Arrays.fill(elements, UNTOUCHED);
        return elements;
    }

    private long[] send(int rank) {
        return switch (collective) {
            case BARRIER, BCAST -> new long[0];
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV -> own(rank, blockCount(rank));
            case SCATTER, SCATTERV -> own(rank, rank == root ? buffer(this::blockCount, true).length : 0);
            case ALLTOALL, ALLTOALLV -> own(rank, buffer(to -> count(rank, to), true).length);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> own(rank, buffer(this::blockCount, false).length);
            default -> own(rank, count);
        };
    }

    private long[] receiveBefore(int rank) {
        return switch (collective) {
            case BARRIER -> new long[0];
            case BCAST -> rank == root ? own(rank, count) : untouched(count);
            case GATHER, GATHERV -> untouched(rank == root ? buffer(this::blockCount, true).length : 0);
            case SCATTER, SCATTERV, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> untouched(blockCount(rank));
            case ALLGATHER, ALLGATHERV -> untouched(buffer(this::blockCount, true).length);
            case ALLTOALL, ALLTOALLV -> untouched(buffer(from -> count(from, rank), true).length);
            case REDUCE -> untouched(rank == root ? count : 0);
            default -> untouched(count);
        };
    }

    private long[] receiveAfter(int rank) {
        long[] after = receiveBefore(rank);
        switch (collective) {
            case BCAST -> System.arraycopy(own(root, count), 0, after, 0, count);
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV -> {
                if (after.length > 0) {
                    Blocks blocks = buffer(this::blockCount, true).blocks;
                    for (int from = 0; from < size; from++) {
                        put(send(from), 0, after, blocks, from);
                    }
                }
            }
            case SCATTER, SCATTERV -> {
                Blocks blocks = buffer(this::blockCount, true).blocks;
                System.arraycopy(send(root), (int) blocks.at(rank) / ELEMENT, after, 0, after.length);
            }
            case ALLTOALL, ALLTOALLV -> {
                Blocks blocks = buffer(from -> count(from, rank), true).blocks;
                for (int source = 0; source < size; source++) {
                    int from = source;
                    Blocks sent = buffer(to -> count(from, to), true).blocks;
                    put(send(from), (int) sent.at(rank) / ELEMENT, after, blocks, from);
                }
            }
            case REDUCE -> combine(0, size - 1, 0, after);
            case ALLREDUCE -> combine(0, size - 1, 0, after);
            case SCAN -> combine(0, rank, 0, after);
            case EXSCAN -> combine(0, rank - 1, 0, after);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> combine(0, size - 1,
                (int) buffer(this::blockCount, false).blocks.at(rank) / ELEMENT, after);
            default -> { }
        }
        return after;
    }

    static void put(long[] sent, int at, long[] received, Blocks blocks, int from) {
        System.arraycopy(sent, at, received, (int) blocks.at(from) / ELEMENT, (int) blocks.length(from) / ELEMENT);
    }

    private void combine(int first, int last, int at, long[] result) {
        for (int i = 0; i < result.length && last >= first; i++) {
            long value = element(last, at + i);
            for (int rank = last - 1; rank >= first; rank--) {
                value = operator().applyAsLong(element(rank, at + i), value);
            }
            result[i] = value;
        }
    }

    boolean fits(Algorithm algorithm) {
        return algorithm.fits(problem(0));
    }

    /** Carries out the collective, and compares the memory of every rank. */
    void check(Algorithm algorithm, boolean synchronous) {
        MemoryJob job = new MemoryJob(size, synchronous, size * 31L + count);
        begin(algorithm, job);
        job.run();
        for (int rank = 0; rank < size; rank++) {
            compare(job.rank(rank));
        }
    }

    void begin(Algorithm algorithm, MemoryJob job) {
        for (int rank = 0; rank < size; rank++) {
            job.add(rank, Schedule.of(algorithm, problem(rank)), send(rank), receiveBefore(rank), operator());
        }
    }

    void compare(MemoryJob.Rank rank) {
        compare(rank, send(rank.number), receiveAfter(rank.number));
    }

    static void compare(MemoryJob.Rank rank, long[] sent, long[] received) {
        if (!Arrays.equals(sent, rank.memory[0])) {
            throw new AssertionError("rank " + rank.number + " wrote to what it sends");
        }
        if (!Arrays.equals(received, rank.memory[1])) {
            throw new AssertionError("rank " + rank.number + " has " + Arrays.toString(rank.memory[1])
                + " instead of " + Arrays.toString(received));
        }
    }
}
