package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.Win;
import mpj.tests.Check;
import mpj.tests.Runs;

/**
 * Random operations with random derived datatypes on both sides, compared with a model. All ranks draw the same program
 * from a seed. In a round, each rank does one operation on each rank's window, in a part that no other rank uses.
 *
 * <p>To run more rounds with other seeds: {@code -Dwindow.rounds=1000 -Dwindow.seed=7}.
 */
@Runs(ranks = {2, 5})
public final class WindowDatatypeRandomChecks {
    private static final int ROUNDS = Integer.getInteger("window.rounds", 8);
    private static final long SEED = Long.getLong("window.seed", 45);
    private static final int FEW = 24;
    /** More elements than fit a request or a message of one piece. */
    private static final int MANY = 6_000;
    private static final int GAP = 3;
    /** The end of the longest layout of {@link #MANY} elements. */
    private static final int PART = (GAP + 1) * MANY + GAP;

    private enum Action { PUT, GET, ADD, GET_AND_ADD, REPLACE, READ }

    /**
     * Items of a datatype.
     *
     * @param places the places of their elements, in order, counted in elements of the buffer
     */
    private record Layout(Datatype type, int items, int[] places) {
        static Layout random(Random random, int elements) {
            Layout layout = switch (random.nextInt(4)) {
                case 0 -> new Layout(MPI.LONG, elements, IntStream.range(0, elements).toArray());
                case 1 -> vector(divisor(random, elements), elements, 1 + random.nextInt(GAP));
                case 2 -> indexed(random, elements);
                default -> items(divisor(random, elements), elements, random);
            };
            if (layout.type != MPI.LONG) {
                layout.type.commit();
            }
            return layout;
        }

        private static int divisor(Random random, int number) {
            int divisor = 1 + random.nextInt(number);
            while (number % divisor != 0) {
                divisor--;
            }
            return divisor;
        }

        private static Layout vector(int block, int elements, int gap) {
            int stride = block + Math.min(gap, block * GAP);
            return new Layout(Datatype.createVector(elements / block, block, stride, MPI.LONG), 1,
                IntStream.range(0, elements).map(i -> i / block * stride + i % block).toArray());
        }

        /** Blocks of one or two elements, in any order. */
        private static Layout indexed(Random random, int elements) {
            int blocks = (elements + 1) / 2;
            int[] order = IntStream.range(0, blocks).toArray();
            for (int i = blocks - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                int last = order[i];
                order[i] = order[other];
                order[other] = last;
            }
            int[] lengths = new int[blocks];
            int[] displacements = new int[blocks];
            int[] places = new int[elements];
            for (int block = 0; block < blocks; block++) {
                lengths[block] = Math.min(2, elements - 2 * block);
                displacements[block] = order[block] * 5 + random.nextInt(GAP);
                for (int i = 0; i < lengths[block]; i++) {
                    places[2 * block + i] = displacements[block] + i;
                }
            }
            return new Layout(Datatype.createIndexed(lengths, displacements, MPI.LONG), 1, places);
        }

        /** Several items, each of which is two elements with a gap between them. */
        private static Layout items(int items, int elements, Random random) {
            int each = elements / items;
            Layout one = vector(divisor(random, each), each, 1 + random.nextInt(GAP));
            int extent = one.places[each - 1] + 1;
            return new Layout(one.type, items,
                IntStream.range(0, elements).map(i -> i / each * extent + one.places[i % each]).toArray());
        }

        void free() {
            if (type != MPI.LONG) {
                type.free();
            }
        }

        int end() {
            return Arrays.stream(places).max().orElse(-1) + 1;
        }
    }

    @Check
    void elementsGoWhereTheDatatypesSay() {
        WindowKind.each((long) SIZE * PART * Long.BYTES, Long.BYTES, window -> {
            Random program = new Random(SEED);
            long[][] model = new long[SIZE][SIZE * PART];
            for (int round = 0; round < ROUNDS; round++) {
                play(window, program, round, model);
            }
        });
    }

    private static void play(WindowKind.Opened window, Random program, int round, long[][] model) {
        Win win = window.win();
        boolean fence = program.nextBoolean();
        if (fence) {
            win.fence(0);
        } else {
            win.lockAll(0);
        }
        Runnable[] checks = new Runnable[SIZE];
        for (int origin = 0; origin < SIZE; origin++) {
            for (int target = 0; target < SIZE; target++) {
                Random own = new Random(program.nextLong());
                Runnable check = act(window, own, origin, target, model[target], "seed " + SEED + ", round " + round);
                if (origin == RANK) {
                    checks[target] = check;
                }
            }
        }
        if (fence) {
            win.fence(MPI.MODE_NOSUCCEED);
        } else {
            win.unlockAll();
            COMM.barrier();
        }
        for (Runnable check : checks) {
            check.run();
        }
        assertArrayEquals(model[RANK], window.memory().asSlice(0, (long) SIZE * PART * Long.BYTES).toArray(JAVA_LONG),
            () -> "seed " + SEED + ", round " + round);
        COMM.barrier();
    }

    /**
     * Carries an operation out in the model. On the rank that does the operation, also carries it out in the window.
     * Returns the check of its result.
     */
    private static Runnable act(WindowKind.Opened window, Random random, int origin, int target, long[] model,
                                String round) {
        int elements = 1 + random.nextInt(random.nextInt(8) == 0 ? MANY : FEW);
        Action action = Action.values()[random.nextInt(Action.values().length)];
        Layout there = Layout.random(random, elements);
        Layout here = Layout.random(random, elements);
        Layout result = Layout.random(random, elements);
        int first = origin * PART + random.nextInt(PART - there.end() + 1);
        long[] operand = random.longs(here.end(), -1000, 1000).toArray();
        long[] expectedHere = operand.clone();
        long[] expectedResult = new long[result.end()];
        long[] before = Arrays.stream(there.places).mapToLong(place -> model[first + place]).toArray();
        for (int i = 0; i < elements; i++) {
            int place = first + there.places[i];
            long value = operand[here.places[i]];
            switch (action) {
                case PUT, REPLACE -> model[place] = value;
                case ADD, GET_AND_ADD -> model[place] += value;
                case GET -> expectedHere[here.places[i]] = before[i];
                default -> { }
            }
            if (action == Action.GET_AND_ADD || action == Action.READ) {
                expectedResult[result.places[i]] = before[i];
            }
        }
        boolean direct = random.nextBoolean();
        Runnable check = () -> { };
        if (origin == RANK) {
            Object mine = buffer(direct, operand);
            Object found = buffer(!direct, new long[result.end()]);
            start(window.win(), action, mine, here, found, result, target, window.disp((long) first * Long.BYTES),
                there);
            String what = round + ", " + action + " of " + elements + " at rank " + target;
            check = () -> {
                assertArrayEquals(expectedHere, content(mine), () -> what + ", the origin's");
                assertArrayEquals(expectedResult, content(found), () -> what + ", the result");
            };
        }
        there.free(); // an operation under way still uses it
        here.free();
        result.free();
        return check;
    }

    private static void start(Win win, Action action, Object mine, Layout here, Object found, Layout result, int target,
                              long disp, Layout there) {
        switch (action) {
            case PUT -> win.put(mine, here.items, here.type, target, disp, there.items, there.type);
            case GET -> win.get(mine, here.items, here.type, target, disp, there.items, there.type);
            case ADD, REPLACE -> win.accumulate(mine, here.items, here.type, target, disp, there.items, there.type,
                action == Action.ADD ? MPI.SUM : MPI.REPLACE);
            default -> win.getAccumulate(mine, here.items, here.type, found, result.items, result.type, target, disp,
                there.items, there.type, action == Action.READ ? MPI.NO_OP : MPI.SUM);
        }
    }

    private static Object buffer(boolean direct, long[] content) {
        return direct ? MPI.newLongBuffer(content.length).put(0, content) : content;
    }

    private static long[] content(Object buffer) {
        if (buffer instanceof LongBuffer direct) {
            long[] content = new long[direct.capacity()];
            direct.get(0, content);
            return content;
        }
        return (long[]) buffer;
    }
}
