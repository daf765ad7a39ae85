package mpj.runtime.host;

import java.lang.reflect.Method;

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
    private final boolean hasOffset;
    private final Object type;
    private final double[] message = new double[1];

    private RoundTrips(Object world, Method send, Method receive, boolean hasOffset, Object type) {
        this.world = world;
        this.send = send;
        this.receive = receive;
        this.hasOffset = hasOffset;
        this.type = type;
    }

    /** Runs in every rank, as the layer above this module is reached by name. */
    static void run(Class<?> mpi, Object world) throws ReflectiveOperationException {
        Class<?> communicator = world.getClass();
        Object type = mpi.getField("DOUBLE").get(null);
        Method rankOf = ofEither(communicator, "getRank", "Rank");
        boolean hasOffset = rankOf.getName().equals("Rank");
        RoundTrips trips = hasOffset
            ? new RoundTrips(world, withOffset(communicator, "Send", type), withOffset(communicator, "Recv", type),
                true, type)
            : new RoundTrips(world, withoutOffset(communicator, "send", type),
                withoutOffset(communicator, "recv", type), false, type);
        int rank = (Integer) rankOf.invoke(world);
        int size = (Integer) ofEither(communicator, "getSize", "Size").invoke(world);
        if (size >= RANKS && rank < RANKS) {
            trips.run(rank);
        }
    }

    /** The method that either API has. */
    static Method ofEither(Class<?> type, String one, String other) throws NoSuchMethodException {
        try {
            return type.getMethod(one);
        } catch (NoSuchMethodException e) {
            return type.getMethod(other);
        }
    }

    private static Method withOffset(Class<?> communicator, String name, Object type) throws NoSuchMethodException {
        return communicator.getMethod(name, Object.class, int.class, int.class, type.getClass(), int.class, int.class);
    }

    private static Method withoutOffset(Class<?> communicator, String name, Object type) throws NoSuchMethodException {
        return communicator.getMethod(name, Object.class, int.class, type.getClass(), int.class, int.class);
    }

    private void run(int rank) throws ReflectiveOperationException {
        int other = 1 - rank;
        long start = System.nanoTime();
        int done = 0;
        boolean enough = false;
        while (!enough) {
            for (int i = 0; i < TRIPS_AT_ONCE; i++) {
                if (rank == 0) {
                    call(send, other);
                    call(receive, other);
                } else {
                    call(receive, other);
                    call(send, other);
                }
            }
            // The last message of these had rank 0's word, as it comes back from rank 1.
            enough = message[0] > 0;
            done += TRIPS_AT_ONCE;
            if (rank == 0 && (done >= ENOUGH || System.nanoTime() - start > LIMIT_NANOS)) {
                message[0] = 1;
            }
        }
    }

    private void call(Method method, int other) throws ReflectiveOperationException {
        if (hasOffset) {
            method.invoke(world, message, 0, 1, type, other, 0);
        } else {
            method.invoke(world, message, 1, type, other, 0);
        }
    }
}
