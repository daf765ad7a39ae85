package mpj.tests.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;

/** The random scenario in mpiJava's API. */
public final class MpijavaScenario extends RandomScenario {
    private MpijavaScenario() {
        super(MPI.COMM_WORLD.Rank(), MPI.COMM_WORLD.Size());
    }

    /** Runs as a rank. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        MPI.Init(arguments);
        System.out.println(new MpijavaScenario().run());
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
        return Datatype.Contiguous(count, (Datatype) type);
    }

    @Override
    protected Object vector(int count, int length, int stride, Object type) {
        return Datatype.Vector(count, length, stride, (Datatype) type);
    }

    @Override
    protected Object hvector(int count, int length, int stride, Object type, Kind kind) {
        return Datatype.Hvector(count, length, stride, (Datatype) type);
    }

    @Override
    protected Object indexed(int[] lengths, int[] places, Object type) {
        return Datatype.Indexed(lengths, places, (Datatype) type);
    }

    @Override
    protected Object hindexed(int[] lengths, int[] places, Object type, Kind kind) {
        return Datatype.Hindexed(lengths, places, (Datatype) type);
    }

    @Override
    protected Object struct(int[] lengths, int[] places, Object[] types, Kind kind) {
        return Datatype.Struct(lengths, places, Arrays.copyOf(types, types.length, Datatype[].class));
    }

    @Override
    protected Object resized(Object type, int lb, int extent, Kind kind) {
        return Datatype.Struct(new int[] {1, 1, 1}, new int[] {lb, 0, lb + extent},
            new Datatype[] {MPI.LB, (Datatype) type, MPI.UB});
    }

    @Override
    protected void commit(Object type) {
        ((Datatype) type).Commit();
    }

    @Override
    protected Object op(int number) {
        return new Op[] {MPI.SUM, MPI.MAX, MPI.MIN}[number];
    }

    @Override
    protected void call(String name, Object... arguments) throws ReflectiveOperationException {
        List<Object> all = new ArrayList<>();
        for (Object argument : arguments) {
            if (argument instanceof Buffer buffer) {
                all.addAll(List.of(buffer.array(), 0));
            } else {
                all.add(argument);
            }
        }
        invoke(MPI.COMM_WORLD, name, all.toArray());
    }
}
