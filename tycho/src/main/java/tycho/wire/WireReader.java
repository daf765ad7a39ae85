package tycho.wire;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Reads what a {@link WireWriter} wrote. The bytes come from another process: a length or a count is compared with its
 * limit, and with the bytes that are there, before anything is allocated. Not thread-safe.
 */
public final class WireReader {
    private final ByteBuffer in;

    public WireReader(byte[] bytes) {
        in = ByteBuffer.wrap(bytes);
    }

    public int octet() throws WireException {
        return needed(1).get() & 0xff;
    }

    public boolean flag() throws WireException {
        int value = octet();
        if (value > 1) {
            throw new WireException("a flag is " + value + ", which is neither 0 nor 1");
        }
        return value == 1;
    }

    public int integer() throws WireException {
        return needed(Integer.BYTES).getInt();
    }

    public long number() throws WireException {
        return needed(Long.BYTES).getLong();
    }

    public UUID uuid() throws WireException {
        needed(2 * Long.BYTES);
        return new UUID(in.getLong(), in.getLong());
    }

    /** A text of at most so many bytes in UTF-8. */
    public String text(int most) throws WireException {
        byte[] bytes = bytes(most);
        if (isAscii(bytes)) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        try {
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return text.toString();
        } catch (CharacterCodingException e) {
            throw new WireException("a text is not in UTF-8");
        }
    }

    /** Nearly all texts are, and a decoder takes much longer for them. */
    private static boolean isAscii(byte[] bytes) {
        for (byte each : bytes) {
            if (each < 0) {
                return false;
            }
        }
        return true;
    }

    /** An array of at most so many bytes. */
    public byte[] bytes(int most) throws WireException {
        int length = count(most, 1);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** All bytes that are left. */
    public byte[] rest() {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return bytes;
    }

    /**
     * The number of items that follow.
     *
     * @param most  the most items that are legal here
     * @param least how many bytes an item takes at least, greater than 0
     */
    public int count(int most, int least) throws WireException {
        int count = integer();
        if (count < 0 || count > most) {
            throw new WireException("a length or count is " + count + ", and may be 0 to " + most);
        }
        if ((long) count * least > in.remaining()) {
            throw new WireException("a length or count is " + count + ", but only " + in.remaining() + " bytes follow");
        }
        return count;
    }

    /** One of the constants of an enum, by its number. */
    public <E extends Enum<E>> E constant(Class<E> type) throws WireException {
        E[] all = type.getEnumConstants();
        int number = octet();
        if (number >= all.length) {
            throw new WireException("there is no " + type.getSimpleName() + " with number " + number);
        }
        return all[number];
    }

    /** Checks that nothing follows. */
    public void end() throws WireException {
        if (in.hasRemaining()) {
            throw new WireException(in.remaining() + " bytes follow after the end of a message");
        }
    }

    private ByteBuffer needed(int bytes) throws WireException {
        if (in.remaining() < bytes) {
            throw new WireException("a message ends after " + in.limit() + " bytes, in the middle of a value");
        }
        return in;
    }
}
