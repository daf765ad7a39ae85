package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Group;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.Win;
import mpj.tests.Check;
import mpj.tests.Draws;
import mpj.tests.Runs;
import mpj.tests.openmpi.checks.WindowProgram.Act;
import mpj.tests.openmpi.checks.WindowProgram.Region;
import mpj.tests.openmpi.checks.WindowProgram.Step;

/**
 * Random programs of operations and synchronisation, compared with a model. All ranks draw the same program from a
 * seed, and each rank carries out its part. Then one rank gets what all ranks have fetched and what the windows
 * contain, and asks the model whether MPI allows it.
 *
 * <p>To run more programs with other seeds: {@code -Dwindow.programs=10000 -Dwindow.seed=7}.
 */
@Runs(ranks = {2, 3, 4, 5})
public final class WindowRandomChecks {
    private static final String TRANSPORT = System.getProperty("mpj.transport", "");
    private static final boolean OVER_C_LIBRARY = TRANSPORT.startsWith("mpi");
    /** Ranks of a C library keep their cores while they wait. Provider sockets takes a millisecond for a message. */
    private static final boolean IS_SLOW = OVER_C_LIBRARY || TRANSPORT.equals("libfabric:sockets");
    /** The number of programs for each kind of window. */
    private static final int PROGRAMS = Integer.getInteger("window.programs", Draws.of(IS_SLOW ? 30 : 240));
    private static final long SEED = Long.getLong("window.seed", 44);
    /** Programs on windows of different kinds have different seeds. */
    private static final long SEEDS_OF_KIND = 1_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final byte SCRIBBLE = 0x5A;
    private static final int MOST_BYTES_KEPT = 64;

    @Check
    void windowsAndFetchedValuesAreAsTheModelAllows() {
        if (RANK == 0) {
            System.out.println(PROGRAMS + " random programs for each kind of window, from -Dwindow.seed=" + SEED);
        }
        WindowKind.each(WindowProgramGenerator.MOST_BYTES, WindowProgram.unit(RANK), window -> {
            Player player = new Player(window);
            long first = SEED + window.kind().ordinal() * SEEDS_OF_KIND;
            for (long seed = first; seed < first + PROGRAMS; seed++) {
                WindowProgram program = new WindowProgramGenerator(seed, SIZE, !OVER_C_LIBRARY).generate();
                try {
                    player.play(program);
                } catch (Throwable e) {
                    throw new AssertionError(e.getMessage() + "\n" + program, e);
                }
            }
        });
    }

    /** An operation under way, and its buffers. A buffer that the operation does not have is null. */
    private record Running(Act act, Request request, Object origin, Object result) {
    }

    /** One window, in which programs run one after the other. */
    private static final class Player {
        private final WindowKind.Opened window;
        private final Win win;
        private final Group all;
        private final List<Running> running = new ArrayList<>();
        private final Map<Act, long[]> fetched = new IdentityHashMap<>();
        /** Short buffers are used again in later programs, because the library remembers buffers. */
        private final Map<List<Object>, Object> rooms = new HashMap<>();
        private int acts;

        Player(WindowKind.Opened window) {
            this.window = window;
            win = window.win();
            all = win.getGroup();
        }

        void play(WindowProgram program) {
            fetched.clear();
            acts = 0;
            for (Region region : program.regions()) {
                for (int i = 0; i < region.length(); i++) {
                    region.value().write(window.memory(), at(region, i), region.initial(RANK, i));
                }
            }
            win.sync();
            COMM.barrier();
            program.steps().get(RANK).forEach(this::play);
            COMM.barrier();
            win.sync();
            check(program);
        }

        private static long at(Region region, int element) {
            return region.at() + (long) element * region.value().bytes;
        }

        private void play(Step step) {
            switch (step) {
                case Act act -> start(act);
                case WindowProgram.Barrier() -> COMM.barrier();
                case WindowProgram.Await(Act act) -> finish(running.stream().filter(each -> each.act == act).toList());
                case WindowProgram.Flush(int target, boolean local) -> {
                    flush(target, local);
                    finish(running.stream().filter(each -> target == WindowProgram.ALL || each.act.target() == target)
                        .toList());
                }
                case WindowProgram.Post(List<Integer> group, int assertion) -> win.post(group(group), assertion);
                case WindowProgram.Start(List<Integer> group, int assertion) -> win.start(group(group), assertion);
                case WindowProgram.Complete() -> {
                    win.complete();
                    finish(List.copyOf(running));
                }
                case WindowProgram.WaitFor(boolean byTest) -> awaitOrigins(byTest);
                case WindowProgram.Fence(int assertion) -> {
                    win.fence(assertion);
                    finish(List.copyOf(running));
                }
                case WindowProgram.Lock(int target, boolean exclusive, int assertion) ->
                    win.lock(exclusive ? MPI.LOCK_EXCLUSIVE : MPI.LOCK_SHARED, target, assertion);
                case WindowProgram.Unlock(int target) -> {
                    win.unlock(target);
                    finish(running.stream().filter(each -> each.act.target() == target).toList());
                }
                case WindowProgram.LockAll(int assertion) -> win.lockAll(assertion);
                case WindowProgram.UnlockAll() -> {
                    win.unlockAll();
                    finish(List.copyOf(running));
                }
            }
        }

        private void flush(int target, boolean local) {
            if (target == WindowProgram.ALL && local) {
                win.flushLocalAll();
            } else if (target == WindowProgram.ALL) {
                win.flushAll();
            } else if (local) {
                win.flushLocal(target);
            } else {
                win.flush(target);
            }
        }

        private Group group(List<Integer> ranks) {
            return all.incl(ranks.stream().mapToInt(rank -> rank).toArray());
        }

        private void awaitOrigins(boolean byTest) {
            long end = System.nanoTime() + LIMIT.toNanos();
            while (byTest && !win.test()) {
                if (System.nanoTime() > end) {
                    fail("the exposure epoch does not end");
                }
                Thread.yield();
            }
            if (!byTest) {
                win.waitFor();
            }
        }

        // --------------------------------------------------------------------------------------- operations

        private void start(Act act) {
            acts++;
            Object origin = act.writes() || act.verb() == WindowProgram.Verb.FETCH_AND_OP ? room(act, "origin") : null;
            Object result = act.verb().fetches() ? room(act, "result") : null;
            WindowValue value = act.region().value();
            if (origin != null) {
                for (int i = 0; i < act.count(); i++) {
                    value.write(memory(origin), (long) i * value.bytes, act.operand(act.from() + i));
                }
            }
            running.add(new Running(act, started(act, origin, result), origin, result));
        }

        /** Starts the operation. Returns null if it has no request. */
        private Request started(Act act, Object origin, Object result) {
            WindowValue value = act.region().value();
            Datatype type = value.type;
            Op op = act.combination().op;
            int count = act.count();
            int target = act.target();
            long disp = window.kind() == WindowKind.DYNAMIC ? at(act.region(), act.from())
                : at(act.region(), act.from()) / WindowProgram.unit(target);
            boolean request = act.way().request();
            switch (act.verb()) {
                case PUT -> {
                    if (request) {
                        return win.rPut(origin, count, type, target, disp, count, type);
                    }
                    win.put(origin, count, type, target, disp, count, type);
                }
                case GET -> {
                    if (request) {
                        return win.rGet(result, count, type, target, disp, count, type);
                    }
                    win.get(result, count, type, target, disp, count, type);
                }
                case ACCUMULATE -> {
                    if (request) {
                        return win.rAccumulate(origin, count, type, target, disp, count, type, op);
                    }
                    win.accumulate(origin, count, type, target, disp, count, type, op);
                }
                case GET_ACCUMULATE -> {
                    Object operands = origin == null ? result : origin; // NO_OP takes none
                    if (request) {
                        return win.rGetAccumulate(operands, count, type, result, count, type, target, disp, count, type,
                            op);
                    }
                    win.getAccumulate(operands, count, type, result, count, type, target, disp, count, type, op);
                }
                case FETCH_AND_OP -> win.fetchAndOp(origin, result, type, target, disp, op);
                default -> {
                    Object wanted = room(act, "wanted");
                    value.write(memory(wanted), 0, act.wanted());
                    win.compareAndSwap(origin, wanted, result, type, target, disp);
                }
            }
            return null;
        }

        private Object room(Act act, String use) {
            WindowValue value = act.region().value();
            int bytes = act.count() * value.bytes;
            boolean arrays = act.way().arrays();
            return bytes > MOST_BYTES_KEPT ? made(value, bytes, arrays) : rooms.computeIfAbsent(
                List.of(acts, use, value, act.count(), arrays), _ -> made(value, bytes, arrays));
        }

        private static Object made(WindowValue value, int bytes, boolean arrays) {
            return arrays ? Array.newInstance(value.component, bytes / (int) bytesOf(value.component))
                : Arena.ofAuto().allocate(bytes, Long.BYTES);
        }

        private static long bytesOf(Class<?> component) {
            return memory(Array.newInstance(component, 1)).byteSize();
        }

        private static MemorySegment memory(Object room) {
            return switch (room) {
                case byte[] bytes -> MemorySegment.ofArray(bytes);
                case short[] shorts -> MemorySegment.ofArray(shorts);
                case int[] ints -> MemorySegment.ofArray(ints);
                case long[] longs -> MemorySegment.ofArray(longs);
                case float[] floats -> MemorySegment.ofArray(floats);
                case double[] doubles -> MemorySegment.ofArray(doubles);
                default -> (MemorySegment) room;
            };
        }

        /** Their buffers belong to this rank again, so it overwrites the operands. */
        private void finish(List<Running> over) {
            for (Running each : over) {
                if (each.request != null) {
                    each.request.waitFor();
                }
                if (each.result != null) {
                    WindowValue value = each.act.region().value();
                    fetched.put(each.act, IntStream.range(0, each.act.count())
                        .mapToLong(i -> value.read(memory(each.result), (long) i * value.bytes)).toArray());
                }
                if (each.origin != null) {
                    memory(each.origin).fill(SCRIBBLE);
                }
            }
            running.removeAll(over);
        }

        // --------------------------------------------------------------------------------------- comparison

        /** The ranks check programs in turn. */
        private void check(WindowProgram program) {
            int judge = (int) (program.seed() % SIZE);
            int elements = program.elements();
            long[] own = new long[elements + program.fetched(RANK)];
            int next = 0;
            for (Region region : program.regions()) {
                for (int i = 0; i < region.length(); i++) {
                    own[next++] = region.value().read(window.memory(), at(region, i));
                }
            }
            for (Act act : program.acts().get(RANK)) {
                if (act.verb().fetches()) {
                    System.arraycopy(fetched.get(act), 0, own, next, act.count());
                    next += act.count();
                }
            }
            int[] counts = IntStream.range(0, SIZE).map(rank -> elements + program.fetched(rank)).toArray();
            int[] begins = IntStream.range(0, SIZE).map(rank -> IntStream.of(counts).limit(rank).sum()).toArray();
            long[] everything = new long[IntStream.of(counts).sum()];
            COMM.gatherv(own, own.length, MPI.LONG, everything, counts, begins, MPI.LONG, judge);
            if (RANK == judge) {
                judge(program, everything, begins);
            }
        }

        private void judge(WindowProgram program, long[] everything, int... begins) {
            int elements = program.elements();
            for (int rank = 0; rank < SIZE; rank++) {
                int next = begins[rank] + elements;
                for (Act act : program.acts().get(rank)) {
                    if (act.verb().fetches()) {
                        fetched.put(act, Arrays.copyOfRange(everything, next, next + act.count()));
                        next += act.count();
                    }
                }
            }
            WindowModel model = new WindowModel(program, fetched);
            for (int rank = 0; rank < SIZE; rank++) {
                String wrong = model.contradiction(rank,
                    Arrays.copyOfRange(everything, begins[rank], begins[rank] + elements));
                if (wrong != null) {
                    fail(wrong);
                }
            }
        }
    }
}
