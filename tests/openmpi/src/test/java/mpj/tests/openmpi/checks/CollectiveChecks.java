package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.items;
import static mpj.tests.openmpi.checks.World.joined;
import static mpj.tests.openmpi.checks.World.ofEach;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 3.1, chapter 5: collectives of one group, in all forms and with all buffers. */
@Runs(ranks = {1, 2, 3, 4})
public final class CollectiveChecks {
    private static final int ROOT = SIZE - 1;
    private static final boolean AT_ROOT = RANK == ROOT;
    private static final int FEW = 3;
    private static final int MANY = 20_000;
    private static final int[] EMPTY = {};

    /** Composes linear functions, which is associative but not commutative. An item is a slope and a value. */
    private static final class Composition extends UserFunction {
        @Override
        public void call(Object in, Object inOut, int count, Datatype datatype) {
            int[] first = (int[]) in;
            int[] second = (int[]) inOut;
            for (int i = 0; i < 2 * count; i += 2) {
                second[i + 1] += second[i] * first[i + 1];
                second[i] *= first[i];
            }
        }

        @Override
        public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype datatype) {
            int[] first = new int[2 * count];
            int[] second = new int[2 * count];
            in.asIntBuffer().get(first);
            inOut.asIntBuffer().get(second);
            call((Object) first, second, count, datatype);
            inOut.asIntBuffer().put(second);
        }
    }

    /** The sums of the values of ranks from one to another. */
    private static int[] sums(int from, int to, int length) {
        int[] sums = new int[length];
        for (int rank = from; rank < to; rank++) {
            int[] items = items(rank, 0, length);
            Arrays.setAll(sums, i -> sums[i] + items[i]);
        }
        return sums;
    }

    private static void assertValues(int[] expected, Object buf) {
        assertArrayEquals(expected, Memory.values(buf));
    }

    /** All ranks must have entered before any rank leaves. */
    @Check
    void barrier() throws Exception {
        COMM.barrier();
        Request request = COMM.iBarrier();
        request.waitFor();
    }

    @Check
    void bcast() {
        for (int count : new int[] {0, FEW, MANY}) {
            Way.every(way -> {
                Object buf = AT_ROOT ? way.of(items(ROOT, 0, count)) : way.room(count);
                way.call(COMM, "bcast", buf, count, MPI.INT, ROOT);
                assertValues(items(ROOT, 0, count), buf);
            });
        }
    }

    @Check
    void gather() {
        int[] all = ofEach(SIZE, rank -> items(rank, 0, FEW));
        Way.every(way -> {
            Object received = AT_ROOT ? way.room(SIZE * FEW) : null;
            way.call(COMM, "gather", way.of(items(RANK, 0, FEW)), FEW, MPI.INT, received, FEW, MPI.INT, ROOT);
            if (AT_ROOT) {
                assertValues(all, received);
            }
        });
    }

    @Check
    void gatherOfOneBuffer() {
        int[] all = ofEach(SIZE, rank -> items(rank, 0, FEW));
        Way.every(way -> {
            Object buf = AT_ROOT ? way.of(ofEach(SIZE, rank -> items(rank == RANK ? RANK : 9, 0, FEW)))
                : way.of(items(RANK, 0, FEW));
            way.call(COMM, "gather", buf, FEW, MPI.INT, ROOT);
            assertValues(AT_ROOT ? all : items(RANK, 0, FEW), buf);
        });
    }

    @Check
    void gatherv() {
        Blocks blocks = Blocks.uneven(SIZE);
        int count = blocks.counts()[RANK];
        Way.every(way -> {
            Object received = AT_ROOT ? way.room(blocks.length()) : null;
            way.call(COMM, "gatherv", way.of(items(RANK, 0, count)), count, MPI.INT, received,
                AT_ROOT ? blocks.counts() : null, AT_ROOT ? blocks.displs() : null, MPI.INT, ROOT);
            if (AT_ROOT) {
                assertValues(blocks.with(rank -> items(rank, 0, blocks.counts()[rank])), received);
            }
        });
    }

    @Check
    void gathervInForms() {
        Blocks blocks = Blocks.uneven(SIZE);
        int count = blocks.counts()[RANK];
        Way.every(way -> {
            if (AT_ROOT) {
                Object buf = way.of(blocks.with(rank -> rank == RANK ? items(RANK, 0, count) : null));
                way.call(COMM, "gatherv", buf, blocks.counts(), blocks.displs(), MPI.INT, ROOT);
                assertValues(blocks.with(rank -> items(rank, 0, blocks.counts()[rank])), buf);
            } else {
                way.call(COMM, "gatherv", way.of(items(RANK, 0, count)), count, MPI.INT, ROOT);
            }
        });
    }

    @Check
    void scatter() {
        int[] all = ofEach(SIZE, rank -> items(ROOT, rank, FEW));
        Way.every(way -> {
            Object received = way.room(FEW);
            way.call(COMM, "scatter", AT_ROOT ? way.of(all) : null, FEW, MPI.INT, received, FEW, MPI.INT, ROOT);
            assertValues(items(ROOT, RANK, FEW), received);
        });
    }

    @Check
    void scatterOfOneBuffer() {
        int[] all = ofEach(SIZE, rank -> items(ROOT, rank, FEW));
        Way.every(way -> {
            Object buf = AT_ROOT ? way.of(all) : way.room(FEW);
            way.call(COMM, "scatter", buf, FEW, MPI.INT, ROOT);
            assertValues(AT_ROOT ? all : items(ROOT, RANK, FEW), buf);
        });
    }

    @Check
    void scatterv() {
        Blocks blocks = Blocks.uneven(SIZE);
        int count = blocks.counts()[RANK];
        int[] all = blocks.with(rank -> items(ROOT, rank, blocks.counts()[rank]));
        Way.every(way -> {
            Object received = way.room(count);
            way.call(COMM, "scatterv", AT_ROOT ? way.of(all) : null, AT_ROOT ? blocks.counts() : null,
                AT_ROOT ? blocks.displs() : null, MPI.INT, received, count, MPI.INT, ROOT);
            assertValues(items(ROOT, RANK, count), received);
        });
    }

    @Check
    void scattervInForms() {
        Blocks blocks = Blocks.uneven(SIZE);
        int count = blocks.counts()[RANK];
        int[] all = blocks.with(rank -> items(ROOT, rank, blocks.counts()[rank]));
        Way.every(way -> {
            Object buf = AT_ROOT ? way.of(all) : way.room(count);
            if (AT_ROOT) {
                way.call(COMM, "scatterv", buf, blocks.counts(), blocks.displs(), MPI.INT, ROOT);
            } else {
                way.call(COMM, "scatterv", buf, count, MPI.INT, ROOT);
            }
            assertValues(AT_ROOT ? all : items(ROOT, RANK, count), buf);
        });
    }

    @Check
    void allGather() {
        for (int count : new int[] {0, FEW, MANY}) {
            int[] all = ofEach(SIZE, rank -> items(rank, 0, count));
            Way.every(way -> {
                Object received = way.room(SIZE * count);
                way.call(COMM, "allGather", way.of(items(RANK, 0, count)), count, MPI.INT, received, count, MPI.INT);
                assertValues(all, received);
                Object buf = way.of(ofEach(SIZE, rank -> items(rank == RANK ? RANK : 9, 0, count)));
                way.call(COMM, "allGather", buf, count, MPI.INT);
                assertValues(all, buf);
            });
        }
    }

    @Check
    void allGatherv() {
        Blocks blocks = Blocks.uneven(SIZE);
        int count = blocks.counts()[RANK];
        int[] all = blocks.with(rank -> items(rank, 0, blocks.counts()[rank]));
        Way.every(way -> {
            Object received = way.room(blocks.length());
            way.call(COMM, "allGatherv", way.of(items(RANK, 0, count)), count, MPI.INT, received, blocks.counts(),
                blocks.displs(), MPI.INT);
            assertValues(all, received);
            Object buf = way.of(blocks.with(rank -> rank == RANK ? items(RANK, 0, count) : null));
            way.call(COMM, "allGatherv", buf, blocks.counts(), blocks.displs(), MPI.INT);
            assertValues(all, buf);
        });
    }

    @Check
    void allToAll() {
        Way.every(way -> {
            Object received = way.room(SIZE * FEW);
            way.call(COMM, "allToAll", way.of(ofEach(SIZE, to -> items(RANK, to, FEW))), FEW, MPI.INT, received, FEW,
                MPI.INT);
            assertValues(ofEach(SIZE, from -> items(from, RANK, FEW)), received);
        });
    }

    /** Each rank sends each other rank as many items as the sum of their two numbers. */
    @Check
    void allToAllv() {
        Blocks blocks = Blocks.of(IntStream.range(0, SIZE).map(peer -> (RANK + peer) % FEW).toArray());
        Way.every(way -> {
            Object sent = way.of(blocks.with(to -> items(RANK, to, blocks.counts()[to])));
            Object received = way.room(blocks.length());
            way.call(COMM, "allToAllv", sent, blocks.counts(), blocks.displs(), MPI.INT, received, blocks.counts(),
                blocks.displs(), MPI.INT);
            assertValues(blocks.with(from -> items(from, RANK, blocks.counts()[from])), received);
        });
    }

    /** Rows of a matrix become columns: the received blocks are interleaved. */
    @Check
    void allToAllwTransposes() {
        Datatype column = Datatype.createVector(SIZE, 1, SIZE, MPI.INT);
        column.commit();
        int[] counts = new int[SIZE];
        int[] ones = new int[SIZE];
        int[] rows = new int[SIZE];
        int[] columns = new int[SIZE];
        Datatype[] ints = new Datatype[SIZE];
        Datatype[] strided = new Datatype[SIZE];
        Arrays.fill(counts, SIZE);
        Arrays.fill(ones, 1);
        Arrays.fill(ints, MPI.INT);
        Arrays.fill(strided, column);
        Arrays.setAll(rows, i -> i * SIZE * Integer.BYTES);
        Arrays.setAll(columns, i -> i * Integer.BYTES);
        int[] expected = new int[SIZE * SIZE];
        Arrays.setAll(expected, i -> items(i % SIZE, RANK, SIZE)[i / SIZE]);
        Way.every(way -> {
            Object received = way.room(SIZE * SIZE);
            Object sent = way.of(ofEach(SIZE, to -> items(RANK, to, SIZE)));
            way.call(COMM, "allToAllw", sent, counts, rows, ints, received, ones, columns, strided);
            assertValues(expected, received);
            way.call(COMM, "allToAllw", sent, counts, rows, ints, sent, ones, columns, strided);
            assertValues(expected, sent);
        });
    }

    /**
     * Ranks with even numbers receive a struct of an int and a double. For a block without items, all other arguments
     * are ignored.
     */
    @Check
    void allToAllwOfSeveralTypes() {
        Datatype both = Datatype.createStruct(new int[] {1, 1}, new int[] {0, Long.BYTES},
            new Datatype[] {MPI.INT, MPI.DOUBLE});
        both.commit();
        int length = 2 * Long.BYTES;
        int[] counts = IntStream.range(0, SIZE).map(i -> i % 2 == 0 ? 1 : 0).toArray();
        int[] received = IntStream.range(0, SIZE).map(_ -> RANK % 2 == 0 ? 1 : 0).toArray();
        int[] displs = IntStream.range(0, SIZE).map(i -> i % 2 == 0 ? i * length : -1).toArray();
        int[] places = IntStream.range(0, SIZE).map(i -> i * length).toArray();
        Datatype[] types = new Datatype[SIZE];
        Arrays.setAll(types, i -> i % 2 == 0 ? both : null);
        Datatype[] all = new Datatype[SIZE];
        Arrays.fill(all, both);
        ByteBuffer out = MPI.newByteBuffer(SIZE * length);
        ByteBuffer in = MPI.newByteBuffer(SIZE * length);
        for (int i = 0; i < SIZE; i++) {
            out.putInt(i * length, RANK + i).putDouble(i * length + Long.BYTES, RANK + i + 0.5);
        }
        COMM.allToAllw(out, counts, displs, types, in, received, places, all);
        for (int i = 0; i < SIZE && RANK % 2 == 0; i++) {
            assertEquals(RANK + i, in.getInt(i * length));
            assertEquals(RANK + i + 0.5, in.getDouble(i * length + Long.BYTES));
        }
    }

    /**
     * In memory without an element type, a block may start at any byte. This also holds if both buffers are the same
     * memory.
     */
    @Check
    void allToAllwAtOddPlaces() {
        int length = Integer.BYTES + 1;
        int[] ones = new int[SIZE];
        Arrays.fill(ones, 1);
        int[] places = IntStream.range(0, SIZE).map(i -> 1 + i * length).toArray();
        Datatype[] ints = new Datatype[SIZE];
        Arrays.fill(ints, MPI.INT);
        ByteBuffer out = MPI.newByteBuffer(1 + SIZE * length);
        ByteBuffer in = MPI.newByteBuffer(1 + SIZE * length);
        for (int i = 0; i < SIZE; i++) {
            out.putInt(places[i], RANK * SIZE + i);
        }
        COMM.allToAllw(out, ones, places, ints, in, ones, places, ints);
        COMM.iAllToAllw(out, ones, places, ints, out, ones, places, ints).waitFor();
        for (int i = 0; i < SIZE; i++) {
            assertEquals(i * SIZE + RANK, in.getInt(places[i]));
            assertEquals(i * SIZE + RANK, out.getInt(places[i]));
        }
    }

    @Check
    void reduce() {
        for (int count : new int[] {0, FEW, MANY}) {
            int[] sums = sums(0, SIZE, count);
            Way.every(way -> {
                Object received = AT_ROOT ? way.room(count) : null;
                way.call(COMM, "reduce", way.of(items(RANK, 0, count)), received, count, MPI.INT, MPI.SUM, ROOT);
                if (AT_ROOT) {
                    assertValues(sums, received);
                }
                Object buf = way.of(items(RANK, 0, count));
                way.call(COMM, "reduce", buf, count, MPI.INT, MPI.SUM, ROOT);
                assertValues(AT_ROOT ? sums : items(RANK, 0, count), buf);
            });
        }
    }

    @Check
    void allReduce() {
        for (int count : new int[] {0, FEW, MANY}) {
            int[] sums = sums(0, SIZE, count);
            Way.every(way -> {
                Object received = way.room(count);
                way.call(COMM, "allReduce", way.of(items(RANK, 0, count)), received, count, MPI.INT, MPI.SUM);
                assertValues(sums, received);
                Object buf = way.of(items(RANK, 0, count));
                way.call(COMM, "allReduce", buf, count, MPI.INT, MPI.SUM);
                assertValues(sums, buf);
            });
        }
    }

    @Check
    void reduceScatter() {
        int[] counts = Blocks.uneven(SIZE).counts();
        int all = Arrays.stream(counts).sum();
        int before = Arrays.stream(counts).limit(RANK).sum();
        int[] sums = Arrays.copyOfRange(sums(0, SIZE, all), before, before + counts[RANK]);
        Way.every(way -> {
            Object received = way.room(counts[RANK]);
            way.call(COMM, "reduceScatter", way.of(items(RANK, 0, all)), received, counts, MPI.INT, MPI.SUM);
            assertValues(sums, received);
            Object buf = way.of(items(RANK, 0, all));
            way.call(COMM, "reduceScatter", buf, counts, MPI.INT, MPI.SUM);
            assertArrayEquals(sums, Arrays.copyOf(Memory.values(buf), counts[RANK]));
        });
    }

    @Check
    void reduceScatterBlock() {
        int[] sums = Arrays.copyOfRange(sums(0, SIZE, SIZE * FEW), RANK * FEW, (RANK + 1) * FEW);
        Way.every(way -> {
            Object received = way.room(FEW);
            way.call(COMM, "reduceScatterBlock", way.of(items(RANK, 0, SIZE * FEW)), received, FEW, MPI.INT, MPI.SUM);
            assertValues(sums, received);
            Object buf = way.of(items(RANK, 0, SIZE * FEW));
            way.call(COMM, "reduceScatterBlock", buf, FEW, MPI.INT, MPI.SUM);
            assertArrayEquals(sums, Arrays.copyOf(Memory.values(buf), FEW));
        });
    }

    @Check
    void scanAndExScan() {
        int[] mine = items(RANK, 0, FEW);
        int[] before = sums(0, RANK, FEW);
        Way.every(way -> {
            Object received = way.room(FEW);
            way.call(COMM, "scan", way.of(mine), received, FEW, MPI.INT, MPI.SUM);
            assertValues(sums(0, RANK + 1, FEW), received);
            Object buf = way.of(mine);
            way.call(COMM, "scan", buf, FEW, MPI.INT, MPI.SUM);
            assertValues(sums(0, RANK + 1, FEW), buf);
            Object exclusive = way.room(FEW);
            way.call(COMM, "exScan", way.of(mine), exclusive, FEW, MPI.INT, MPI.SUM);
            assertValues(RANK > 0 ? before : Memory.values(way.room(FEW)), exclusive);
            Object same = way.of(mine);
            way.call(COMM, "exScan", same, FEW, MPI.INT, MPI.SUM);
            assertValues(RANK > 0 ? before : mine, same);
        });
    }

    /** Operations that do not commute are applied in the order of ranks. */
    @Check
    void reductionsInTheOrderOfRanks() {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        Op composition = new Op(new Composition(), false);
        int[][] expected = new int[SIZE][2];
        expected[0] = new int[] {2, 1};
        for (int rank = 1; rank < SIZE; rank++) {
            expected[rank] = new int[] {expected[rank - 1][0] * (2 + rank),
                (2 + rank) * expected[rank - 1][1] + 2 * rank + 1};
        }
        Way.every(way -> {
            int[] mine = {2 + RANK, 2 * RANK + 1};
            Object all = way.room(2);
            way.call(COMM, "allReduce", way.of(mine), all, 1, pair, composition);
            assertValues(expected[SIZE - 1], all);
            Object some = way.of(mine);
            way.call(COMM, "scan", some, 1, pair, composition);
            assertValues(expected[RANK], some);
            Object atRoot = way.of(mine);
            way.call(COMM, "reduce", atRoot, 1, pair, composition, ROOT);
            assertValues(AT_ROOT ? expected[SIZE - 1] : mine, atRoot);
        });
        composition.free();
    }

    @Check
    void reduceLocal() {
        for (Memory memory : Memory.values()) {
            Object inOut = memory.of(items(1, 0, FEW));
            mpi.Comm.reduceLocal(memory.of(items(2, 0, FEW)), inOut, FEW, MPI.INT, MPI.SUM);
            assertValues(sums(1, 3, FEW), inOut);
        }
    }

    /**
     * A call that sends from the memory into which it receives gives the same results as a call with separate buffers.
     */
    @Check
    void sameBufferOnBothSides() {
        Way.every(way -> {
            Object sum = way.of(items(RANK, 0, FEW));
            way.call(COMM, "allReduce", sum, sum, FEW, MPI.INT, MPI.SUM);
            assertValues(sums(0, SIZE, FEW), sum);
            Object exchanged = way.of(ofEach(SIZE, to -> items(RANK, to, FEW)));
            way.call(COMM, "allToAll", exchanged, FEW, MPI.INT, exchanged, FEW, MPI.INT);
            assertValues(ofEach(SIZE, from -> items(from, RANK, FEW)), exchanged);
            Object gathered = way.of(joined(items(RANK, 0, FEW), new int[(SIZE - 1) * FEW]));
            way.call(COMM, "allGather", gathered, FEW, MPI.INT, gathered, FEW, MPI.INT);
            assertValues(ofEach(SIZE, rank -> items(rank, 0, FEW)), gathered);
            Object partial = way.of(items(RANK, 0, FEW));
            way.call(COMM, "scan", partial, partial, FEW, MPI.INT, MPI.SUM);
            assertValues(sums(0, RANK + 1, FEW), partial);
        });
    }

    /**
     * Several collectives are under way on one communicator, and are completed in another order than they were started
     * in.
     */
    @Check
    void severalUnderWay() {
        Way.every(way -> {
            if (way.blocking()) {
                return;
            }
            Object[] sums = new Object[FEW];
            Request[] requests = new Request[FEW];
            for (int i = 0; i < FEW; i++) {
                sums[i] = way.of(items(RANK, 0, FEW + i));
                requests[i] = way.begin(COMM, "allReduce", sums[i], FEW + i, MPI.INT, MPI.SUM);
            }
            for (int i = FEW - 1; i >= 0; i--) {
                requests[i].waitFor();
                assertValues(sums(0, SIZE, FEW + i), sums[i]);
            }
        });
    }

    /** If nothing is sent, buffers may have no elements. */
    @Check
    void nothing() {
        Way.every(way -> {
            way.call(COMM, "allGather", way.of(EMPTY), 0, MPI.INT, way.of(EMPTY), 0, MPI.INT);
            way.call(COMM, "allToAllv", way.of(EMPTY), new int[SIZE], new int[SIZE], MPI.INT, way.of(EMPTY),
                new int[SIZE], new int[SIZE], MPI.INT);
            way.call(COMM, "allToAllw", way.of(EMPTY), new int[SIZE], new int[SIZE], new Datatype[SIZE],
                way.of(EMPTY), new int[SIZE], new int[SIZE], new Datatype[SIZE]);
        });
    }

    /** A slice of a buffer is a buffer of its own. */
    @Check
    void slices() {
        int[] array = joined(items(9, 0, 2), items(RANK, 0, FEW));
        COMM.allReduce(MPI.slice(array, 2), FEW, MPI.INT, MPI.SUM);
        assertArrayEquals(joined(items(9, 0, 2), sums(0, SIZE, FEW)), array);
    }
}
