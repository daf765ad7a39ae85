package mpj.tests.openmpi.programs;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpj.tests.programs.RandomScenario;

/** The random scenario in the Java API of Open MPI, with arrays, buffers and segments by turns. */
public final class OpenmpiScenario extends RandomScenario {
    private static final int WAYS = 4;

    private int calls;

    private OpenmpiScenario() {
        super(MPI.COMM_WORLD.getRank(), MPI.COMM_WORLD.getSize());
    }

    /** Runs as a rank. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        MPI.Init(arguments);
        System.out.println(new OpenmpiScenario().run());
        MPI.Finalize();
    }

    @Override
    protected Object base(Kind kind) {
        return switch (kind) {
            case BYTE -> MPI.BYTE;
            case CHAR -> MPI.CHAR;
            case SHORT -> MPI.SHORT;
            case INT -> MPI.INT;
            case LONG -> MPI.LONG;
            case FLOAT -> MPI.FLOAT;
            case DOUBLE -> MPI.DOUBLE;
        };
    }

    @Override
    protected Object contiguous(int count, Object type) {
        return Datatype.createContiguous(count, (Datatype) type);
    }

    @Override
    protected Object vector(int count, int length, int stride, Object type) {
        return Datatype.createVector(count, length, stride, (Datatype) type);
    }

    @Override
    protected Object hvector(int count, int length, int stride, Object type, Kind kind) {
        return Datatype.createHVector(count, length, stride * kind.bytes(), (Datatype) type);
    }

    @Override
    protected Object indexed(int[] lengths, int[] places, Object type) {
        return Datatype.createIndexed(lengths, places, (Datatype) type);
    }

    @Override
    protected Object hindexed(int[] lengths, int[] places, Object type, Kind kind) {
        return Datatype.createHIndexed(lengths, inBytes(places, kind), (Datatype) type);
    }

    @Override
    protected Object struct(int[] lengths, int[] places, Object[] types, Kind kind) {
        return Datatype.createStruct(lengths, inBytes(places, kind),
            Arrays.copyOf(types, types.length, Datatype[].class));
    }

    private static int[] inBytes(int[] places, Kind kind) {
        return Arrays.stream(places).map(place -> place * kind.bytes()).toArray();
    }

    @Override
    protected Object resized(Object type, int lb, int extent, Kind kind) {
        return Datatype.createResized((Datatype) type, lb * kind.bytes(), extent * kind.bytes());
    }

    @Override
    protected void commit(Object type) {
        ((Datatype) type).commit();
    }

    @Override
    protected Object op(int number) {
        return new Op[] {MPI.SUM, MPI.MAX, MPI.MIN}[number];
    }

    /** Each rank counts its turns separately, but all ranks agree on whether a call blocks. */
    @Override
    protected void call(String name, Object... arguments) throws ReflectiveOperationException {
        int way = calls++ % WAYS;
        List<Object> all = new ArrayList<>();
        List<Runnable> after = new ArrayList<>();
        for (Object argument : arguments) {
            all.add(!(argument instanceof Buffer buffer) ? argument : way == 0 ? buffer.array()
                : elsewhere(buffer, way, after));
        }
        if (way < 2) {
            invoke(MPI.COMM_WORLD, name, all.toArray());
        } else {
            ((Request) invoke(MPI.COMM_WORLD, "i" + name, all.toArray())).waitFor();
        }
        after.forEach(Runnable::run);
    }

    /** A direct buffer or a segment with the same elements, which are copied back afterwards. */
    private static Object elsewhere(Buffer buffer, int way, List<Runnable> after) {
        MemorySegment array = segment(buffer.array());
        ByteBuffer bytes = MPI.newByteBuffer(Array.getLength(buffer.array()) * buffer.kind().bytes());
        MemorySegment memory = MemorySegment.ofBuffer(bytes);
        memory.copyFrom(array);
        after.add(() -> array.copyFrom(memory));
        return way == WAYS - 1 ? memory : bytes.order(ByteOrder.nativeOrder());
    }

    private static MemorySegment segment(Object array) {
        return switch (array) {
            case byte[] all -> MemorySegment.ofArray(all);
            case char[] all -> MemorySegment.ofArray(all);
            case short[] all -> MemorySegment.ofArray(all);
            case int[] all -> MemorySegment.ofArray(all);
            case long[] all -> MemorySegment.ofArray(all);
            case float[] all -> MemorySegment.ofArray(all);
            case double[] all -> MemorySegment.ofArray(all);
            default -> throw new IllegalArgumentException(array.getClass().getName());
        };
    }
}
