package mpj.runtime.host;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatFactory;
import java.lang.reflect.Field;
import mpj.runtime.bootstrap.Bootstrap;

/**
 * The program whose ranks record for the class-data archive. It does what most programs do at their start.
 *
 * <p>The MPI layer is above this module, so its classes are used by name.
 */
public final class Rehearsal {
    private Rehearsal() {
    }

    /**
     * Runs as a rank.
     *
     * @throws ReflectiveOperationException when an API does not fit the calls here
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

    /**
     * Joins texts through invokedynamic's bootstrap, as the compiler makes most programs do it. This module is compiled
     * without that.
     */
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
        FirstMeeting.run(api);
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
