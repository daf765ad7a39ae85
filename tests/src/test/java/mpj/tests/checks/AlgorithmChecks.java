package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;
import mpj.tests.Check;

/**
 * Every collective with random sizes and roots, for jobs that force algorithms. All ranks draw the same numbers, so
 * each rank computes what it must receive.
 */
public final class AlgorithmChecks {
    private static final int ROUNDS = 12;
    private static final int SHORT = 40;
    private static final int MIDDLE = 2_000;
    private static final int LONG = 20_000;
    /** The elements before and behind those of a call, which no call may change. */
    private static final int MARGIN = 2;
    private static final long UNTOUCHED = -1;

    /** Two functions y = ax + b, one after the other. The two ints of an element are a and b. */
    private static final LongBinaryOperator COMPOSED = (first, second) -> {
        int a = (int) (first >> Integer.SIZE);
        int b = (int) first;
        int c = (int) (second >> Integer.SIZE);
        int d = (int) second;
        return (long) (c * a) << Integer.SIZE | (c * b + d) & 0xFFFF_FFFFL;
    };

    /** An operation and the same operation on two elements; the first is that of the lower rank. */
    private record Operation(Op op, LongBinaryOperator reference) {
        /** The element of ranks from 0 to {@code last}. */
        long combined(int last, int round, int at) {
            return IntStream.rangeClosed(0, last).mapToLong(rank -> element(rank, round, at)).reduce(reference)
                .orElseThrow();
        }

        long[] combined(int last, int round, int from, int count) {
            return IntStream.range(from, from + count).mapToLong(at -> combined(last, round, at)).toArray();
        }
    }

    private static final Operation SUM = new Operation(MPI.SUM, Long::sum);
    /** Not commutative. */
    private static final Operation COMPOSITION = new Operation(new Op(new User_function() {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            long[] lower = (long[]) invec;
            long[] upper = (long[]) inoutvec;
            for (int i = 0; i < count; i++) {
                upper[inoutoffset + i] = COMPOSED.applyAsLong(lower[inoffset + i], upper[inoutoffset + i]);
            }
        }
    }, false), COMPOSED);

    private final Random random = new Random(16);

    private static long element(int rank, int round, int at) {
        return 0x9E37_79B9_7F4A_7C15L * (rank + 1) + 1_000_003L * round + at;
    }

    /** A part of the elements of a rank, between margins. */
    private static long[] filled(int rank, int round, int count) {
        long[] all = room(count);
        Arrays.setAll(all, i -> i < MARGIN || i >= MARGIN + count ? UNTOUCHED : element(rank, round, i - MARGIN));
        return all;
    }

    private static long[] room(int count) {
        long[] all = new long[count + 2 * MARGIN];
        Arrays.fill(all, UNTOUCHED);
        return all;
    }

    /** Asserts that these elements lie between the margins. */
    private static void assertArrived(String call, long[] expected, long[] received) {
        long[] all = room(expected.length);
        System.arraycopy(expected, 0, all, MARGIN, expected.length);
        assertArrayEquals(all, received, () -> call + " on rank " + RANK);
    }

    private static long[] elements(int rank, int round, int from, int count) {
        return IntStream.range(from, from + count).mapToLong(at -> element(rank, round, at)).toArray();
    }

    private int length() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(3);
            case 1, 2 -> random.nextInt(SHORT);
            case 3, 4 -> random.nextInt(MIDDLE);
            default -> random.nextInt(LONG);
        };
    }

    private int[] lengths() {
        return IntStream.range(0, SIZE).map(_ -> length()).toArray();
    }

    /** The places of blocks that follow each other. */
    private static int[] starts(int[] lengths) {
        int[] starts = new int[lengths.length];
        for (int i = 1; i < starts.length; i++) {
            starts[i] = starts[i - 1] + lengths[i - 1];
        }
        return starts;
    }

    private static int sum(int[] lengths) {
        return Arrays.stream(lengths).sum();
    }

    private static String call(String name, int round, int length) {
        return name + " in round " + round + ", " + length + " elements";
    }

    @Check
    public void barrierAndBcast() {
        for (int round = 0; round < ROUNDS; round++) {
            int root = random.nextInt(SIZE);
            int length = length();
            long[] all = RANK == root ? filled(root, round, length) : room(length);
            COMM.Bcast(all, MARGIN, length, MPI.LONG, root);
            assertArrived(call("Bcast from " + root, round, length), elements(root, round, 0, length), all);
            COMM.Barrier();
        }
    }

    @Check
    public void gatherAndScatter() {
        for (int round = 0; round < ROUNDS; round++) {
            int root = random.nextInt(SIZE);
            int length = length();
            long[] all = room(SIZE * length);
            COMM.Gather(filled(RANK, round, length), MARGIN, length, MPI.LONG, all, MARGIN, length, MPI.LONG, root);
            int each = round;
            if (RANK == root) {
                assertArrived(call("Gather to " + root, round, length), IntStream.range(0, SIZE).boxed()
                    .flatMapToLong(rank -> Arrays.stream(elements(rank, each, 0, length))).toArray(), all);
            }
            long[] part = room(length);
            COMM.Scatter(filled(root, round, SIZE * length), MARGIN, length, MPI.LONG, part, MARGIN, length, MPI.LONG,
                root);
            assertArrived(call("Scatter from " + root, round, length), elements(root, round, RANK * length, length),
                part);
        }
    }

    @Check
    public void gathervAndScatterv() {
        for (int round = 0; round < ROUNDS; round++) {
            int root = random.nextInt(SIZE);
            int[] lengths = lengths();
            int[] starts = starts(lengths);
            int length = lengths[RANK];
            long[] all = room(sum(lengths));
            COMM.Gatherv(filled(RANK, round, length), MARGIN, length, MPI.LONG, all, MARGIN, lengths, starts, MPI.LONG,
                root);
            int each = round;
            if (RANK == root) {
                assertArrived(call("Gatherv to " + root, round, length), IntStream.range(0, SIZE).boxed()
                    .flatMapToLong(rank -> Arrays.stream(elements(rank, each, 0, lengths[rank]))).toArray(), all);
            }
            long[] part = room(length);
            COMM.Scatterv(filled(root, round, sum(lengths)), MARGIN, lengths, starts, MPI.LONG, part, MARGIN, length,
                MPI.LONG, root);
            assertArrived(call("Scatterv from " + root, round, length), elements(root, round, starts[RANK], length),
                part);
        }
    }

    @Check
    public void allgather() {
        for (int round = 0; round < ROUNDS; round++) {
            int each = round;
            int length = length();
            long[] all = room(SIZE * length);
            COMM.Allgather(filled(RANK, round, length), MARGIN, length, MPI.LONG, all, MARGIN, length, MPI.LONG);
            assertArrived(call("Allgather", round, length), IntStream.range(0, SIZE).boxed()
                .flatMapToLong(rank -> Arrays.stream(elements(rank, each, 0, length))).toArray(), all);
            int[] lengths = lengths();
            all = room(sum(lengths));
            COMM.Allgatherv(filled(RANK, round, lengths[RANK]), MARGIN, lengths[RANK], MPI.LONG, all, MARGIN, lengths,
                starts(lengths), MPI.LONG);
            assertArrived(call("Allgatherv", round, lengths[RANK]), IntStream.range(0, SIZE).boxed()
                .flatMapToLong(rank -> Arrays.stream(elements(rank, each, 0, lengths[rank]))).toArray(), all);
        }
    }

    @Check
    public void alltoall() {
        for (int round = 0; round < ROUNDS; round++) {
            int each = round;
            int length = length() / SIZE;
            long[] all = room(SIZE * length);
            COMM.Alltoall(filled(RANK, round, SIZE * length), MARGIN, length, MPI.LONG, all, MARGIN, length, MPI.LONG);
            assertArrived(call("Alltoall", round, length), IntStream.range(0, SIZE).boxed()
                .flatMapToLong(rank -> Arrays.stream(elements(rank, each, RANK * length, length))).toArray(), all);
            // The block from one rank to another has the length of this table.
            int[][] lengths = IntStream.range(0, SIZE).mapToObj(_ -> lengths()).toArray(int[][]::new);
            IntStream.range(0, SIZE * SIZE).forEach(i -> lengths[i / SIZE][i % SIZE] /= SIZE);
            int[] sent = lengths[RANK];
            int[] received = Arrays.stream(lengths).mapToInt(row -> row[RANK]).toArray();
            all = room(sum(received));
            COMM.Alltoallv(filled(RANK, round, sum(sent)), MARGIN, sent, starts(sent), MPI.LONG, all, MARGIN, received,
                starts(received), MPI.LONG);
            assertArrived(call("Alltoallv", round, sum(sent)), IntStream.range(0, SIZE).boxed()
                .flatMapToLong(rank -> Arrays.stream(elements(rank, each, starts(lengths[rank])[RANK],
                    received[rank]))).toArray(), all);
        }
    }

    @Check
    public void reduceAndAllreduce() {
        for (int round = 0; round < ROUNDS; round++) {
            Operation operation = round % 2 == 0 ? SUM : COMPOSITION;
            int root = random.nextInt(SIZE);
            int length = length();
            long[] expected = operation.combined(SIZE - 1, round, 0, length);
            long[] mine = filled(RANK, round, length);
            long[] all = room(length);
            COMM.Reduce(mine, MARGIN, all, MARGIN, length, MPI.LONG, operation.op, root);
            if (RANK == root) {
                assertArrived(call("Reduce to " + root, round, length), expected, all);
            }
            all = room(length);
            COMM.Allreduce(mine, MARGIN, all, MARGIN, length, MPI.LONG, operation.op);
            assertArrived(call("Allreduce", round, length), expected, all);
        }
    }

    @Check
    public void reduceScatter() {
        for (int round = 0; round < ROUNDS; round++) {
            Operation operation = round % 2 == 0 ? SUM : COMPOSITION;
            int length = length() / SIZE;
            long[] part = room(length);
            COMM.Reduce_scatter_block(filled(RANK, round, SIZE * length), MARGIN, part, MARGIN, length, MPI.LONG,
                operation.op);
            assertArrived(call("Reduce_scatter_block", round, length),
                operation.combined(SIZE - 1, round, RANK * length, length), part);
            int[] lengths = Arrays.stream(lengths()).map(each -> each / SIZE).toArray();
            part = room(lengths[RANK]);
            COMM.Reduce_scatter(filled(RANK, round, sum(lengths)), MARGIN, part, MARGIN, lengths, MPI.LONG,
                operation.op);
            assertArrived(call("Reduce_scatter", round, lengths[RANK]),
                operation.combined(SIZE - 1, round, starts(lengths)[RANK], lengths[RANK]), part);
        }
    }

    /** Rank 0 has nothing to receive in Exscan. */
    @Check
    public void scan() {
        for (int round = 0; round < ROUNDS; round++) {
            Operation operation = round % 2 == 0 ? SUM : COMPOSITION;
            int length = length();
            long[] mine = filled(RANK, round, length);
            long[] all = room(length);
            COMM.Scan(mine, MARGIN, all, MARGIN, length, MPI.LONG, operation.op);
            assertArrived(call("Scan", round, length), operation.combined(RANK, round, 0, length), all);
            all = room(length);
            COMM.Exscan(mine, MARGIN, all, MARGIN, length, MPI.LONG, operation.op);
            if (RANK > 0) {
                assertArrived(call("Exscan", round, length), operation.combined(RANK - 1, round, 0, length), all);
            }
        }
    }
}
