package mpj.engine.packet;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import mpj.engine.Receive;
import mpj.engine.match.Arrival;
import mpj.engine.match.PostedReceives;
import mpj.engine.match.UnexpectedMessages;
import mpj.tools.Message;
import mpj.watch.RankWatch;

/**
 * Sees the messages of a watched engine: at its transports, which are wrapped, and at the two queues of matching. An
 * engine that nobody watches has no such object. Called with the engine's lock held, except while the transports are
 * opened.
 */
final class MessageWatch {
    private record Held(Message message, long since) {
    }

    final RankWatch watch;
    /** How many messages have come from each source. */
    private long[] numbers = new long[16];
    private final Map<Arrival, Held> held = new IdentityHashMap<>();
    private PostedReceives posted;
    private UnexpectedMessages unexpected;
    /** The message whose first packet is being handled, or null. */
    private SeenMessage arriving;

    MessageWatch(RankWatch watch) {
        this.watch = watch;
    }

    /** Sets the queues to watch, before any message comes. */
    void queues(PostedReceives ofReceives, UnexpectedMessages ofMessages) {
        posted = ofReceives;
        unexpected = ofMessages;
    }

    /** The number of the next message from a source. If {@code taken}, the message after it gets the next number. */
    long next(int source, boolean taken) {
        if (source >= numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(source + 1, 2 * numbers.length));
        }
        long next = numbers[source] + 1;
        if (taken) {
            numbers[source] = next;
        }
        return next;
    }

    /**
     * A message begins to arrive. Returns the message that was arriving until now, if any: over the loopback, a message
     * can arrive while another is being handled.
     */
    SeenMessage begin(SeenMessage message) {
        SeenMessage outer = arriving;
        arriving = message;
        return outer;
    }

    /** The message has been handled. */
    void end(SeenMessage outer) {
        arriving.end();
        arriving = outer;
    }

    /** A message has arrived, or at least its first packet. */
    void arrived(SeenMessage message) {
        if (!watch.arrived(message.bytes(), message.sequence(), message.foundNone(), message.wholeIn())) {
            watch.arrived(message.told(), message.foundNone(), message.wholeIn());
        }
    }

    void posted(Receive receive) {
        watch.posted(receive, receive.context, receive.source, receive.tag, receive.capacity);
        queued();
    }

    /** The message that is arriving has met a posted receive. */
    void matchedPosted(Receive receive) {
        queued();
        if (arriving != null) {
            arriving.noteMet(receive);
            if (watch.timesEachCall()) {
                watch.matched(arriving.told());
            }
        }
    }

    void keep(Arrival arrival) {
        if (arriving != null) {
            arriving.noteNone();
            held.put(arrival, new Held(arriving.told(), System.nanoTime()));
        }
        queued();
    }

    void forget(Arrival arrival) {
        held.remove(arrival);
        queued();
    }

    /**
     * Calls {@code takeOut}, which takes an unexpected message out of its queue, and keeps what is known of the
     * message.
     */
    void probed(Arrival arrival, Runnable takeOut) {
        Held known = held.get(arrival);
        takeOut.run();
        if (known != null) {
            held.put(arrival, known);
        }
    }

    /** Calls {@code takeOut}, which takes an unexpected message out of its queue because its receive has come. */
    void matched(Arrival arrival, Runnable takeOut) {
        Held known = held.get(arrival);
        takeOut.run();
        held.remove(arrival);
        queued();
        if (known != null) {
            watch.matched(known.message, System.nanoTime() - known.since);
        }
    }

    void queued() {
        watch.queued(posted.size(), held.size());
    }
}
