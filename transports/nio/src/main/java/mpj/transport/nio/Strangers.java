package mpj.transport.nio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The accepted connections whose other end has proved nothing yet. Their number and their time are limited. A
 * connection that was too slow may have come from a rank, which then connects again. So no warning is given before a
 * rank from that address has had enough time to do so.
 */
final class Strangers {
    /** When there are more, the oldest is dropped. A rank that is dropped in this way tries again. */
    private static final int MOST = 256;

    /** A connection that was dropped, and that may have come from a rank. */
    private record Doubt(InetAddress from, String warning, long until) {
    }

    private final Set<Admission> admissions = new LinkedHashSet<>();
    private final List<Doubt> doubts = new ArrayList<>();
    private final Consumer<String> warn;
    private final long grace;
    private boolean logged;

    /**
     * @param warn takes the one warning
     * @param grace how long a rank that was dropped has to connect again, in nanoseconds
     */
    Strangers(Consumer<String> warn, long grace) {
        this.warn = warn;
        this.grace = grace;
    }

    void add(Admission admission, long now) {
        admissions.add(admission);
        if (admissions.size() > MOST) {
            dropInDoubt(admissions.iterator().next(), "there are too many at once", now);
        }
    }

    /** Removes a connection whose other end has proved to be of the job. */
    void remove(Admission admission) {
        admissions.remove(admission);
    }

    /**
     * Notes that a rank has connected. A connection that was dropped from the same address came from this rank, or is
     * of no more interest.
     */
    void came(SocketChannel channel) {
        if (!doubts.isEmpty()) {
            InetAddress address = address(channel);
            doubts.removeIf(doubt -> doubt.from.equals(address));
        }
    }

    /**
     * Removes a connection that the other end has closed. That end only looked, or it is a rank whose other connection
     * came first.
     */
    void left(Admission admission) {
        admissions.remove(admission);
        close(admission.channel());
    }

    /** Drops a connection whose other end has shown that it is no rank of this job. */
    void drop(Admission admission, String reason) {
        admissions.remove(admission);
        log("dropped a connection from " + describe(admission.channel()) + ", which is no rank of this job: " + reason);
        close(admission.channel());
    }

    private void dropInDoubt(Admission admission, String reason, long now) {
        admissions.remove(admission);
        InetAddress from = address(admission.channel());
        if (!logged && from != null && doubts.size() < MOST) {
            doubts.add(new Doubt(from, "dropped a connection from " + describe(admission.channel()) + ": " + reason
                + ". It is a stranger, or a slow rank of this job on a busy host; no rank has come from there in the "
                + grace / 1_000_000_000 + " s since", now + grace));
        }
        close(admission.channel());
    }

    private void log(String warning) {
        if (!logged) {
            logged = true;
            doubts.clear();
            warn.accept(warning + ". Further connections like it are dropped without a message.");
        }
    }

    /**
     * Drops the connections whose time is over. Warns of an earlier one if no rank has come from its address since.
     *
     * @param limit the time that each has to prove itself, in nanoseconds
     */
    void expire(long now, long limit) {
        for (Iterator<Doubt> each = doubts.iterator(); each.hasNext();) {
            Doubt doubt = each.next();
            if (doubt.until - now <= 0) {
                log(doubt.warning);
                break;
            }
        }
        for (Admission admission : List.copyOf(admissions)) {
            if (admission.begun() + limit - now > 0) {
                return;
            }
            dropInDoubt(admission, "it did not prove to know the job's secret within " + limit / 1_000_000 + " ms",
                now);
        }
    }

    boolean isEmpty() {
        return admissions.isEmpty();
    }

    void close() {
        admissions.forEach(admission -> close(admission.channel()));
        admissions.clear();
    }

    /** The remote address, or null if the connection is gone. */
    private static InetAddress address(SocketChannel channel) {
        try {
            return channel.getRemoteAddress() instanceof InetSocketAddress remote ? remote.getAddress() : null;
        } catch (IOException e) {
            return null;
        }
    }

    private static String describe(SocketChannel channel) {
        try {
            return String.valueOf(channel.getRemoteAddress());
        } catch (IOException e) {
            return "an unknown address";
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The connection is gone anyway.
            return;
        }
    }
}
