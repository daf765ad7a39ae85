package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import java.util.stream.LongStream;
import mpi.Group;
import mpi.MPI;
import mpi.Op;
import mpi.Win;
import mpj.tests.Check;
import mpj.tests.Runs;

/**
 * Random programs of operations and synchronisation, compared with a model. All ranks draw the same program from a
 * seed. In a round, each number in each rank's window has one action, by one rank or by all. Afterwards its value is
 * known, or is one of the few values that MPI allows.
 *
 * <p>To run more rounds with other seeds: {@code -Dwindow.rounds=1000 -Dwindow.seed=7}.
 */
@Runs(ranks = {2, 3, 4, 5})
public final class WindowRandomChecks {
    private static final int PLACES = 24;
    private static final int ROUNDS = Integer.getInteger("window.rounds", 12);
    private static final long SEED = Long.getLong("window.seed", 44);

    private enum Epoch { FENCE, LOCK_SHARED, LOCK_EXCLUSIVE, LOCK_ALL, START }

    private enum Action { NONE, PUT, REQUEST_PUT, GET, COMBINE, GET_COMBINED, FETCH, REPLACE, SWAP }

    private record Operator(Op op, LongBinaryOperator function) {
    }

    private static final List<Operator> OPERATORS = List.of(new Operator(MPI.SUM, Long::sum),
        new Operator(MPI.PROD, (a, b) -> a * b), new Operator(MPI.MAX, Math::max), new Operator(MPI.MIN, Math::min),
        new Operator(MPI.BAND, (a, b) -> a & b), new Operator(MPI.BOR, (a, b) -> a | b),
        new Operator(MPI.BXOR, (a, b) -> a ^ b));

    @Check
    void contentsAreAmongThoseThatTheModelAllows() {
        WindowKind.each((long) PLACES * Long.BYTES, Long.BYTES, window -> {
            Random program = new Random(SEED);
            Rounds rounds = new Rounds(window, program);
            for (int round = 0; round < ROUNDS; round++) {
                rounds.play(round);
            }
        });
    }

    /** One window, and its expected content on each rank. */
    private static final class Rounds {
        private final WindowKind.Opened window;
        private final Win win;
        private final Random program;
        private final long[][] model = new long[SIZE][PLACES];
        private final List<Runnable> checks = new ArrayList<>();
        private String where;
        private long swaps;

        Rounds(WindowKind.Opened window, Random program) {
            this.window = window;
            this.win = window.win();
            this.program = program;
        }

        void play(int round) {
            Epoch epoch = Epoch.values()[program.nextInt(Epoch.values().length)];
            where = "seed " + SEED + ", round " + round + ", " + epoch;
            begin(epoch);
            for (int target = 0; target < SIZE; target++) {
                begin(epoch, target);
                for (int place = 0; place < PLACES; place++) {
                    act(target, place);
                }
                end(epoch, target);
            }
            end(epoch);
            COMM.barrier();
            checks.forEach(Runnable::run);
            checks.clear();
            long[] contents = new long[SIZE * PLACES];
            COMM.allGather(own(), PLACES, MPI.LONG, contents, PLACES, MPI.LONG);
            for (int rank = 0; rank < SIZE; rank++) {
                model[rank] = Arrays.copyOfRange(contents, rank * PLACES, (rank + 1) * PLACES);
            }
        }

        private void begin(Epoch epoch) {
            switch (epoch) {
                case FENCE -> win.fence(0);
                case LOCK_ALL -> win.lockAll(0);
                case START -> {
                    Group all = win.getGroup();
                    win.post(all, 0);
                    win.start(all, 0);
                }
                default -> { }
            }
        }

        private void begin(Epoch epoch, int target) {
            if (epoch == Epoch.LOCK_SHARED || epoch == Epoch.LOCK_EXCLUSIVE) {
                win.lock(epoch == Epoch.LOCK_SHARED ? MPI.LOCK_SHARED : MPI.LOCK_EXCLUSIVE, target, 0);
            }
        }

        private void end(Epoch epoch, int target) {
            switch (epoch) {
                case LOCK_SHARED, LOCK_EXCLUSIVE -> win.unlock(target);
                case LOCK_ALL -> win.flush(target);
                default -> { }
            }
        }

        private void end(Epoch epoch) {
            switch (epoch) {
                case FENCE -> win.fence(MPI.MODE_NOSUCCEED);
                case LOCK_ALL -> win.unlockAll();
                case START -> {
                    win.complete();
                    win.waitFor();
                }
                default -> { }
            }
        }

        private long[] own() {
            return window.memory().asSlice(0, (long) PLACES * Long.BYTES).toArray(JAVA_LONG);
        }

        private void act(int target, int place) {
            Action action = Action.values()[program.nextInt(Action.values().length)];
            int one = program.nextInt(SIZE);
            Operator operator = OPERATORS.get(program.nextInt(OPERATORS.size()));
            long[] values = LongStream.generate(() -> 1 + program.nextInt(1000)).limit(SIZE).toArray();
            long before = model[target][place];
            long disp = window.disp((long) place * Long.BYTES);
            long[] mine = {values[RANK]};
            long[] result = {-1};
            String what = where + ", " + action + " at " + place + " of rank " + target;
            switch (action) {
                case PUT, REQUEST_PUT -> {
                    if (RANK == one && action == Action.PUT) {
                        win.put(mine, 1, MPI.LONG, target, disp, 1, MPI.LONG);
                    } else if (RANK == one) {
                        win.rPut(mine, 1, MPI.LONG, target, disp, 1, MPI.LONG).waitFor();
                    }
                    expect(target, place, what, values[one]);
                }
                case GET -> {
                    win.get(result, 1, MPI.LONG, target, disp, 1, MPI.LONG);
                    checks.add(() -> assertEquals(before, result[0], what));
                    expect(target, place, what, before);
                }
                case COMBINE -> {
                    win.accumulate(mine, 1, MPI.LONG, target, disp, 1, MPI.LONG, operator.op);
                    expect(target, place, what, LongStream.of(values).reduce(before, operator.function));
                }
                case GET_COMBINED -> {
                    win.getAccumulate(mine, 1, MPI.LONG, result, 1, MPI.LONG, target, disp, 1, MPI.LONG, MPI.SUM);
                    checks.add(() -> checkChain(values, before, result[0], what));
                    expect(target, place, what, before + LongStream.of(values).sum());
                }
                case FETCH -> {
                    win.fetchAndOp(mine, result, MPI.LONG, target, disp, MPI.SUM);
                    checks.add(() -> checkChain(values, before, result[0], what));
                    expect(target, place, what, before + LongStream.of(values).sum());
                }
                case REPLACE -> {
                    win.accumulate(mine, 1, MPI.LONG, target, disp, 1, MPI.LONG, MPI.REPLACE);
                    expect(target, place, what, values);
                }
                case SWAP -> {
                    long[] replacements = replacements();
                    win.compareAndSwap(new long[] {replacements[RANK]}, new long[] {before}, result, MPI.LONG, target,
                        disp);
                    checks.add(() -> checkSwap(replacements, before, result[0], what));
                    expect(target, place, what, replacements);
                }
                default -> expect(target, place, what, before);
            }
        }

        private void expect(int target, int place, String what, long... allowed) {
            if (target == RANK) {
                checks.add(() -> {
                    long found = window.memory().getAtIndex(JAVA_LONG, place);
                    assertTrue(LongStream.of(allowed).anyMatch(each -> each == found),
                        () -> what + ": " + found + " is none of " + Arrays.toString(allowed));
                });
            }
        }

        /** Numbers that no window has contained before. Otherwise a swap could write a value that was there already. */
        private long[] replacements() {
            swaps++;
            return LongStream.range(0, SIZE).map(rank -> -swaps * SIZE - rank).toArray();
        }

        private static long[] ofAll(long value) {
            long[] all = new long[SIZE];
            COMM.allGather(new long[] {value}, 1, MPI.LONG, all, 1, MPI.LONG);
            return all;
        }

        /** In some order of the ranks, each rank has read the sum of the ranks before it. */
        private static void checkChain(long[] values, long before, long found, String what) {
            long[] results = ofAll(found);
            long next = before;
            for (int step = 0; step < SIZE; step++) {
                int who = 0;
                while (who < SIZE && results[who] != next) {
                    who++;
                }
                assertTrue(who < SIZE, what + ": nobody has found " + next + " among " + Arrays.toString(results));
                next += values[who];
            }
        }

        /** One rank has read the old number, and all others have read that rank's number. */
        private static void checkSwap(long[] replacements, long before, long found, String what) {
            long[] results = ofAll(found);
            long[] winners = LongStream.range(0, SIZE).filter(rank -> results[(int) rank] == before).toArray();
            assertEquals(1, winners.length, what + ": " + Arrays.toString(results));
            for (int rank = 0; rank < SIZE; rank++) {
                assertTrue(rank == winners[0] || results[rank] == replacements[(int) winners[0]],
                    what + ": " + Arrays.toString(results));
            }
        }
    }
}
