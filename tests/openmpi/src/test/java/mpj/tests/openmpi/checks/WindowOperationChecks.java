package mpj.tests.openmpi.checks;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static mpj.tests.openmpi.checks.World.items;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Win;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 3.1, section 11.3: the operations on windows of each kind. */
@Runs(ranks = {1, 2, 3, 4})
public final class WindowOperationChecks {
    private static final int[] COUNTS = {0, 1, 7, 5_000};
    private static final int FEW = 5;
    private static final int LARGE = 3 << 20;
    private static final int BLOCKS = 20_000;
    private static final int TIMES = 200;

    private static final List<Elements> TYPES = Stream.concat(Elements.PRIMITIVE.stream(), Elements.COMPOSITE.stream())
        .toList();
    private static final List<Op> OPS = List.of(MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD, MPI.LAND, MPI.BAND, MPI.LOR,
        MPI.BOR, MPI.LXOR, MPI.BXOR, MPI.MINLOC, MPI.MAXLOC);

    private static byte[] part(MemorySegment memory, long at, long bytes) {
        return memory.asSlice(at, bytes).toArray(JAVA_BYTE);
    }

    /** The place is four items after the beginning, so that the check notices if an offset is ignored. */
    @Check
    void putAndGetItemsOfEachType() {
        for (Elements each : TYPES) {
            int unit = each.bytes();
            WindowKind.each((4L + COUNTS[3]) * unit, unit, window -> {
                for (int count : COUNTS) {
                    Object sent = each.array(RANK, count);
                    long disp = window.disp(4L * unit);
                    window.win().fence(0);
                    window.win().put(sent, count, each.type(), NEXT, disp, count, each.type());
                    window.win().fence(0);
                    String what = each + ", " + count;
                    assertArrayEquals(Elements.inMemory(each.array(PREVIOUS, count)),
                        part(window.memory(), 4L * unit, (long) count * unit), what);
                    Object got = each.room(count);
                    window.win().get(got, count, each.type(), NEXT, disp, count, each.type());
                    window.win().fence(0);
                    assertArrayEquals(Elements.inMemory(sent), Elements.inMemory(got), what);
                }
                assertArrayEquals(new byte[4 * unit], part(window.memory(), 0, 4L * unit), "what lies before");
            });
        }
    }

    /** Arrays, heap buffers, direct buffers and segments, with the signatures of Open MPI if these take the kind. */
    @Check
    void anyBufferIsAnOrigin() {
        int[] values = items(RANK, NEXT, FEW);
        WindowKind.each(2L * FEW * Integer.BYTES, Integer.BYTES, window -> {
            Win win = window.win();
            for (Memory memory : Memory.values()) {
                Object got = memory.room(FEW);
                Object old = memory.room(FEW);
                win.fence(0);
                win.put(memory.of(values), FEW, MPI.INT, NEXT, 0L, FEW, MPI.INT);
                win.fence(0);
                win.get(got, FEW, MPI.INT, NEXT, 0L, FEW, MPI.INT);
                win.fence(0);
                win.getAccumulate(memory.of(values), FEW, MPI.INT, old, FEW, MPI.INT, NEXT, 0L, FEW, MPI.INT, MPI.SUM);
                win.fence(0);
                assertArrayEquals(values, Memory.values(got), memory.toString());
                assertArrayEquals(values, Memory.values(old), memory.toString());
                for (int i = 0; i < FEW; i++) {
                    assertEquals(2 * items(PREVIOUS, RANK, FEW)[i], window.memory().getAtIndex(JAVA_INT, i));
                }
                win.fence(0);
            }
            IntBuffer direct = MPI.newIntBuffer(FEW).put(0, values).position(FEW);
            IntBuffer got = MPI.newIntBuffer(FEW).limit(1);
            int disp = (int) window.disp((long) FEW * Integer.BYTES);
            win.fence(0);
            win.put(direct, FEW, MPI.INT, NEXT, disp, FEW, MPI.INT);
            win.fence(0);
            win.get(got, FEW, MPI.INT, NEXT, disp, FEW, MPI.INT);
            win.fence(0);
            assertArrayEquals(values, Memory.values(got.clear()));
        });
    }

    private static Datatype committed(Datatype type) {
        type.commit();
        return type;
    }

    /**
     * The origin has every other int. The target has runs of 1, 2 and 2 ints in another order. The elements keep their
     * order.
     */
    @Check
    void derivedTypesOnBothSides() {
        Datatype odd = committed(Datatype.createVector(FEW, 1, 2, MPI.INT));
        Datatype runs = committed(Datatype.createIndexed(new int[] {2, 1, 2}, new int[] {4, 2, 0}, MPI.INT));
        WindowKind.each(32L * Integer.BYTES, Integer.BYTES, window -> {
            Win win = window.win();
            int[] sent = items(RANK, 0, 2 * FEW);
            long disp = window.disp(3L * Integer.BYTES);
            win.fence(0);
            win.put(sent, 1, odd, NEXT, disp, 1, runs);
            win.fence(0);
            int[] theirs = items(PREVIOUS, 0, 2 * FEW);
            int[] expected = new int[32];
            int[] places = {4, 5, 2, 0, 1};
            for (int i = 0; i < FEW; i++) {
                expected[3 + places[i]] = theirs[2 * i];
            }
            assertArrayEquals(expected, window.memory().toArray(JAVA_INT));
            int[] plain = new int[FEW];
            int[] spread = new int[2 * FEW];
            win.get(plain, FEW, MPI.INT, NEXT, disp, 1, runs);
            win.get(spread, 1, odd, NEXT, disp, 1, runs);
            win.fence(0);
            int[] evens = IntStream.range(0, FEW).map(i -> sent[2 * i]).toArray();
            assertArrayEquals(evens, plain);
            assertArrayEquals(IntStream.range(0, 2 * FEW).map(i -> i % 2 == 0 ? sent[i] : 0).toArray(), spread);
            int[] old = new int[2 * FEW];
            win.accumulate(sent, 1, odd, NEXT, disp, 1, runs, MPI.SUM);
            win.getAccumulate(sent, 1, odd, old, 1, odd, NEXT, disp, 1, runs, MPI.SUM);
            win.fence(0);
            assertArrayEquals(IntStream.range(0, 2 * FEW).map(i -> i % 2 == 0 ? 2 * sent[i] : 0).toArray(), old);
            assertArrayEquals(Arrays.stream(expected).map(each -> 3 * each).toArray(),
                window.memory().toArray(JAVA_INT));
        });
        odd.free();
        runs.free();
    }

    /** A message that is sent separately from its request takes the same path as an answer to its receiver. */
    @Check
    void longPutsAndGetsOfTwoRanksCross() {
        int count = 10_000;
        long[] ones = new long[count];
        Arrays.fill(ones, 1);
        WindowKind.each((count + 1L) * Long.BYTES, Long.BYTES, window -> {
            Win win = window.win();
            long[] got = {-1};
            win.lockAll(0);
            for (int i = 0; i < 50; i++) {
                if (RANK % 2 == 0) {
                    win.get(got, 1, MPI.LONG, NEXT, 0L, 1, MPI.LONG);
                    win.put(ones, count, MPI.LONG, NEXT, window.disp(Long.BYTES), count, MPI.LONG);
                } else {
                    win.put(ones, count, MPI.LONG, NEXT, window.disp(Long.BYTES), count, MPI.LONG);
                    win.get(got, 1, MPI.LONG, NEXT, 0L, 1, MPI.LONG);
                }
                win.flush(NEXT);
                assertEquals(0, got[0]);
            }
            COMM.barrier();
            assertArrayEquals(ones, window.memory().asSlice(Long.BYTES, (long) count * Long.BYTES).toArray(JAVA_LONG));
            win.unlockAll();
        });
    }

    /**
     * An int and a double. The gaps differ between the two sides, and the items in the window start with the second
     * one.
     */
    @Check
    void structsOnBothSides() {
        Datatype here = committed(Datatype.createStruct(new int[] {1, 1}, new int[] {0, Long.BYTES},
            new Datatype[] {MPI.INT, MPI.DOUBLE}));
        Datatype there = committed(Datatype.createStruct(new int[] {1, 1}, new int[] {Long.BYTES, 3 * Long.BYTES},
            new Datatype[] {MPI.INT, MPI.DOUBLE}));
        int item = 2 * Long.BYTES;
        WindowKind.each(400, 1, window -> {
            Win win = window.win();
            MemorySegment sent = Arena.ofAuto().allocate(3L * item, Long.BYTES);
            for (int i = 0; i < 3; i++) {
                sent.set(JAVA_INT, (long) i * item, RANK * 10 + i);
                sent.set(JAVA_DOUBLE, (long) i * item + Long.BYTES, RANK + i / 4.0);
            }
            win.fence(0);
            win.put(sent, 3, here, NEXT, 40L, 3, there);
            win.fence(0);
            for (int i = 0; i < 3; i++) {
                long at = 40 + (long) i * there.getExtent();
                assertEquals(PREVIOUS * 10 + i, window.memory().get(JAVA_INT, at + Long.BYTES));
                assertEquals(PREVIOUS + i / 4.0, window.memory().get(JAVA_DOUBLE, at + 3 * Long.BYTES));
            }
            byte[] got = new byte[3 * item];
            win.get(got, 3, here, NEXT, 40L, 3, there);
            win.fence(0);
            assertArrayEquals(Elements.bytes(sent), got);
        });
        here.free();
        there.free();
    }

    /** Elements before the place that a displacement names. MPI allows them as long as they are in the window. */
    @Check
    void elementsMayLieBeforeTheDisplacement() {
        Datatype back = committed(Datatype.createIndexed(new int[] {1, 1}, new int[] {0, -2}, MPI.INT));
        WindowKind.each(8L * Integer.BYTES, Integer.BYTES, window -> {
            window.win().fence(0);
            window.win().put(new int[] {1, 2}, 2, MPI.INT, NEXT, window.disp(2 * Integer.BYTES), 1, back);
            window.win().fence(0);
            assertArrayEquals(new int[] {2, 0, 1, 0, 0, 0, 0, 0}, window.memory().toArray(JAVA_INT));
        });
        back.free();
    }

    /** Two reductions of the same operands, one of which is made in the window. */
    private record Reduction(Elements elements, Op op, long at) {
    }

    /** The operations that are defined, each with its own place in a window. */
    private static List<Reduction> reductions(int count) {
        List<Reduction> all = new ArrayList<>();
        long at = 0;
        for (Elements elements : TYPES) {
            for (Op op : OPS) {
                try {
                    Comm.reduceLocal(elements.room(1), elements.room(1), 1, elements.type(), op);
                    all.add(new Reduction(elements, op, at));
                    at += (long) count * Long.BYTES * 2;
                } catch (MPIException e) {
                    assertEquals(MPI.ERR_OP, e.getErrorClass());
                }
            }
        }
        return all;
    }

    @Check
    void accumulatesWithEachOperation() {
        List<Reduction> all = reductions(FEW);
        assertTrue(all.size() > 60, all::toString);
        WindowKind.each((long) all.size() * FEW * Long.BYTES * 2, Long.BYTES, window -> {
            Win win = window.win();
            for (Reduction each : all) {
                byte[] start = Elements.inMemory(each.elements.array(RANK + 3, FEW));
                MemorySegment.copy(start, 0, window.memory(), JAVA_BYTE, each.at, start.length);
            }
            win.fence(0);
            for (Reduction each : all) {
                win.accumulate(each.elements.array(RANK, FEW), FEW, each.elements.type(), NEXT, window.disp(each.at),
                    FEW, each.elements.type(), each.op);
            }
            win.fence(0);
            Object[] olds = new Object[all.size()];
            for (int i = 0; i < olds.length; i++) {
                Reduction each = all.get(i);
                olds[i] = each.elements.room(FEW);
                win.getAccumulate(each.elements.array(RANK + 1, FEW), FEW, each.elements.type(), olds[i], FEW,
                    each.elements.type(), NEXT, window.disp(each.at), FEW, each.elements.type(), each.op);
            }
            win.fence(0);
            for (int i = 0; i < olds.length; i++) {
                Reduction each = all.get(i);
                String what = each.op + " of " + each.elements;
                assertArrayEquals(Elements.inMemory(reduced(each, NEXT + 3, RANK)), Elements.inMemory(olds[i]), what);
                byte[] expected = Elements.inMemory(reduced(each, RANK + 3, PREVIOUS, PREVIOUS + 1));
                assertArrayEquals(expected, part(window.memory(), each.at, expected.length), what);
            }
        });
    }

    /** The combined items of some ranks, one after the other. */
    private static Object reduced(Reduction each, int first, int... others) {
        Object all = each.elements.array(first, FEW);
        for (int other : others) {
            Comm.reduceLocal(each.elements.array(other, FEW), all, FEW, each.elements.type(), each.op);
        }
        return all;
    }

    @Check
    void fetchAndOpWithEachOperation() {
        List<Reduction> all = reductions(FEW).stream().filter(each -> each.elements.parts() == 1).toList();
        WindowKind.each((long) all.size() * FEW * Long.BYTES * 2, 1, window -> {
            Win win = window.win();
            for (Reduction each : all) {
                byte[] start = Elements.inMemory(each.elements.array(RANK + 3, 1));
                MemorySegment.copy(start, 0, window.memory(), JAVA_BYTE, each.at, start.length);
            }
            COMM.barrier();
            win.lockAll(0);
            for (Reduction each : all) {
                Object old = each.elements.room(1);
                win.fetchAndOp(each.elements.array(RANK, 1), old, each.elements.type(), NEXT, each.at, each.op);
                win.flush(NEXT);
                assertArrayEquals(Elements.inMemory(each.elements.array(NEXT + 3, 1)), Elements.inMemory(old),
                    each.op + " of " + each.elements);
            }
            win.unlockAll();
            COMM.barrier();
            for (Reduction each : all) {
                Object expected = each.elements.array(RANK + 3, 1);
                Comm.reduceLocal(each.elements.array(PREVIOUS, 1), expected, 1, each.elements.type(), each.op);
                byte[] bytes = Elements.inMemory(expected);
                assertArrayEquals(bytes, part(window.memory(), each.at, bytes.length),
                    each.op + " of " + each.elements);
            }
        });
    }

    /** Both calls take items of any type, even of types for which no other operation is defined. */
    @Check
    void replaceAndNoOp() {
        for (Elements each : TYPES) {
            int unit = each.bytes();
            WindowKind.each((long) FEW * unit, unit, window -> {
                Win win = window.win();
                Object old = each.room(FEW);
                Object none = each.room(FEW);
                win.fence(0);
                win.accumulate(each.array(RANK, FEW), FEW, each.type(), NEXT, 0L, FEW, each.type(), MPI.REPLACE);
                win.fence(0);
                win.getAccumulate(each.array(RANK + 1, FEW), FEW, each.type(), old, FEW, each.type(), NEXT, 0L, FEW,
                    each.type(), MPI.REPLACE);
                win.fence(0);
                win.getAccumulate(null, 0, each.type(), none, FEW, each.type(), NEXT, 0L, FEW, each.type(), MPI.NO_OP);
                win.accumulate(each.array(RANK, FEW), FEW, each.type(), NEXT, 0L, FEW, each.type(), MPI.NO_OP);
                win.fence(0);
                assertArrayEquals(Elements.inMemory(each.array(RANK, FEW)), Elements.inMemory(old), each.toString());
                assertArrayEquals(Elements.inMemory(each.array(RANK + 1, FEW)), Elements.inMemory(none),
                    each.toString());
            });
        }
    }

    @Check
    void operationsThatAreNotDefinedForATypeAreErrors() {
        List<Reduction> defined = reductions(1);
        WindowKind.each(64, 1, window -> {
            window.win().fence(0);
            for (Elements each : TYPES) {
                for (Op op : OPS) {
                    if (defined.stream().noneMatch(other -> other.elements == each && other.op == op)) {
                        World.assertError(MPI.ERR_OP, "which is not defined for MPI.", () -> window.win().accumulate(
                            each.room(1), 1, each.type(), NEXT, 0L, 1, each.type(), op));
                    }
                }
            }
            window.win().fence(0);
        });
    }

    /** All ranks add to the same elements at once: to a few elements, and to enough elements for several steps. */
    @Check
    void noAccumulateIsLost() {
        for (int count : new int[] {1, 20_000}) {
            WindowKind.each((long) count * Long.BYTES, Long.BYTES, window -> {
                long[] ones = new long[count];
                Arrays.fill(ones, 1);
                window.win().lockAll(0);
                for (int i = 0; i < 20; i++) {
                    window.win().accumulate(ones, count, MPI.LONG, i % SIZE, 0L, count, MPI.LONG, MPI.SUM);
                }
                window.win().unlockAll();
                COMM.barrier();
                long expected = SIZE * IntStream.range(0, 20).filter(i -> i % SIZE == RANK).count();
                for (int i = 0; i < count; i++) {
                    assertEquals(expected, window.memory().getAtIndex(JAVA_LONG, i), "element " + i);
                }
            });
        }
    }

    /** A counter from which each rank takes numbers. No number is taken twice. */
    @Check
    void fetchAndOpGivesEachNumberOnce() {
        for (Elements type : List.of(Elements.PRIMITIVE.get(4), Elements.PRIMITIVE.get(5))) {
            WindowKind.each(Long.BYTES, Long.BYTES, window -> {
                long[] taken = new long[TIMES];
                Object one = type.type() == MPI.INT ? new int[] {1} : new long[] {1};
                Object old = type.room(1);
                window.win().lockAll(0);
                for (int i = 0; i < TIMES; i++) {
                    window.win().fetchAndOp(one, old, type.type(), 0, 0L, MPI.SUM);
                    window.win().flush(0);
                    taken[i] = old instanceof int[] ints ? ints[0] : ((long[]) old)[0];
                }
                window.win().unlockAll();
                long[] all = new long[SIZE * TIMES];
                COMM.allGather(taken, TIMES, MPI.LONG, all, TIMES, MPI.LONG);
                Arrays.sort(all);
                for (int i = 0; i < all.length; i++) {
                    assertEquals(i, all[i]);
                }
            });
        }
    }

    /** Accumulates of one rank on one element are done in the order of its calls, with one flush at the end. */
    @Check
    void accumulatesKeepTheirOrder() {
        WindowKind.each(Long.BYTES, Long.BYTES, window -> {
            LongBuffer values = MPI.newLongBuffer(TIMES);
            LongBuffer olds = MPI.newLongBuffer(TIMES);
            window.win().lock(MPI.LOCK_SHARED, NEXT, 0);
            for (int i = 0; i < TIMES; i++) {
                values.put(i, i + 1);
                if (i % 3 == 0) {
                    window.win().accumulate(MPI.slice(values, i), 1, MPI.LONG, NEXT, 0, 1, MPI.LONG, MPI.REPLACE);
                } else {
                    window.win().fetchAndOp(MPI.slice(values, i), MPI.slice(olds, i), MPI.LONG, NEXT, 0, MPI.REPLACE);
                }
            }
            window.win().unlock(NEXT);
            COMM.barrier();
            assertEquals(TIMES, window.memory().get(JAVA_LONG, 0));
            for (int i = 0; i < TIMES; i++) {
                assertEquals(i % 3 == 0 ? 0 : i, olds.get(i));
            }
        });
    }

    @Check
    void compareAndSwapOfEachType() {
        for (Elements each : Elements.PRIMITIVE.stream()
            .filter(type -> type.type() != MPI.FLOAT && type.type() != MPI.DOUBLE).toList()) {
            int unit = each.bytes();
            WindowKind.each(2L * unit, unit, window -> {
                Win win = window.win();
                IntFunction<Object> item = i -> {
                    Object both = each.array(0, 2);
                    Object one = each.room(1);
                    System.arraycopy(both, i, one, 0, 1);
                    return one;
                };
                long disp = window.disp(unit);
                win.fence(0);
                win.put(item.apply(0), 1, each.type(), NEXT, disp, 1, each.type());
                win.fence(0);
                Object same = each.room(1);
                win.compareAndSwap(item.apply(1), item.apply(0), same, each.type(), NEXT, disp);
                win.fence(0);
                Object other = each.room(1);
                win.compareAndSwap(item.apply(0), item.apply(0), other, each.type(), NEXT, disp);
                win.fence(0);
                assertArrayEquals(Elements.inMemory(item.apply(0)), Elements.inMemory(same), each.toString());
                assertArrayEquals(Elements.inMemory(item.apply(1)), Elements.inMemory(other), each.toString());
                assertArrayEquals(Elements.inMemory(item.apply(1)), part(window.memory(), unit, unit), each.toString());
            });
        }
    }

    /** Each rank tries to increase a number by one with compare-and-swap, until it succeeds. */
    @Check
    void compareAndSwapUnderLoad() {
        WindowKind.each(2 * Long.BYTES, Long.BYTES, window -> {
            Win win = window.win();
            LongBuffer seen = MPI.newLongBuffer(1);
            LongBuffer wanted = MPI.newLongBuffer(1);
            LongBuffer next = MPI.newLongBuffer(1);
            int disp = (int) window.disp(Long.BYTES);
            win.lockAll(0);
            for (int i = 0; i < TIMES; i++) {
                do {
                    wanted.put(0, seen.get(0));
                    next.put(0, seen.get(0) + 1);
                    win.compareAndSwap(next, wanted, seen, MPI.LONG, 0, disp);
                    win.flush(0);
                } while (seen.get(0) != wanted.get(0));
            }
            win.unlockAll();
            COMM.barrier();
            if (RANK == 0) {
                assertEquals(SIZE * (long) TIMES, window.memory().getAtIndex(JAVA_LONG, 1));
            }
        });
    }

    /** More data than one message of a transport carries, also at odd places. */
    @Check
    void muchDataAtOnce() {
        Datatype strided = committed(Datatype.createVector(BLOCKS, 1, 3, MPI.INT));
        WindowKind.each(LARGE + 8L, 1, window -> {
            Win win = window.win();
            byte[] sent = new byte[LARGE];
            for (int i = 0; i < LARGE; i++) {
                sent[i] = (byte) (i % 127);
            }
            sent[7] = (byte) RANK;
            byte[] got = new byte[LARGE];
            win.fence(0);
            win.put(sent, LARGE, MPI.BYTE, NEXT, 5L, LARGE, MPI.BYTE);
            win.fence(0);
            assertEquals((byte) PREVIOUS, window.memory().get(JAVA_BYTE, 12));
            assertEquals(sent[LARGE - 1], window.memory().get(JAVA_BYTE, LARGE + 4L));
            win.get(got, LARGE, MPI.BYTE, NEXT, 5L, LARGE, MPI.BYTE);
            win.fence(0);
            assertArrayEquals(sent, got);
            int[] values = items(RANK, 0, BLOCKS);
            int[] old = new int[BLOCKS];
            win.put(values, BLOCKS, MPI.INT, NEXT, 8L, 1, strided);
            win.fence(0);
            win.getAccumulate(values, BLOCKS, MPI.INT, old, BLOCKS, MPI.INT, NEXT, 8L, 1, strided, MPI.SUM);
            win.fence(0);
            assertArrayEquals(values, old);
            int[] theirs = items(PREVIOUS, 0, BLOCKS);
            for (int i = 0; i < BLOCKS; i++) {
                assertEquals(2 * theirs[i], window.memory().get(JAVA_INT, 8 + 12L * i));
            }
        });
        strided.free();
    }

    /** The units of an operation are complex numbers and pairs also if a datatype is made of them. */
    @Check
    void datatypesOfComplexNumbersAndPairs() {
        Datatype[] numbers = {committed(Datatype.createContiguous(2, MPI.DOUBLE_COMPLEX)),
            committed(Datatype.createVector(2, 1, 2, MPI.DOUBLE_COMPLEX))};
        Datatype[] pairs = {committed(Datatype.createContiguous(2, MPI.INT2)),
            committed(Datatype.createVector(2, 1, 2, MPI.INT2))};
        WindowKind.each(64, 1, window -> {
            Win win = window.win();
            for (int i = 0; i < 2; i++) {
                Datatype complex = numbers[i];
                Datatype pair = pairs[i];
                win.lockAll(0);
                win.put(new double[] {1, 2, 3, 4}, 2, MPI.DOUBLE_COMPLEX, NEXT, 0L, 1, complex);
                win.flush(NEXT);
                assertError(MPI.ERR_OP, "not defined", () -> win.accumulate(new double[4], 2, MPI.DOUBLE_COMPLEX, NEXT,
                    0L, 1, complex, MPI.MAX));
                win.accumulate(new double[] {5, 6, 7, 8}, 2, MPI.DOUBLE_COMPLEX, NEXT, 0L, 1, complex, MPI.PROD);
                win.flush(NEXT);
                double[] products = new double[4];
                win.get(products, 2, MPI.DOUBLE_COMPLEX, NEXT, 0L, 1, complex);
                win.flush(NEXT);
                assertArrayEquals(new double[] {-7, 16, -11, 52}, products);
                win.put(new int[] {1, 2, 9, 4}, 2, MPI.INT2, NEXT, 0L, 1, pair);
                win.flush(NEXT);
                assertError(MPI.ERR_OP, "not defined", () -> win.accumulate(new int[4], 2, MPI.INT2, NEXT, 0L, 1, pair,
                    MPI.SUM));
                win.accumulate(new int[] {5, 6, 7, 8}, 2, MPI.INT2, NEXT, 0L, 1, pair, MPI.MAXLOC);
                win.flush(NEXT);
                int[] greatest = new int[4];
                win.get(greatest, 2, MPI.INT2, NEXT, 0L, 1, pair);
                win.unlockAll();
                assertArrayEquals(new int[] {5, 6, 9, 4}, greatest);
                COMM.barrier();
            }
        });
        Stream.of(numbers, pairs).flatMap(Stream::of).forEach(Datatype::free);
    }

    /** Blocks without a pattern: the datatype takes more room in a message than the elements. */
    @Check
    void manyIrregularBlocks() {
        for (int blocks : new int[] {3_000, 200_000}) {
            int[] lengths = new int[blocks];
            int[] places = new int[blocks];
            for (int i = 0; i < blocks; i++) {
                lengths[i] = 1;
                places[i] = 2 * i + (int) (i * 0x9E3779B97F4A7C15L >>> 63);
            }
            Datatype irregular = committed(Datatype.createIndexed(lengths, places, MPI.INT));
            int[] values = items(RANK, 0, blocks);
            int[] theirs = items(PREVIOUS, 0, blocks);
            WindowKind.each(2L * blocks * Integer.BYTES, 1, window -> {
                Win win = window.win();
                win.lockAll(0);
                win.put(values, blocks, MPI.INT, NEXT, 0L, 1, irregular);
                win.flush(NEXT);
                win.accumulate(values, blocks, MPI.INT, NEXT, 0L, 1, irregular, MPI.SUM);
                win.flush(NEXT);
                int[] got = new int[blocks];
                win.get(got, blocks, MPI.INT, NEXT, 0L, 1, irregular);
                win.unlockAll();
                assertArrayEquals(Arrays.stream(values).map(value -> 2 * value).toArray(), got);
                COMM.barrier();
                for (int i = 0; i < blocks; i++) {
                    assertEquals(2 * theirs[i], window.memory().getAtIndex(JAVA_INT, places[i]));
                    assertEquals(0, window.memory().getAtIndex(JAVA_INT, 4L * i + 1 - places[i]));
                }
                COMM.barrier();
            });
            irregular.free();
        }
    }

    /** Many operations in one epoch, each with another place. */
    @Check
    void manyInOneEpoch() {
        int all = 5_000;
        WindowKind.each((long) SIZE * all * Integer.BYTES, Integer.BYTES, window -> {
            IntBuffer values = MPI.newIntBuffer(all);
            window.win().fence(0);
            for (int i = 0; i < all; i++) {
                values.put(i, RANK * all + i);
                window.win().put(MPI.slice(values, i), 1, MPI.INT, i % SIZE,
                    (int) window.disp((RANK * (long) all + i) * Integer.BYTES), 1, MPI.INT);
            }
            window.win().fence(0);
            for (int i = 0; i < SIZE * all; i++) {
                assertEquals(i % all % SIZE == RANK ? i : 0, window.memory().getAtIndex(JAVA_INT, i));
            }
        });
    }

    @Check
    void nothingIsDoneAtProcNull() throws Exception {
        WindowKind.each(16, 1, window -> {
            Win win = window.win();
            int[] one = {RANK + 1};
            win.lockAll(0);
            win.put(one, 1, MPI.INT, MPI.PROC_NULL, 1_000L, 1, MPI.INT);
            win.get(one, 1, MPI.INT, MPI.PROC_NULL, -1L, 1, MPI.INT);
            win.accumulate(one, 1, MPI.INT, MPI.PROC_NULL, 0L, 1, MPI.INT, MPI.SUM);
            win.getAccumulate(one, 1, MPI.INT, new int[1], 1, MPI.INT, MPI.PROC_NULL, 0L, 1, MPI.INT, MPI.SUM);
            win.fetchAndOp(one, new int[1], MPI.INT, MPI.PROC_NULL, 0L, MPI.SUM);
            win.compareAndSwap(one, new int[1], new int[1], MPI.INT, MPI.PROC_NULL, 0L);
            Request[] requests = {win.rPut(one, 1, MPI.INT, MPI.PROC_NULL, 0L, 1, MPI.INT),
                win.rGet(one, 1, MPI.INT, MPI.PROC_NULL, 0L, 1, MPI.INT),
                win.rAccumulate(one, 1, MPI.INT, MPI.PROC_NULL, 0L, 1, MPI.INT, MPI.SUM),
                win.rGetAccumulate(one, 1, MPI.INT, new int[1], 1, MPI.INT, MPI.PROC_NULL, 0L, 1, MPI.INT, MPI.SUM)};
            Request.waitAll(requests);
            win.unlockAll();
            assertArrayEquals(new int[] {RANK + 1}, one);
            assertArrayEquals(new byte[16], Elements.bytes(window.memory()));
        });
    }

    @Check
    void aRankReachesItself() {
        WindowKind.each(4 * Integer.BYTES, Integer.BYTES, window -> {
            Win win = window.win();
            int[] got = new int[1];
            win.lock(MPI.LOCK_EXCLUSIVE, RANK, 0);
            win.put(new int[] {RANK + 5}, 1, MPI.INT, RANK, window.disp(4), 1, MPI.INT);
            win.flush(RANK);
            win.fetchAndOp(new int[] {1}, got, MPI.INT, RANK, window.disp(4), MPI.SUM);
            win.unlock(RANK);
            assertEquals(RANK + 5, got[0]);
            assertEquals(RANK + 6, window.memory().getAtIndex(JAVA_INT, 1));
        });
    }

    /** When a request is complete, its buffer may be used again, and data that was read has arrived. */
    @Check
    void requestForms() {
        WindowKind.each(4L * FEW * Integer.BYTES, Integer.BYTES, window -> {
            Win win = window.win();
            for (Memory memory : Memory.values()) {
                int[] values = items(RANK, NEXT, FEW);
                Object got = memory.room(FEW);
                Object old = memory.room(FEW);
                win.lockAll(0);
                Request put = win.rPut(memory.of(values), FEW, MPI.INT, NEXT, 0L, FEW, MPI.INT);
                put.waitFor();
                assertTrue(put.isNull());
                win.flush(NEXT);
                win.rAccumulate(memory.of(values), FEW, MPI.INT, NEXT, 0L, FEW, MPI.INT, MPI.SUM).waitFor();
                win.rGetAccumulate(memory.of(values), FEW, MPI.INT, old, FEW, MPI.INT, NEXT, 0L, FEW, MPI.INT, MPI.SUM)
                    .waitFor();
                assertArrayEquals(Arrays.stream(values).map(each -> 2 * each).toArray(), Memory.values(old),
                    memory.toString());
                win.flush(NEXT);
                win.rGet(got, FEW, MPI.INT, NEXT, 0L, FEW, MPI.INT).waitFor();
                assertArrayEquals(Arrays.stream(values).map(each -> 3 * each).toArray(), Memory.values(got),
                    memory.toString());
                win.unlockAll();
                COMM.barrier();
            }
        });
    }

    @Check
    void manyRequestsAtOnce() {
        int all = 300;
        WindowKind.each((long) all * Integer.BYTES, Integer.BYTES, window -> {
            IntBuffer values = MPI.newIntBuffer(all);
            IntBuffer got = MPI.newIntBuffer(all);
            Request[] requests = new Request[all];
            window.win().lock(MPI.LOCK_SHARED, NEXT, 0);
            for (int i = 0; i < all; i++) {
                values.put(i, RANK + i);
                requests[i] = window.win().rPut(MPI.slice(values, i), 1, MPI.INT, NEXT, (int) window.disp(4L * i), 1,
                    MPI.INT);
            }
            Request.waitAll(requests);
            window.win().flush(NEXT);
            for (int i = 0; i < all; i++) {
                requests[i] = window.win().rGet(MPI.slice(got, i), 1, MPI.INT, NEXT, (int) window.disp(4L * i), 1,
                    MPI.INT);
            }
            for (int left = all; left > 0; left--) {
                assertFalse(Request.waitAny(requests) < 0);
            }
            window.win().unlock(NEXT);
            assertArrayEquals(Memory.values(values), Memory.values(got));
        });
    }
}
