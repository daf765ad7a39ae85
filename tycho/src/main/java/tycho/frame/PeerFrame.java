package tycho.frame;

import java.util.UUID;

/**
 * A message between a producer and a consumer, over their own connection or relayed by mediators. A stream goes from
 * one producer to one consumer, and replies go back in it; so each end numbers what it sends, and each frame says
 * whether it goes back: a client may be at both ends.
 */
public sealed interface PeerFrame {
    /** Begins a connection: which client calls, and which client it calls. */
    record Greet(int version, UUID from, UUID to) implements PeerFrame {
    }

    /** The connection is accepted. */
    record Greeted() implements PeerFrame {
    }

    /** Opens a stream, or says that the path has changed. The first message that follows has number {@code next}. */
    record Open(UUID stream, boolean back, UUID producer, UUID consumer, long next) implements PeerFrame {
    }

    /** A message. If it is a reply, {@code about} is the number of the request, and otherwise 0. */
    record Data(UUID stream, boolean back, long number, long about, String topic, boolean object,
            byte[] payload) implements PeerFrame {
    }

    /**
     * All messages up to {@code received} have arrived, all up to {@code done} need not be kept, and messages up to
     * {@code limit} may be sent as long as their payloads have at most {@code byteLimit} bytes since the beginning.
     */
    record Ack(UUID stream, boolean back, long received, long done, long limit, long byteLimit) implements PeerFrame {
    }

    /** Asks for an {@link Ack}. */
    record Probe(UUID stream, boolean back) implements PeerFrame {
    }

    /** The stream is closed. */
    record Closed(UUID stream, boolean back, String reason) implements PeerFrame {
    }
}
