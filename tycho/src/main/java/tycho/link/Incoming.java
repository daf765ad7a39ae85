package tycho.link;

import java.nio.ByteBuffer;
import java.util.Arrays;
import tycho.security.Identity;
import tycho.wire.Packet;
import tycho.wire.WireException;

/**
 * Makes packets of bytes that arrive in pieces. Before each packet stand the lengths of its two parts. A part that is
 * long gets its memory when a part of its bytes has arrived: whoever only announces bytes takes little memory. Not
 * thread-safe, except its limit.
 */
final class Incoming {
    static final int LENGTHS = 2 * Integer.BYTES;
    private static final int FIRST_BYTES = 1 << 16;
    /** A part that is longer than {@link #FIRST_BYTES} has room for this many times the bytes that have arrived. */
    private static final int GROWTH = 16;

    private volatile int longest;
    private long lengths;
    private int lengthBytes;
    /** Null while the lengths are not complete. Both arrays are shorter than the parts until these are complete. */
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
            if (headLength() < 0 || bodyLength() < 0 || (long) headLength() + bodyLength() > longest) {
                throw new WireException(peer + " sent a frame of " + headLength() + " and " + bodyLength()
                    + " bytes; a frame may have at most " + longest);
            }
            head = new byte[Math.min(headLength(), FIRST_BYTES)];
            body = new byte[Math.min(bodyLength(), FIRST_BYTES)];
        }
        while (in.hasRemaining() && filled < headLength()) {
            head = withRoom(head, filled, headLength());
            filled += fill(in, head, filled);
        }
        while (in.hasRemaining() && filled - headLength() < bodyLength()) {
            body = withRoom(body, filled - headLength(), bodyLength());
            filled += fill(in, body, filled - headLength());
        }
        if (filled < headLength() + bodyLength()) {
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

    private int headLength() {
        return (int) (lengths >>> Integer.SIZE);
    }

    private int bodyLength() {
        return (int) lengths;
    }

    /** Where the next bytes of the payload go, if there is room for at least so many; otherwise null. */
    ByteBuffer room(int least) {
        int at = filled - headLength();
        return head == null || at < 0 || body.length - at < least ? null : ByteBuffer.wrap(body, at, body.length - at);
    }

    /** So many bytes were put where the payload goes. */
    void put(int bytes) {
        filled += bytes;
    }

    /** An array with the same bytes, and with room for more of them if this one is full. */
    private static byte[] withRoom(byte[] part, int filled, int length) {
        if (filled < part.length) {
            return part;
        }
        long most = (long) GROWTH * part.length;
        return Arrays.copyOf(part, (int) (most >= length ? length
            : Math.min(most, Math.max(2 * part.length, length / GROWTH))));
    }

    /** Fills an array from a place on; answers how many bytes were taken. */
    private static int fill(ByteBuffer in, byte[] part, int from) {
        int bytes = Math.min(in.remaining(), part.length - from);
        in.get(part, from, bytes);
        return bytes;
    }
}
