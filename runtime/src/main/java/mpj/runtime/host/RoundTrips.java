package mpj.runtime.host;

import mpj.runtime.host.EitherApi.Buffer;
import mpj.runtime.host.EitherApi.Call;

/**
 * The round trips that the first two ranks of a rehearsal repeat until the JVM compiles them. An AOT cache then has
 * their profiles. One rank decides when it is enough, so that a rehearsal on a busy machine also ends.
 *
 * <p>All messages have one type. With several types, the profiles would say that any type can come, and the compiled
 * code would be slower for programs that use one or two.
 */
final class RoundTrips {
    /** The compiler needs about ten thousand, and then some more until it has finished. */
    private static final int ENOUGH = 100_000;
    private static final long LIMIT_NANOS = 2_000_000_000L;
    /** The number of round trips between two looks at the clock. */
    private static final int TRIPS_AT_ONCE = 1000;
    private static final int RANKS = 2;

    private final double[] message = new double[1];
    private final Call send;
    private final Call receive;

    private RoundTrips(EitherApi api) throws ReflectiveOperationException {
        Buffer buffer = new Buffer(message, api.constant("DOUBLE"), 1);
        int other = 1 - api.rank();
        send = api.prepare("Send", buffer, other, 0);
        receive = api.prepare("Recv", buffer, other, 0);
    }

    /** Runs in every rank. */
    static void run(EitherApi api) throws ReflectiveOperationException {
        if (api.size() >= RANKS && api.rank() < RANKS) {
            new RoundTrips(api).run(api.rank() == 0);
        }
    }

    private void run(boolean begins) throws ReflectiveOperationException {
        long start = System.nanoTime();
        int done = 0;
        boolean enough = false;
        while (!enough) {
            for (int i = 0; i < TRIPS_AT_ONCE; i++) {
                (begins ? send : receive).make();
                (begins ? receive : send).make();
            }
            // The last of these messages contains the word of the first rank, because it comes back from the other
            // rank.
            enough = message[0] > 0;
            done += TRIPS_AT_ONCE;
            if (begins && (done >= ENOUGH || System.nanoTime() - start > LIMIT_NANOS)) {
                message[0] = 1;
            }
        }
    }
}
