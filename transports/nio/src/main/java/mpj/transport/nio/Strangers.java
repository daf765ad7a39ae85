package mpj.transport.nio;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** The accepted connections that have proved nothing yet: few, and not for long. */
final class Strangers {
    /** When there are more, the oldest goes; a rank that is dropped so tries again. */
    private static final int MOST = 256;
    private static final System.Logger.Level LEVEL = System.Logger.Level.WARNING;

    private final Set<Admission> admissions = new LinkedHashSet<>();
    private boolean logged;

    void add(Admission admission) {
        admissions.add(admission);
        if (admissions.size() > MOST) {
            drop(admissions.iterator().next(), "there are too many at once");
        }
    }

    /** It has proved to be of the job. */
    void remove(Admission admission) {
        admissions.remove(admission);
    }

    /** It has left by itself: it only looked, or is a rank whose other connection came first. */
    void left(Admission admission) {
        admissions.remove(admission);
        close(admission.channel());
    }

    void drop(Admission admission, String reason) {
        admissions.remove(admission);
        if (!logged) {
            logged = true;
            System.getLogger("mpj.transport.nio").log(LEVEL, "dropped a connection from "
                + describe(admission.channel()) + ", which is no rank of this job: " + reason
                + ". Others like it are dropped without a word.");
        }
        close(admission.channel());
    }

    /** Drops those whose time is over. */
    void expire(long now) {
        for (Iterator<Admission> oldest = admissions.iterator(); oldest.hasNext();) {
            Admission admission = oldest.next();
            if (admission.deadline() - now > 0) {
                return;
            }
            oldest.remove();
            drop(admission, "it did not prove to know the job's secret in time");
        }
    }

    boolean isEmpty() {
        return admissions.isEmpty();
    }

    void close() {
        admissions.forEach(admission -> close(admission.channel()));
        admissions.clear();
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
