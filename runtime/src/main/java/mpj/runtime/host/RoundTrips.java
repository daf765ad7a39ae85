package mpj.runtime.host;

import mpj.runtime.host.EitherApi.Buffer;
import mpj.runtime.host.EitherApi.Call;

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
            // The last message of these had the first rank's word, as it comes back from the other.
            enough = message[0] > 0;
            done += TRIPS_AT_ONCE;
            if (begins && (done >= ENOUGH || System.nanoTime() - start > LIMIT_NANOS)) {
                message[0] = 1;
            }
        }
    }
}
