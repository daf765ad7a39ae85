package mpj.runtime.wire;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The kinds of messages of one conversation: the table by which they are written and read. A message is the number of
 * its kind, which is its place in the table, and its fields. XDR (RFC 4506) calls this a discriminated union.
 *
 * @param <M> the sealed interface of the messages
 */
public final class Union<M extends Struct<M>> {
    /** No message of any conversation is longer: enough for what a host's ranks publish at a fence. */
    public static final int MOST_BYTES = 1 << 30;

    private final String name;
    private final int mostBytes;
    private final List<M> kinds;

    /**
     * A table.
     *
     * @param name of such a message, for errors
     * @param mostBytes a message may have; what claims to be longer is garbage
     * @param kinds one record of each kind, whatever its components
     */
    public Union(String name, int mostBytes, List<M> kinds) {
        this.name = name;
        this.mostBytes = mostBytes;
        this.kinds = kinds;
    }

    /** The message in a frame: its length in 4 bytes, then the message. */
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
     * The message that has these bytes.
     *
     * @throws ProtocolException when they are none, or more than one
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

    /** Before anything is allocated. */
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

    /** The table's record of a kind. */
    M any(int kind) throws ProtocolException {
        if (kind < kinds.size()) {
            return kinds.get(kind);
        }
        throw new ProtocolException("kind " + kind + ", of " + kinds.size());
    }
}
