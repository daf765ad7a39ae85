package mpj.runtime.host;

import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * What the first two ranks of a rehearsal do so often that the JVM compiles it: an AOT cache then has the profiles from
 * which it was compiled. One rank says when it is enough, so that a rehearsal on a busy machine ends, too.
 *
 * <p>All messages are of one type. With several, the profiles would say that any can come, and what is compiled from
 * them would be slower for the programs that use one or two.
 */
final class RoundTrips {
    /** The compiler needs some ten thousand; and then some, until it is done. */
    private static final int ENOUGH = 100_000;
    private static final long LIMIT_NANOS = 2_000_000_000L;
    /** So often is looked at the clock. */
    private static final int TRIPS_AT_ONCE = 1000;
    private static final int RANKS = 2;

    private final Object world;
    private final Method send;
    private final Method receive;
    private final double[] message = new double[1];
    /** Of either. */
    private final Object[] arguments;

    private RoundTrips(Class<?> mpi, Object world, int rank) throws ReflectiveOperationException {
        Object type = mpi.getField("DOUBLE").get(null);
        int other = 1 - rank;
        this.world = world;
        boolean isMpiJava = hasMethod(world.getClass(), "Rank");
        send = method(isMpiJava ? "Send" : "send", isMpiJava, type);
        receive = method(isMpiJava ? "Recv" : "recv", isMpiJava, type);
        arguments = isMpiJava ? new Object[] {message, 0, 1, type, other, 0}
            : new Object[] {message, 1, type, other, 0};
    }

    /** Runs in every rank, as the layer above this module is reached by name. */
    static void run(Class<?> mpi, Object world) throws ReflectiveOperationException {
        int rank = (Integer) ofEither(world.getClass(), "getRank", "Rank").invoke(world);
        int size = (Integer) ofEither(world.getClass(), "getSize", "Size").invoke(world);
        if (size >= RANKS && rank < RANKS) {
            new RoundTrips(mpi, world, rank).run(rank == 0);
        }
    }

    /** The method that either API has. */
    private static Method ofEither(Class<?> type, String one, String other) throws NoSuchMethodException {
        try {
            return type.getMethod(one);
        } catch (NoSuchMethodException e) {
            return type.getMethod(other);
        }
    }

    private static boolean hasMethod(Class<?> type, String name) {
        return Arrays.stream(type.getMethods()).anyMatch(method -> method.getName().equals(name));
    }

    private Method method(String name, boolean hasOffset, Object type) throws NoSuchMethodException {
        Class<?> datatype = type.getClass();
        return hasOffset
            ? world.getClass().getMethod(name, Object.class, int.class, int.class, datatype, int.class, int.class)
            : world.getClass().getMethod(name, Object.class, int.class, datatype, int.class, int.class);
    }

    private void run(boolean begins) throws ReflectiveOperationException {
        long start = System.nanoTime();
        int done = 0;
        boolean enough = false;
        while (!enough) {
            for (int i = 0; i < TRIPS_AT_ONCE; i++) {
                (begins ? send : receive).invoke(world, arguments);
                (begins ? receive : send).invoke(world, arguments);
            }
            // The last message of these had the first rank's word, as it comes back from the other.
            enough = message[0] > 0;
            done += TRIPS_AT_ONCE;
            if (begins && (done >= ENOUGH || System.nanoTime() - start > LIMIT_NANOS)) {
                message[0] = 1;
            }
        }
    }
}
