package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.DoubleComplex;
import mpi.MPI;
import mpi.Request;
import mpi.ShortInt;
import mpi.Status;
import mpi.Struct;
import mpj.tests.Check;
import mpj.tests.Runs;

/** MPI 3.1, chapter 4: messages of derived datatypes, with all kinds of buffers. */
@Runs(ranks = {1, 2, 3})
public final class DatatypeChecks {
    private static final int TAG = 4;
    /** The number of items of a message that does not leave at once. */
    private static final int MANY = 30_000;
    private static final ByteOrder NATIVE = ByteOrder.nativeOrder();

    /** A mass, a position and a charge, with gaps as in C. */
    private static final class Particle extends Struct {
        final int mass = addDouble();
        final int position = addFloat(3);
        final int charge = addShort();

        @Override
        protected Data newData() {
            return new Data();
        }

        final class Data extends Struct.Data {
            void fill(int seed) {
                putDouble(mass, seed + 0.5);
                for (int i = 0; i < 3; i++) {
                    putFloat(position, i, seed + i);
                }
                putShort(charge, (short) -seed);
            }

            double[] values() {
                return new double[] {getDouble(mass), getFloat(position, 0), getFloat(position, 1),
                    getFloat(position, 2), getShort(charge)};
            }
        }
    }

    private static final Particle PARTICLE = new Particle();

    private static double[] particle(int seed) {
        return new double[] {seed + 0.5, seed, seed + 1, seed + 2, (short) -seed};
    }

    private static byte[] particles(int count, int seed) {
        byte[] particles = new byte[count * PARTICLE.getExtent()];
        for (int i = 0; i < count; i++) {
            PARTICLE.<Particle.Data>getData(particles, i).fill(seed + i);
        }
        return particles;
    }

    private static void assertParticles(int count, int seed, byte[] particles) {
        for (int i = 0; i < count; i++) {
            assertArrayEquals(particle(seed + i), PARTICLE.<Particle.Data>getData(particles, i).values());
        }
    }

    /** Buffers of all kinds with these bytes, whose number is a multiple of 8. */
    private static List<Object> buffers(byte[] contents) {
        MemorySegment segment = MemorySegment.ofArray(contents);
        return List.of(contents.clone(), segment.toArray(ValueLayout.JAVA_INT_UNALIGNED),
            segment.toArray(ValueLayout.JAVA_LONG_UNALIGNED), ByteBuffer.wrap(contents.clone()),
            MPI.newByteBuffer(contents.length).put(contents), MPI.slice(contents.clone(), 0),
            Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, contents), MemorySegment.ofArray(contents.clone()));
    }

    private static byte[] bytes(Object buffer) {
        MemorySegment segment = switch (buffer) {
            case byte[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case ByteBuffer bytes -> MemorySegment.ofBuffer(bytes.duplicate().clear());
            default -> (MemorySegment) buffer;
        };
        return segment.toArray(ValueLayout.JAVA_BYTE);
    }

    private static Status ring(Object sent, int sendCount, Datatype sendType, Object received, int count,
                               Datatype type) {
        return COMM.sendRecv(sent, sendCount, sendType, NEXT, TAG, received, count, type, PREVIOUS, TAG);
    }

    @Check
    void structsInBuffersOfAllKinds() {
        for (int count : new int[] {1, 3, MANY}) {
            List<Object> sent = buffers(particles(count, 100 * RANK));
            List<Object> received = buffers(new byte[count * PARTICLE.getExtent()]);
            for (int i = 0; i < sent.size(); i++) {
                Object into = received.get((i + 3) % received.size());
                Status status = ring(sent.get(i), count, PARTICLE.getType(), into, count, PARTICLE.getType());
                assertEquals(count, status.getCount(PARTICLE.getType()));
                assertEquals(5 * count, status.getElements(PARTICLE.getType()));
                assertParticles(count, 100 * PREVIOUS, bytes(into));
            }
        }
    }

    @Check
    void gapsStayAsTheyAre() {
        byte[] received = new byte[2 * PARTICLE.getExtent()];
        Arrays.fill(received, (byte) 99);
        ring(particles(2, 5), 2, PARTICLE.getType(), received, 2, PARTICLE.getType());
        assertEquals(99, received[PARTICLE.getExtent() - 1]);
        assertEquals(99, received[PARTICLE.getExtent() - 2]);
        assertParticles(2, 5, received);
    }

    /** The same elements have other places at the receiver, or are received as plain elements. */
    @Check
    void structsAreReceivedAsOtherDatatypesWithTheSameElements() {
        Datatype turned = Datatype.createStruct(new int[] {1, 3, 1}, new int[] {24, 4, 0},
            new Datatype[] {MPI.DOUBLE, MPI.FLOAT, MPI.SHORT});
        turned.commit();
        ByteBuffer received = MPI.newByteBuffer(64);
        ring(particles(2, 7), 2, PARTICLE.getType(), received, 2, turned);
        assertEquals(8.5, received.getDouble(32 + 24));
        assertEquals(10, received.getFloat(32 + 12));
        assertEquals(-7, received.getShort(0));
        Datatype ints = Datatype.createStruct(new int[] {1, 1}, new int[] {8, 0}, new Datatype[] {MPI.INT, MPI.INT});
        ints.commit();
        int[] plain = new int[2];
        assertEquals(2, ring(new int[] {1, 0, 2}, 1, ints, plain, 2, MPI.INT).getCount(MPI.INT));
        assertArrayEquals(new int[] {2, 1}, plain);
        int[] spread = new int[3];
        ring(plain, 2, MPI.INT, spread, 1, ints);
        assertArrayEquals(new int[] {1, 0, 2}, spread);
        turned.free();
        ints.free();
    }

    @Check
    void displacementsInBytes() {
        Datatype everyThird = Datatype.createHVector(4, 1, 3 * Integer.BYTES, MPI.INT);
        everyThird.commit();
        int[] received = new int[4];
        ring(IntStream.range(0, 10).toArray(), 1, everyThird, received, 4, MPI.INT);
        assertArrayEquals(new int[] {0, 3, 6, 9}, received);

        Datatype unaligned = Datatype.createHIndexed(new int[] {1, 1}, new int[] {7, 1}, MPI.INT);
        unaligned.commit();
        ByteBuffer bytes = MPI.newByteBuffer(11);
        ring(new int[] {RANK, -1}, 2, MPI.INT, bytes, 1, unaligned);
        assertEquals(PREVIOUS, bytes.getInt(7));
        assertEquals(-1, bytes.getInt(1));
        everyThird.free();
        unaligned.free();
    }

    /** A column is resized, so that the next column begins beside it. */
    @Check
    void transposedMatrix() {
        int rows = 40;
        int columns = 30;
        Datatype column = Datatype.createVector(rows, 1, columns, MPI.DOUBLE);
        Datatype next = Datatype.createResized(column, 0, Double.BYTES);
        next.commit();
        double[] matrix = IntStream.range(0, rows * columns).asDoubleStream().toArray();
        double[] transposed = new double[rows * columns];
        ring(matrix, columns, next, transposed, rows * columns, MPI.DOUBLE);
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < columns; i++) {
                assertEquals(matrix[row * columns + i], transposed[i * rows + row]);
            }
        }
        column.free();
        next.free();
    }

    /** The inner part of an array with a border, and the part of a distributed array that each rank has. */
    @Check
    void partsOfArrays() {
        Datatype inner = Datatype.createSubarray(new int[] {4, 6}, new int[] {2, 4}, new int[] {1, 1}, MPI.ORDER_C,
            MPI.INT);
        inner.commit();
        int[] received = new int[24];
        ring(IntStream.range(0, 8).toArray(), 8, MPI.INT, received, 1, inner);
        assertArrayEquals(new int[] {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0}, received);
        inner.free();

        int rows = 2 * SIZE;
        int[] array = IntStream.range(0, rows * 3).toArray();
        int[] mine = new int[6];
        Datatype[] parts = new Datatype[SIZE];
        for (int rank = 0; rank < SIZE; rank++) {
            parts[rank] = Datatype.createDarray(SIZE, rank, new int[] {rows, 3},
                new int[] {MPI.DISTRIBUTE_CYCLIC, MPI.DISTRIBUTE_NONE}, new int[] {1, 1}, new int[] {SIZE, 1},
                MPI.ORDER_C, MPI.INT);
            parts[rank].commit();
        }
        ring(array, 1, parts[NEXT], mine, 6, MPI.INT);
        int second = RANK + SIZE;
        assertArrayEquals(new int[] {3 * RANK, 3 * RANK + 1, 3 * RANK + 2, 3 * second, 3 * second + 1, 3 * second + 2},
            mine);
        Arrays.stream(parts).forEach(Datatype::free);
    }

    @Check
    void pairsAndComplexNumbers() {
        byte[] pairs = new byte[2 * MPI.SHORT_INT.getExtent()];
        ShortInt.Data second = MPI.shortInt.getData(pairs, 1);
        second.putValue((short) RANK);
        second.putIndex(1 << 20);
        ByteBuffer received = MPI.newByteBuffer(pairs.length);
        Status status = ring(pairs, 2, MPI.SHORT_INT, received, 2, MPI.SHORT_INT);
        assertEquals(2, status.getCount(MPI.SHORT_INT));
        second = MPI.shortInt.getData(received, 1);
        assertEquals(PREVIOUS, second.getValue());
        assertEquals(1 << 20, second.getIndex());

        double[] numbers = new double[4];
        status = ring(new double[] {1, 2, 3, RANK}, 2, MPI.DOUBLE_COMPLEX, numbers, 2, MPI.DOUBLE_COMPLEX);
        assertEquals(2, status.getCount(MPI.DOUBLE_COMPLEX));
        assertEquals(3, DoubleComplex.get(numbers, 1).getReal());
        assertEquals(PREVIOUS, DoubleComplex.get(numbers, 1).getImag());
    }

    @Check
    void structsGoThroughPackedBytes() {
        byte[] packed = new byte[COMM.packSize(3, PARTICLE.getType())];
        int size = COMM.pack(particles(3, 9), 3, PARTICLE.getType(), packed, 0);
        assertEquals(3 * PARTICLE.getType().getSize(), size);
        byte[] arrived = new byte[size];
        ring(packed, size, MPI.PACKED, arrived, size, MPI.PACKED);
        byte[] unpacked = new byte[3 * PARTICLE.getExtent()];
        assertEquals(size, COMM.unpack(arrived, 0, unpacked, 3, PARTICLE.getType()));
        assertParticles(3, 9, unpacked);
        ring(packed, size, MPI.PACKED, unpacked, 3, PARTICLE.getType());
        assertParticles(3, 9, unpacked);
    }

    @Check
    void collectivesAndCallsThatDoNotBlock() {
        int extent = PARTICLE.getExtent();
        byte[] all = new byte[SIZE * extent];
        COMM.allGather(particles(1, RANK), 1, PARTICLE.getType(), all, 1, PARTICLE.getType());
        assertParticles(SIZE, 0, all);
        ByteBuffer direct = MPI.newByteBuffer(MANY * extent);
        if (RANK == SIZE - 1) {
            direct.put(0, particles(MANY, 3));
        }
        COMM.bcast(direct, MANY, PARTICLE.getType(), SIZE - 1);
        byte[] bytes = new byte[direct.capacity()];
        direct.get(0, bytes);
        assertParticles(MANY, 3, bytes);
        ByteBuffer into = MPI.newByteBuffer(MANY * extent);
        Request receive = COMM.iRecv(into, MANY, PARTICLE.getType(), PREVIOUS, TAG);
        Request send = COMM.iSend(direct, MANY, PARTICLE.getType(), NEXT, TAG);
        Request.waitAll(new Request[] {receive, send});
        into.get(0, bytes);
        assertParticles(MANY, 3, bytes);
        // In a collective, a rank's own part is converted from one kind of datatype to the other.
        int[] ints = new int[2 * SIZE];
        ByteBuffer pair = MPI.newByteBuffer(8).putInt(0, RANK).putInt(4, -RANK);
        COMM.allGather(pair, 1, MPI.INT2, ints, 2, MPI.INT);
        assertArrayEquals(IntStream.range(0, SIZE).flatMap(rank -> IntStream.of(rank, -rank)).toArray(), ints);
    }

    @Check
    void buffersOfAnyByteOrderHoldStructs() {
        ByteBuffer other = ByteBuffer.allocateDirect(PARTICLE.getExtent());
        ring(particles(1, 4), 1, PARTICLE.getType(), other.order(ByteOrder.BIG_ENDIAN), 1, PARTICLE.getType());
        assertArrayEquals(particle(4), PARTICLE.<Particle.Data>getData(other).values());
        assertEquals(4.5, other.order(NATIVE).getDouble(0));
    }

    @Check
    void errors() {
        byte[] one = particles(1, 1);
        Datatype uncommitted = Datatype.createContiguous(2, PARTICLE.getType());
        assertError(MPI.ERR_TYPE, "not committed", () -> COMM.send(one, 1, uncommitted, NEXT, TAG));
        uncommitted.free();
        assertError(MPI.ERR_TYPE, "was freed", () -> COMM.send(one, 1, uncommitted, NEXT, TAG));
        assertError(MPI.ERR_TYPE, "DATATYPE_NULL", () -> COMM.send(one, 1, MPI.DATATYPE_NULL, NEXT, TAG));
        assertError(MPI.ERR_BUFFER, "do not lie in buf", () -> COMM.send(one, 2, PARTICLE.getType(), NEXT, TAG));
        assertError(MPI.ERR_BUFFER, "do not lie in buf",
            () -> COMM.send(new int[5], 1, PARTICLE.getType(), NEXT, TAG));
        assertError(MPI.ERR_TYPE, "boolean[]", () -> COMM.send(new boolean[99], 1, PARTICLE.getType(), NEXT, TAG));
        assertError(MPI.ERR_TYPE, "needs int[]", () -> COMM.send(one, 1, MPI.INT, NEXT, TAG));
        assertError(MPI.ERR_TRUNCATE, "takes at most",
            () -> ring(particles(2, 1), 2, PARTICLE.getType(), one, 1, PARTICLE.getType()));
        assertError(MPI.ERR_TYPE, "FLOAT", () -> ring(new int[1], 1, MPI.INT, new float[1], 1, MPI.FLOAT));
    }
}
