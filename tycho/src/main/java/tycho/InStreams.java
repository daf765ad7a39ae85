package tycho;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The streams that end at the consumers of a client. Thread-safe. */
final class InStreams {
    /** A stream and its consumer. */
    record Incoming(InStream stream, Consumer consumer) {
    }

    private static final int MOST_OF_A_PRODUCER = 4;
    private static final int MOST_LOST = 64;

    private final Map<UUID, Incoming> open = new ConcurrentHashMap<>();
    /** Streams of which the producer is being looked up. */
    private final Set<UUID> opening = ConcurrentHashMap.newKeySet();

    /**
     * Streams whose producers are gone, the latest at the end. A process that was stopped, or cut off, goes on with its
     * streams: they know what has arrived, and what is not acknowledged.
     */
    private final LinkedHashMap<UUID, Incoming> lost = new LinkedHashMap<>();

    /** A stream that is open, or null. */
    Incoming get(UUID stream) {
        return open.get(stream);
    }

    Collection<Incoming> all() {
        return open.values();
    }

    /** Whether the caller shall open a stream, and then call {@link #done}. Nobody else opens the stream meanwhile. */
    boolean begin(UUID stream) {
        if (!opening.add(stream)) {
            return false;
        }
        if (open.containsKey(stream)) {
            // Whoever opened it has done so since the caller looked.
            opening.remove(stream);
            return false;
        }
        return true;
    }

    void done(UUID stream) {
        opening.remove(stream);
    }

    /**
     * Takes in a stream; answers which streams of the same producer it replaces. A producer needs one stream to a
     * consumer, and opens another one when it has taken the consumer for lost. Each stream may fill a queue, so there
     * must not be any number of them.
     */
    List<Incoming> put(Incoming incoming) {
        List<Incoming> others = open.values().stream().filter(each -> each.consumer() == incoming.consumer()
            && each.stream().producer().id().equals(incoming.stream().producer().id())).toList();
        open.put(incoming.stream().id(), incoming);
        return others.size() < MOST_OF_A_PRODUCER ? List.of() : others;
    }

    void remove(UUID stream) {
        open.remove(stream);
    }

    /** The producer of a stream seems to be gone. */
    void lose(Incoming incoming) {
        open.remove(incoming.stream().id());
        incoming.stream().pause();
        Map.Entry<UUID, Incoming> eldest = null;
        synchronized (lost) {
            lost.put(incoming.stream().id(), incoming);
            if (lost.size() > MOST_LOST) {
                eldest = lost.pollFirstEntry();
            }
        }
        if (eldest != null) {
            eldest.getValue().stream().close();
        }
    }

    /** A stream of a consumer whose producer seemed to be gone, or null. */
    InStream takeLost(UUID stream, Consumer consumer) {
        synchronized (lost) {
            Incoming known = lost.get(stream);
            return known != null && known.consumer() == consumer ? lost.remove(stream).stream() : null;
        }
    }

    /** A consumer is closed. */
    void forgetLost(Consumer consumer) {
        synchronized (lost) {
            lost.values().removeIf(each -> each.consumer() == consumer);
        }
    }
}
