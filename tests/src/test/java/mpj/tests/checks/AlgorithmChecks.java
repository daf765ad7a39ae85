package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;
import mpj.collectives.Collective;
import mpj.tests.Check;

/**
 * Every collective with random sizes and roots, for jobs that force algorithms. All ranks draw the same numbers from a
 * seed, so each rank computes what it must receive. A failure names the seed. These checks do not use JUnit, because
 * they also run on hosts that do not have it.
 *
 * <p>Elements are longs in even rounds, and bytes in odd ones. One round of each check has a block of more than 1 MiB,
 * which is longer than any limit of a protocol or of shared memory. Where each rank would receive such a block from
 * every other rank, the blocks of that round are shorter, because 16 ranks may be one JVM.
 */
public final class AlgorithmChecks {
    /** The property with the seed. */
    public static final String SEED = "algorithms.seed";
    private static final String FORCED = "mpj.coll.algorithms";
    private static final int ROUNDS = 8;
    private static final int SHORT = 40;
    private static final int MIDDLE = 2_000;
    private static final int LONG = 20_000;
    /** More than 1 MiB, in longs. */
    private static final int LARGE = (1 << 17) + 1;
    /** More calls than a communicator makes by messages before its ranks share memory. */
    private static final int CALLS_WITHOUT_ROOMS = 17;
    /** All calls of such a collective have the forced algorithm, because no operation keeps an algorithm from it. */
    private static final Set<Collective> MOVING = EnumSet.range(Collective.BCAST, Collective.ALLTOALLV);

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
            long all = element(0, round, at);
            for (int rank = 1; rank <= last; rank++) {
                all = reference.applyAsLong(all, element(rank, round, at));
            }
            return all;
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

    private final String forced = System.getProperty(FORCED, "");
    private final long seed = Long.getLong(SEED, 16);
    /** Jobs that force different algorithms draw different numbers. */
    private final Random random = new Random(seed + forced.hashCode());
    private final LoggedAlgorithms chosen = LoggedAlgorithms.fromNowOn();
    /** The round of a check that has a large block. */
    private int large;

    AlgorithmChecks() {
        for (int call = 0; call < CALLS_WITHOUT_ROOMS; call++) {
            COMM.Barrier();
        }
    }

    private static long element(int rank, int round, int at) {
        return 0x9E37_79B9_7F4A_7C15L * (rank + 1) + 1_000_003L * round + at;
    }

    private void begin() {
        large = random.nextInt(ROUNDS);
    }

    private boolean isLarge(int round) {
        return round == large;
    }

    private static boolean hasBytes(int round) {
        return round % 2 == 1;
    }

    private static Operation operation(int round) {
        return round % 2 == 0 ? SUM : COMPOSITION;
    }

    /** Elements that a rank sends. */
    private static GuardedElements filled(boolean bytes, int rank, int round, int count) {
        return GuardedElements.filled(bytes, count, at -> element(rank, round, at));
    }

    private int longs() {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(3);
            case 1, 2 -> random.nextInt(SHORT);
            case 3, 4 -> random.nextInt(MIDDLE);
            default -> random.nextInt(LONG);
        };
    }

    private int largeLongs() {
        return LARGE + random.nextInt(LARGE / 2);
    }

    /** A number of elements that take as much as these longs, or a few bytes less. */
    private int elements(boolean bytes, int longs) {
        return bytes ? Math.max(0, longs * Long.BYTES - random.nextInt(Long.BYTES)) : longs;
    }

    private int length(int round, boolean bytes) {
        return elements(bytes, isLarge(round) ? largeLongs() : longs());
    }

    /** The length of a block that every rank gives to every other rank. */
    private int lengthForEach(int round, boolean bytes) {
        return elements(bytes, (isLarge(round) ? largeLongs() : longs()) / SIZE);
    }

    /** Blocks, of which one is large in some rounds. */
    private int[] lengths(int round, boolean bytes) {
        int[] lengths = IntStream.range(0, SIZE).map(_ -> elements(bytes, longs())).toArray();
        if (isLarge(round)) {
            lengths[random.nextInt(SIZE)] = elements(bytes, largeLongs());
        }
        return lengths;
    }

    /** The same for blocks of which each rank has one for every rank. */
    private int[][] lengthsForEach(int round, boolean bytes) {
        int[][] lengths = IntStream.range(0, SIZE).mapToObj(_ -> IntStream.range(0, SIZE)
            .map(_ -> elements(bytes, longs() / SIZE)).toArray()).toArray(int[][]::new);
        if (isLarge(round)) {
            lengths[random.nextInt(SIZE)][random.nextInt(SIZE)] = elements(bytes, largeLongs());
        }
        return lengths;
    }

    private static int[] equal(int length) {
        int[] lengths = new int[SIZE];
        Arrays.fill(lengths, length);
        return lengths;
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

    private String call(String name, int round, int length) {
        return name + " in round " + round + ", " + length + " elements, -D" + SEED + "=" + seed;
    }

    @Check
    public void barrierAndBcast() {
        begin();
        for (int round = 0; round < ROUNDS; round++) {
            int each = round;
            boolean bytes = hasBytes(round);
            int root = random.nextInt(SIZE);
            int length = length(round, bytes);
            GuardedElements all = RANK == root ? filled(bytes, root, round, length)
                : GuardedElements.room(bytes, length);
            COMM.Bcast(all.array(), all.start(), length, all.type(), root);
            all.assertAre(call("Bcast from " + root, round, length), at -> element(root, each, at));
            COMM.Barrier();
        }
    }

    @Check
    public void gatherAndScatter() {
        begin();
        for (int round = 0; round < ROUNDS; round++) {
            int each = round;
            boolean bytes = hasBytes(round);
            int root = random.nextInt(SIZE);
            int length = length(round, bytes);
            GuardedElements one = filled(bytes, RANK, round, length);
            GuardedElements all = GuardedElements.room(bytes, RANK == root ? SIZE * length : 0);
            COMM.Gather(one.array(), one.start(), length, one.type(), all.array(), all.start(), length, all.type(),
                root);
            if (RANK == root) {
                all.assertAre(call("Gather to " + root, round, length), equal(length),
                    (rank, at) -> element(rank, each, at));
            }
            GuardedElements sent = filled(bytes, root, round, RANK == root ? SIZE * length : 0);
            GuardedElements part = GuardedElements.room(bytes, length);
            COMM.Scatter(sent.array(), sent.start(), length, sent.type(), part.array(), part.start(), length,
                part.type(), root);
            part.assertAre(call("Scatter from " + root, round, length),
                at -> element(root, each, RANK * length + at));
        }
    }

    @Check
    public void gathervAndScatterv() {
        begin();
        for (int round = 0; round < ROUNDS; round++) {
            int each = round;
            boolean bytes = hasBytes(round);
            int root = random.nextInt(SIZE);
            int[] lengths = lengths(round, bytes);
            int[] starts = starts(lengths);
            int length = lengths[RANK];
            int sum = RANK == root ? sum(lengths) : 0;
            GuardedElements one = filled(bytes, RANK, round, length);
            GuardedElements all = GuardedElements.room(bytes, sum);
            COMM.Gatherv(one.array(), one.start(), length, one.type(), all.array(), all.start(), lengths, starts,
                all.type(), root);
            if (RANK == root) {
                all.assertAre(call("Gatherv to " + root, round, sum), lengths, (rank, at) -> element(rank, each, at));
            }
            GuardedElements sent = filled(bytes, root, round, sum);
            GuardedElements part = GuardedElements.room(bytes, length);
            COMM.Scatterv(sent.array(), sent.start(), lengths, starts, sent.type(), part.array(), part.start(),
                length, part.type(), root);
            part.assertAre(call("Scatterv from " + root, round, length),
                at -> element(root, each, starts[RANK] + at));
        }
    }

    @Check
    public void allgather() {
        begin();
        for (int round = 0; round < ROUNDS; round++) {
            int each = round;
            boolean bytes = hasBytes(round);
            int length = isLarge(round) ? lengthForEach(round, bytes) : length(round, bytes);
            GuardedElements one = filled(bytes, RANK, round, length);
            GuardedElements all = GuardedElements.room(bytes, SIZE * length);
            COMM.Allgather(one.array(), one.start(), length, one.type(), all.array(), all.start(), length, all.type());
            all.assertAre(call("Allgather", round, length), equal(length), (rank, at) -> element(rank, each, at));
            int[] lengths = lengths(round, bytes);
            one = filled(bytes, RANK, round, lengths[RANK]);
            all = GuardedElements.room(bytes, sum(lengths));
            COMM.Allgatherv(one.array(), one.start(), lengths[RANK], one.type(), all.array(), all.start(), lengths,
                starts(lengths), all.type());
            all.assertAre(call("Allgatherv", round, lengths[RANK]), lengths, (rank, at) -> element(rank, each, at));
        }
    }

    @Check
    public void alltoall() {
        begin();
        for (int round = 0; round < ROUNDS; round++) {
            int each = round;
            boolean bytes = hasBytes(round);
            int length = lengthForEach(round, bytes);
            GuardedElements mine = filled(bytes, RANK, round, SIZE * length);
            GuardedElements all = GuardedElements.room(bytes, SIZE * length);
            COMM.Alltoall(mine.array(), mine.start(), length, mine.type(), all.array(), all.start(), length,
                all.type());
            all.assertAre(call("Alltoall", round, length), equal(length),
                (rank, at) -> element(rank, each, RANK * length + at));
            // The block from one rank to another has the length of this table.
            int[][] lengths = lengthsForEach(round, bytes);
            int[] sent = lengths[RANK];
            int[] received = Arrays.stream(lengths).mapToInt(row -> row[RANK]).toArray();
            int[] from = Arrays.stream(lengths).mapToInt(row -> starts(row)[RANK]).toArray();
            mine = filled(bytes, RANK, round, sum(sent));
            all = GuardedElements.room(bytes, sum(received));
            COMM.Alltoallv(mine.array(), mine.start(), sent, starts(sent), mine.type(), all.array(), all.start(),
                received, starts(received), all.type());
            all.assertAre(call("Alltoallv", round, sum(sent)), received,
                (rank, at) -> element(rank, each, from[rank] + at));
        }
    }

    @Check
    public void reduceAndAllreduce() {
        begin();
        for (int round = 0; round < ROUNDS; round++) {
            int each = round;
            Operation operation = operation(round);
            int root = random.nextInt(SIZE);
            int length = length(round, false);
            GuardedElements mine = filled(false, RANK, round, length);
            GuardedElements all = GuardedElements.room(false, length);
            COMM.Reduce(mine.array(), mine.start(), all.array(), all.start(), length, MPI.LONG, operation.op, root);
            if (RANK == root) {
                all.assertAre(call("Reduce to " + root, round, length),
                    at -> operation.combined(SIZE - 1, each, at));
            }
            all = GuardedElements.room(false, length);
            COMM.Allreduce(mine.array(), mine.start(), all.array(), all.start(), length, MPI.LONG, operation.op);
            all.assertAre(call("Allreduce", round, length), at -> operation.combined(SIZE - 1, each, at));
        }
    }

    @Check
    public void reduceScatter() {
        begin();
        for (int round = 0; round < ROUNDS; round++) {
            int each = round;
            Operation operation = operation(round);
            int length = lengthForEach(round, false);
            GuardedElements mine = filled(false, RANK, round, SIZE * length);
            GuardedElements part = GuardedElements.room(false, length);
            COMM.Reduce_scatter_block(mine.array(), mine.start(), part.array(), part.start(), length, MPI.LONG,
                operation.op);
            part.assertAre(call("Reduce_scatter_block", round, length),
                at -> operation.combined(SIZE - 1, each, RANK * length + at));
            int[] lengths = Arrays.stream(lengths(round, false)).map(one -> one >= LARGE ? one : one / SIZE).toArray();
            int from = starts(lengths)[RANK];
            mine = filled(false, RANK, round, sum(lengths));
            part = GuardedElements.room(false, lengths[RANK]);
            COMM.Reduce_scatter(mine.array(), mine.start(), part.array(), part.start(), lengths, MPI.LONG,
                operation.op);
            part.assertAre(call("Reduce_scatter", round, lengths[RANK]),
                at -> operation.combined(SIZE - 1, each, from + at));
        }
    }

    /** Rank 0 has nothing to receive in Exscan. */
    @Check
    public void scan() {
        begin();
        for (int round = 0; round < ROUNDS; round++) {
            int each = round;
            Operation operation = operation(round);
            int length = length(round, false);
            GuardedElements mine = filled(false, RANK, round, length);
            GuardedElements all = GuardedElements.room(false, length);
            COMM.Scan(mine.array(), mine.start(), all.array(), all.start(), length, MPI.LONG, operation.op);
            all.assertAre(call("Scan", round, length), at -> operation.combined(RANK, each, at));
            all = GuardedElements.room(false, length);
            COMM.Exscan(mine.array(), mine.start(), all.array(), all.start(), length, MPI.LONG, operation.op);
            if (RANK > 0) {
                all.assertAre(call("Exscan", round, length), at -> operation.combined(RANK - 1, each, at));
            }
        }
    }

    /**
     * If an algorithm does not fit, the library takes another one, and says so only in its log. The checks run in the
     * order of their names, so this one is the last.
     */
    @Check
    public void theForcedAlgorithmsWereUsed() {
        for (String words : forced.isEmpty() ? new String[0] : forced.split(",")) {
            int colon = words.indexOf(':');
            Collective collective = Collective.valueOf(words.substring(0, colon).toUpperCase(Locale.ROOT));
            String algorithm = words.substring(colon + 1);
            Set<String> used = chosen.of(collective);
            if (!used.contains(algorithm) || MOVING.contains(collective) && used.size() > 1) {
                throw new AssertionError(collective.label() + " was to use " + algorithm + ", and used " + used
                    + ", -D" + SEED + "=" + seed);
            }
        }
    }
}
