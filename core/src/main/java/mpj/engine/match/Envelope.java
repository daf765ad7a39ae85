package mpj.engine.match;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.transport.spi.RemoteMemory;

/**
 * The first word of every packet: the kind of the packet and, if a message begins with it, the context and the tag.
 *
 * <pre>
 *   63             32 31           8 7      0
 *   | tag            | context      | kind   |
 * </pre>
 *
 * Every packet has a second word. If a message begins with the packet, the second word is the section header. If the
 * packet belongs to a message that has begun already, the second word is the number that the sender has given to this
 * message. For all other packets, the text of the kind says it.
 */
public final class Envelope {
    /** A whole message; the payload is its elements. */
    public static final int MESSAGE = 1;
    /**
     * A message begins, and its elements follow at once in fragments. Payload: the sender's number for the message, and
     * the message's size in bytes.
     */
    public static final int BEGIN = 2;
    /**
     * Request to send: a message begins, and its sender wants to hear when it is matched. Payload: as for {@link
     * #BEGIN}.
     */
    public static final int RTS = 3;
    /** Further elements of the message with the number in the second word. */
    public static final int FRAGMENT = 4;
    /** Clear to send: the message with the number in the second word is matched. */
    public static final int CTS = 5;
    /** The sender of the message with the number in the second word wants to take the message back. */
    public static final int CANCEL = 6;
    /** The message with the number in the second word was not matched, and never will be. */
    public static final int CANCELLED = 7;
    /**
     * Rendezvous get: as {@link #RTS}, and the receiver may read the message from the sender's memory. Payload: as for
     * {@link #BEGIN}, then the key of that memory.
     */
    public static final int RGET = 8;
    /** Finished: the receiver has matched the message with the number in the second word, and has read it. */
    public static final int FIN = 9;
    /**
     * The sender waits for this rank in a blocking collective of this context. The number of the collective is in place
     * of the tag. The second word is the call that the sender makes. Payload: how many messages the sender sends to
     * this rank in that collective, and how many it awaits from this rank; the stage that it waits for this rank to
     * post; the root that it names.
     */
    public static final int ASK = 10;
    /**
     * The answer of a rank that has ended that collective. The second word is the call that it made. Payload: its root.
     */
    public static final int ENDED = 11;
    /**
     * The answer of a rank that makes another call, or carries out the same call in another way. The second word is its
     * call. Payload: its root.
     */
    public static final int DIFFERS = 12;
    /**
     * A marker. Its receiver answers when it has come, and then everything that was sent before it has come as well.
     * The second word is a number that the answer repeats.
     */
    public static final int MARK = 13;
    /** The answer to the marker with the number in the second word. */
    public static final int MARKED = 14;
    /**
     * A part of a message of an agreement. The context is the communicator's context for agreements, and the number of
     * the agreement is in place of the tag. The second word has the size of the message and its kind.
     */
    public static final int AGREE = 15;
    /**
     * A communicator was revoked. The lower half of the second word is its context, the upper half the rank that
     * revoked it.
     */
    public static final int REVOKE = 16;

    /** How many kinds there can be. */
    public static final int KINDS = 1 << 8;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** The payload of {@link #BEGIN}: the sender's number, then the number of bytes. */
    public static final int NUMBER_AT = 0;
    public static final int BYTES_AT = 8;
    public static final int BEGIN_BYTES = 16;
    public static final int KEY_AT = BEGIN_BYTES;
    public static final int RGET_BYTES = KEY_AT + RemoteMemory.MAXIMUM_KEY;

    /** The largest context. */
    public static final int MAXIMUM_CONTEXT = (1 << 24) - 1;

    private Envelope() {
    }

    public static long pack(int kind, int context, int tag) {
        return (long) tag << 32 | (long) context << 8 | kind;
    }

    public static int kind(long envelope) {
        return (int) envelope & 0xFF;
    }

    public static int context(long envelope) {
        return (int) envelope >>> 8;
    }

    public static int tag(long envelope) {
        return (int) (envelope >>> 32);
    }

    /** Writes the payload of {@link #BEGIN}. */
    public static void describe(MemorySegment packet, long at, long number, long bytes) {
        packet.set(LONG, at + NUMBER_AT, number);
        packet.set(LONG, at + BYTES_AT, bytes);
    }
}
