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
 * engine that nobody watches has none of these. Called with the engine's lock held, except while the transports are
 * opened.
 */
final class MessageWatch {
    private record Held(Message message, long since) {
    }

    final RankWatch watch;
    /** By source, how many messages have come. */
    private long[] numbers = new long[16];
    private final Map<Arrival, Held> held = new IdentityHashMap<>();
    private PostedReceives posted;
    private UnexpectedMessages unexpected;
    /** The message whose first packet is being handled, or null. */
    private ArrivingMessage arriving;

    MessageWatch(RankWatch watch) {
        this.watch = watch;
    }

    /** Says which queues it is to watch, before any message comes. */
    void queues(PostedReceives ofReceives, UnexpectedMessages ofMessages) {
        posted = ofReceives;
        unexpected = ofMessages;
    }

    /** The number of the next message from a source; it is taken if {@code taken}. */
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

    /** A message begins to arrive. Returns the one that was arriving: the loopback answers within the handling. */
    ArrivingMessage begin(ArrivingMessage message) {
        ArrivingMessage outer = arriving;
        arriving = message;
        return outer;
    }

    /** It has been handled. */
    void end(ArrivingMessage outer) {
        arriving.end();
        arriving = outer;
    }

    /** A message has arrived, all of it or its first packet. */
    void arrived(ArrivingMessage message) {
        if (!watch.arrived(message.bytes(), message.sequence(), message.foundNone(), message.wholeIn())) {
            watch.arrived(message.told(), message.foundNone(), message.wholeIn());
        }
    }

    void posted(Receive receive) {
        watch.posted(receive, receive.source, receive.context, receive.tag, receive.capacity);
        queued();
    }

    /** The message that is arriving has met a posted receive. */
    void matchedPosted(Receive receive) {
        queued();
        if (arriving != null) {
            arriving.meets(receive);
            if (watch.timesEachCall()) {
                watch.matched(arriving.told());
            }
        }
    }

    void keep(Arrival arrival) {
        if (arriving != null) {
            arriving.findsNone();
            held.put(arrival, new Held(arriving.told(), System.nanoTime()));
        }
        queued();
    }

    void forget(Arrival arrival) {
        held.remove(arrival);
        queued();
    }

    /** Calls what takes an unexpected message out, and keeps what is known of it. */
    void probed(Arrival arrival, Runnable takeOut) {
        Held known = held.get(arrival);
        takeOut.run();
        if (known != null) {
            held.put(arrival, known);
        }
    }

    /** Calls what takes an unexpected message out, since its receive has come. */
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
