package mpj.runtime.wire;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The kinds of messages of one conversation, as the table by which they are written and read. A message has the number
 * of its kind, which is the kind's place in the table, and then its fields. XDR (RFC 4506) calls this a discriminated
 * union.
 *
 * @param <M> the sealed interface of the messages
 */
public final class Union<M extends Struct<M>> {
    /** The longest message of any conversation. A host needs that much for what it publishes at a fence. */
    public static final int MOST_BYTES = 1 << 30;

    private final String name;
    private final int mostBytes;
    private final List<M> kinds;

    /**
     * Makes a table.
     *
     * @param name of a message, for error messages
     * @param mostBytes the limit for a message; a longer one is not of this conversation
     * @param kinds one record of each kind; their components have no meaning
     */
    public Union(String name, int mostBytes, List<M> kinds) {
        this.name = name;
        this.mostBytes = mostBytes;
        this.kinds = kinds;
    }

    /** Returns the frame of a message: its length in 4 bytes, then the message. */
    byte[] frame(M message) throws ProtocolException {
        Encoder encoder = new Encoder();
        encoder.number(0);
        encoder.union(message, this);
        byte[] frame = encoder.toBytes();
        int length = frame.length - Integer.BYTES;
        checkLength(length);
        ByteBuffer.wrap(frame).putInt(0, length);
        return frame;
    }

    /**
     * Returns the message that has these bytes.
     *
     * @throws ProtocolException when they are no message, or more than one
     */
    M read(byte[] message) throws ProtocolException {
        Decoder decoder = new Decoder(message);
        M read;
        try {
            read = decoder.union(null, this);
            decoder.end();
        } catch (ProtocolException e) {
            throw new ProtocolException("no " + name + ": " + e.getMessage());
        }
        return read;
    }

    /** Call this before anything is allocated. */
    void checkLength(int length) throws ProtocolException {
        if (length < 1 || length > mostBytes) {
            throw new ProtocolException("no " + name + " has " + length + " bytes; the limit is " + mostBytes);
        }
    }

    int kindOf(M message) throws ProtocolException {
        for (int kind = 0; kind < kinds.size(); kind++) {
            if (kinds.get(kind).getClass() == message.getClass()) {
                return kind;
            }
        }
        throw new ProtocolException("no " + name + " is a " + message.getClass().getSimpleName());
    }

    /** The record that stands for a kind in the table. */
    M any(int kind) throws ProtocolException {
        if (kind < kinds.size()) {
            return kinds.get(kind);
        }
        throw new ProtocolException("kind " + kind + ", of " + kinds.size());
    }
}
