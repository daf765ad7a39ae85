package mpj.engine.match;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.transport.spi.RemoteMemory;

/**
 * The word in front of every packet: what kind it is, and for the first packet of a message its context and tag.
 *
 * <pre>
 *   63             32 31           8 7      0
 *   | tag            | context      | kind   |
 * </pre>
 *
 * A packet has a second word. For a kind that belongs to a message already begun, it is the number that the sender has
 * given this message. Else it is the section header, unless the kind says something else.
 */
public final class Envelope {
    /** A whole message; the payload is its elements. */
    public static final int MESSAGE = 1;
    /**
     * A message begins, and its elements follow at once in fragments. Payload: the sender's number for the message, and
     * how many bytes it has.
     */
    public static final int BEGIN = 2;
    /** Request to send: a message begins, whose sender wants to hear when it is matched. Payload as for BEGIN. */
    public static final int RTS = 3;
    /** Further elements of the message with the number in the second word. */
    public static final int FRAGMENT = 4;
    /** Clear to send: the message with the number in the second word is matched. */
    public static final int CTS = 5;
    /** The sender of the message with this number wants to take it back. */
    public static final int CANCEL = 6;
    /** The message with this number was not matched, and never will be. */
    public static final int CANCELLED = 7;
    /**
     * Rendezvous get: as {@link #RTS}, and the receiver may read the message from the sender's memory. Payload: as for
     * {@link #BEGIN}, then the key.
     */
    public static final int RGET = 8;
    /** Finished: the message with the number in the second word is matched, and read. */
    public static final int FIN = 9;
    /**
     * The sender waits for this rank in a blocking collective of this context. The collective's number is in place of
     * the tag; the second word is what the sender calls. Payload: how many messages it sends to this rank in that
     * collective, and how many it awaits from this rank; the stage that this rank is to post; the root that the sender
     * names.
     */
    public static final int ASK = 10;
    /** The answer of a rank that has ended that collective; the second word is what it called. Payload: the root. */
    public static final int ENDED = 11;
    /** The answer of a rank that is in another collective; the second word is what it calls. Payload: the root. */
    public static final int DIFFERS = 12;
    /** Answered when it has come, and so all that was sent before it. The second word is a number for the answer. */
    public static final int MARK = 13;
    /** The answer to the marker with the number in the second word. */
    public static final int MARKED = 14;

    /** The largest number of kinds. */
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
