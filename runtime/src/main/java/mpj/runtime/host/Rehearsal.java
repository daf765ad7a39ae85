package mpj.runtime.host;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatFactory;
import java.lang.reflect.Field;
import mpj.runtime.bootstrap.Bootstrap;

/**
 * The program whose ranks record the class-data archive: it goes the ways that most programs go at their start.
 *
 * <p>The MPI layer is above this module, so it is reached by name.
 */
public final class Rehearsal {
    private Rehearsal() {
    }

    /**
     * Runs as a rank.
     *
     * @throws ReflectiveOperationException when an API is not as it is called here
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        Class<?> mpi = null;
        try {
            mpi = Class.forName("mpi.MPI");
        } catch (ClassNotFoundException e) {
            exchange();
        }
        if (mpi != null) {
            initializeAndFinalize(mpi, args);
        }
        System.out.println(join("rank", args.length));
    }

    /** Joins as the compiler has most programs do it, but not this module: through invokedynamic's bootstrap. */
    private static String join(String text, int number) {
        try {
            MethodType type = MethodType.methodType(String.class, String.class, int.class);
            return (String) StringConcatFactory.makeConcatWithConstants(MethodHandles.lookup(), "join", type,
                "Hello from \1 \1").getTarget().invokeExact(text, number);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static void initializeAndFinalize(Class<?> mpi, String[] args) throws ReflectiveOperationException {
        mpi.getMethod("Init", String[].class).invoke(null, (Object) args);
        Field worldField = mpi.getField("COMM_WORLD");
        Object world = worldField.get(null);
        EitherApi api = new EitherApi(mpi, world);
        FirstCalls.run(api);
        RoundTrips.run(api);
        mpi.getMethod("Finalize").invoke(null);
    }

    private static void exchange() {
        try (Bootstrap bootstrap = Bootstrap.connect()) {
            bootstrap.put("rehearsal", new byte[] {1});
            bootstrap.fence();
            bootstrap.get(0, "rehearsal");
        }
    }
}
