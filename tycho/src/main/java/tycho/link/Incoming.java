package tycho.link;

import java.nio.ByteBuffer;
import tycho.security.Identity;
import tycho.wire.Packet;
import tycho.wire.WireException;

/**
 * Makes packets of bytes that arrive in pieces. Before each packet stand the lengths of its two parts. Not thread-safe,
 * except its limit.
 */
final class Incoming {
    static final int LENGTHS = 2 * Integer.BYTES;

    private volatile int longest;
    private long lengths;
    private int lengthBytes;
    /** Null while the lengths are not complete. */
    private byte[] head;
    private byte[] body;
    private int filled;

    Incoming(int longest) {
        this.longest = longest;
    }

    void longest(int bytes) {
        longest = bytes;
    }

    /** The next packet that is complete, or null if all bytes are taken. */
    Packet next(ByteBuffer in, Identity peer) throws WireException {
        if (head == null) {
            if (lengthBytes == 0 && in.remaining() >= LENGTHS) {
                lengths = in.getLong();
                lengthBytes = LENGTHS;
            }
            while (lengthBytes < LENGTHS && in.hasRemaining()) {
                lengths = lengths << Byte.SIZE | in.get() & 0xff;
                lengthBytes++;
            }
            if (lengthBytes < LENGTHS) {
                return null;
            }
            int headLength = (int) (lengths >>> Integer.SIZE);
            int bodyLength = (int) lengths;
            if (headLength < 0 || bodyLength < 0 || (long) headLength + bodyLength > longest) {
                throw new WireException(peer + " sent a frame of " + headLength + " and " + bodyLength
                    + " bytes; a frame may have at most " + longest);
            }
            head = new byte[headLength];
            body = new byte[bodyLength];
        }
        filled += fill(in, head, filled);
        filled += fill(in, body, filled - head.length);
        if (filled < head.length + body.length) {
            return null;
        }
        Packet complete = new Packet(head, body);
        head = null;
        body = null;
        filled = 0;
        lengths = 0;
        lengthBytes = 0;
        return complete;
    }

    /** Where the next bytes of the payload go, if at least so many are to come; otherwise null. */
    ByteBuffer room(int least) {
        return head == null || filled < head.length || body.length - (filled - head.length) < least ? null
            : ByteBuffer.wrap(body, filled - head.length, body.length - (filled - head.length));
    }

    /** So many bytes were put where the payload goes. */
    void put(int bytes) {
        filled += bytes;
    }

    /** Fills an array from a place on, which may lie before or behind it; answers how many bytes were taken. */
    private static int fill(ByteBuffer in, byte[] part, int from) {
        if (from < 0 || from >= part.length) {
            return 0;
        }
        int bytes = Math.min(in.remaining(), part.length - from);
        in.get(part, from, bytes);
        return bytes;
    }
}
