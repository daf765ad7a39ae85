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
 * The accepted connections that have proved nothing yet: few, and not for long. One that was too slow may have been a
 * rank's, which then comes again. So nothing is said of it before a rank from its address has had the time for that.
 */
final class Strangers {
    /** When there are more, the oldest goes; a rank that is dropped so tries again. */
    private static final int MOST = 256;

    /** A connection that was dropped, and may have been a rank's. */
    private record Doubt(InetAddress from, String warning, long until) {
    }

    private final Set<Admission> admissions = new LinkedHashSet<>();
    private final List<Doubt> doubts = new ArrayList<>();
    private final Consumer<String> warn;
    private final long grace;
    private boolean logged;

    /**
     * @param warn takes the one warning
     * @param grace how long, in nanoseconds, a rank that was dropped has to come again
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

    /** It has proved to be of the job. */
    void remove(Admission admission) {
        admissions.remove(admission);
    }

    /** A rank has come: what was dropped from its address was this rank, or is of no more interest. */
    void came(SocketChannel channel) {
        if (!doubts.isEmpty()) {
            InetAddress address = address(channel);
            doubts.removeIf(doubt -> doubt.from.equals(address));
        }
    }

    /** It has left by itself: it only looked, or is a rank whose other connection came first. */
    void left(Admission admission) {
        admissions.remove(admission);
        close(admission.channel());
    }

    /** It is no rank of this job: what it has said shows it. */
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
                + ". It is a stranger, or a slow rank of this job on a busy host, from where none has come again in "
                + grace / 1_000_000_000 + " s", now + grace));
        }
        close(admission.channel());
    }

    private void log(String warning) {
        if (!logged) {
            logged = true;
            doubts.clear();
            warn.accept(warning + ". Others like it are dropped without a word.");
        }
    }

    /**
     * Drops those whose time is over, and warns of one that was dropped if no rank has come from there.
     *
     * @param limit in nanoseconds, what each has to prove itself
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

    /** Null if it is gone. */
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
            // It is gone anyway.
            return;
        }
    }
}
