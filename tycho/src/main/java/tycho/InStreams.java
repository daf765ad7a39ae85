package tycho;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tycho.registry.Entry;
import tycho.stream.InLane;

/** The streams that end at the consumers of a client. Thread-safe. */
final class InStreams {
    /** A stream and its consumer. */
    record Incoming(InStream stream, Consumer consumer) {
    }

    /** A stream whose producer seems to be gone, and when the stream ends. */
    private record Lost(Incoming incoming, long end) {
    }

    private static final int MOST_OF_A_PRODUCER = 4;
    private static final int MOST_LOST = 64;
    /** The replies of one stream have room in that. */
    private static final long MOST_LOST_BYTES = 4 * InLane.BYTES;
    private static final long LOST_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final Map<UUID, Incoming> open = new ConcurrentHashMap<>();
    /** Streams of which the producer is being looked up. */
    private final Set<UUID> opening = ConcurrentHashMap.newKeySet();

    /**
     * Streams whose producers are gone, the latest at the end. A process that was stopped, or cut off, goes on with its
     * streams: they know what has arrived, and what is not acknowledged.
     */
    private final LinkedHashMap<UUID, Lost> lost = new LinkedHashMap<>();

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
    void lose(Incoming incoming, long now) {
        List<Incoming> out = new ArrayList<>();
        synchronized (lost) { // whoever does not find it open finds it here
            if (!open.remove(incoming.stream().id(), incoming)) {
                return;
            }
            incoming.stream().pause();
            lost.put(incoming.stream().id(), new Lost(incoming, now + LOST_NANOS));
            while (lost.size() > MOST_LOST || lostBytes() > MOST_LOST_BYTES) {
                out.add(lost.pollFirstEntry().getValue().incoming());
            }
        }
        close(out);
    }

    private long lostBytes() {
        return lost.values().stream().mapToLong(each -> each.incoming().stream().replyBytes()).sum();
    }

    /** A stream of a consumer from a producer that seemed to be gone, or null. */
    InStream takeLost(UUID stream, Entry producer, Consumer consumer) {
        synchronized (lost) {
            Lost known = lost.get(stream);
            if (known == null || known.incoming().consumer() != consumer) {
                return null;
            }
            Entry of = known.incoming().stream().producer();
            return of.id().equals(producer.id()) && of.client().equals(producer.client())
                ? lost.remove(stream).incoming().stream() : null;
        }
    }

    /** A consumer is closed. */
    void forgetLost(Consumer consumer) {
        forget(each -> each.incoming().consumer() == consumer);
    }

    /** A producer that has not come back for long does not come back. */
    void tick(long now) {
        forget(each -> each.end() - now <= 0);
    }

    private void forget(Predicate<Lost> which) {
        List<Incoming> out = new ArrayList<>();
        synchronized (lost) {
            lost.values().removeIf(each -> which.test(each) && out.add(each.incoming()));
        }
        close(out);
    }

    private static void close(List<Incoming> out) {
        out.forEach(each -> each.stream().close());
    }
}
