package mpj.transport.nio;

import java.util.ArrayDeque;
import java.util.Queue;
import mpj.transport.spi.TransportException;

/**
 * The processes of other jobs that have said goodbye, and whose departure is not reported yet. It is reported after a
 * while, because the ranks of a job leave together: the last packets of the others may still be under way, and a
 * collective operation that needs only those packets must not fail. Used by one thread.
 */
final class Departures {
    private static final long DELAY = 2_000_000_000;

    private record Departure(int peer, String host, long due) {
    }

    private final Queue<Departure> waiting = new ArrayDeque<>();

    void add(int peer, String host, long now) {
        waiting.add(new Departure(peer, host, now + DELAY));
    }

    /** The time of {@link System#nanoTime} at which the next departure is due, or {@code other} if that is earlier. */
    long nextDue(long other) {
        Departure next = waiting.peek();
        return next == null || next.due - other > 0 ? other : next.due;
    }

    /** The next departure that is due, or null. */
    SetupEvent next(long now) {
        Departure next = waiting.peek();
        if (next == null || next.due - now > 0) {
            return null;
        }
        waiting.remove();
        return new SetupEvent.Left(next.peer, new TransportException("host " + next.host
            + ": its process has called MPI.Finalize"));
    }
}
