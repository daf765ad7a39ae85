package tycho.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;

/** Writes values one after another, and grows with them. Not thread-safe. */
public final class WireWriter {
    private ByteBuffer out;

    /** A writer that has room for so many bytes before it grows. */
    public WireWriter(int room) {
        out = ByteBuffer.allocate(room);
    }

    public WireWriter octet(int value) {
        room(1).put((byte) value);
        return this;
    }

    public WireWriter flag(boolean value) {
        return octet(value ? 1 : 0);
    }

    public WireWriter integer(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    /** Replaces an integer that was written before. */
    public WireWriter integerAt(int place, int value) {
        out.putInt(place, value);
        return this;
    }

    /** How many bytes were written. */
    public int length() {
        return out.position();
    }

    public WireWriter number(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    public WireWriter uuid(UUID value) {
        room(2 * Long.BYTES).putLong(value.getMostSignificantBits()).putLong(value.getLeastSignificantBits());
        return this;
    }

    public WireWriter text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    public WireWriter bytes(byte[] value) {
        room(Integer.BYTES + value.length).putInt(value.length).put(value);
        return this;
    }

    /** Bytes that end with the message, so that their number need not be written. */
    public WireWriter rest(byte[] value) {
        room(value.length).put(value);
        return this;
    }

    /** The bytes that were written. */
    public byte[] toBytes() {
        return out.hasRemaining() ? Arrays.copyOf(out.array(), out.position()) : out.array();
    }

    private ByteBuffer room(int bytes) {
        if (out.remaining() < bytes) {
            int size = Math.max(Math.addExact(out.position(), bytes), (int) Math.min(2L * out.capacity(), 1 << 30));
            out = ByteBuffer.wrap(Arrays.copyOf(out.array(), size)).position(out.position());
        }
        return out;
    }
}
