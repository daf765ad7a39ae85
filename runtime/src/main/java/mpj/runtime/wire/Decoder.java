package mpj.runtime.wire;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads fields from memory. The bytes may come from anybody. So a length or a count is accepted only if that many bytes
 * are there. Nobody can make this process allocate more than it has received.
 */
final class Decoder implements Fields {
    /** The most bytes that a character has in UTF-8. */
    private static final int MOST_BYTES = 3;

    private final byte[] bytes;
    private int at;

    Decoder(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Throws if any bytes are left. */
    void end() throws ProtocolException {
        if (at < bytes.length) {
            throw new ProtocolException((bytes.length - at) + " bytes after the last field");
        }
    }

    @Override
    public int number(int ignored) throws ProtocolException {
        return (int) bigEndian(Integer.BYTES);
    }

    @Override
    public long number(long ignored) throws ProtocolException {
        return bigEndian(Long.BYTES);
    }

    @Override
    public boolean flag(boolean ignored) throws ProtocolException {
        long flag = bigEndian(Byte.BYTES);
        if (flag > 1) {
            throw new ProtocolException("a flag of " + flag + "; expected 0 or 1");
        }
        return flag == 1;
    }

    @Override
    public String text(String ignored, int most) throws ProtocolException {
        int length = count("text", "bytes", (int) Math.min(ANY, (long) MOST_BYTES * most));
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, at, length)).toString();
        } catch (CharacterCodingException e) {
            throw new ProtocolException("a text that is not in UTF-8");
        }
        Encoder.checkLength("text", "characters", text.length(), most);
        at += length;
        return text;
    }

    @Override
    public byte[] bytes(byte[] ignored, int most) throws ProtocolException {
        return fixed(ignored, count("value", "bytes", most));
    }

    @Override
    public byte[] fixed(byte[] ignored, int length) throws ProtocolException {
        require(length);
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    @Override
    public <E extends Enum<E>> E constant(E ignored, Class<E> type) throws ProtocolException {
        E[] constants = type.getEnumConstants();
        int ordinal = (int) bigEndian(Byte.BYTES);
        if (ordinal >= constants.length) {
            throw new ProtocolException("no " + type.getSimpleName() + " has number " + ordinal);
        }
        return constants[ordinal];
    }

    @Override
    public List<Integer> numbers(List<Integer> ignored) throws ProtocolException {
        List<Integer> values = new ArrayList<>();
        for (int left = count("list", "elements", ANY); left > 0; left--) {
            values.add(number(0));
        }
        return values;
    }

    @Override
    public List<String> texts(List<String> ignored) throws ProtocolException {
        List<String> values = new ArrayList<>();
        for (int left = count("list", "elements", ANY); left > 0; left--) {
            values.add(text(""));
        }
        return values;
    }

    @Override
    public Map<String, String> texts(Map<String, String> ignored) throws ProtocolException {
        Map<String, String> values = new LinkedHashMap<>();
        for (int left = count("map", "entries", ANY); left > 0; left--) {
            String name = text("");
            if (values.putIfAbsent(name, text("")) != null) {
                throw new ProtocolException("a map that has \"" + name + "\" twice");
            }
        }
        return values;
    }

    @Override
    public <T extends Struct<T>> List<T> structs(List<T> ignored, T any) throws ProtocolException {
        List<T> values = new ArrayList<>();
        for (int left = count("list", "elements", ANY); left > 0; left--) {
            values.add(any.fields(this));
        }
        return values;
    }

    @Override
    public <M extends Struct<M>> M union(M ignored, Union<M> kinds) throws ProtocolException {
        return kinds.any((int) bigEndian(Byte.BYTES)).fields(this);
    }

    /** Reads the length of what follows. Each element has at least one byte. */
    private int count(String what, String units, int most) throws ProtocolException {
        int count = number(0);
        if (count < 0) {
            throw new ProtocolException("a " + what + " of " + count + " " + units);
        }
        Encoder.checkLength(what, units, count, most);
        require(count);
        return count;
    }

    private long bigEndian(int width) throws ProtocolException {
        require(width);
        long value = 0;
        for (int i = 0; i < width; i++) {
            value = value << Byte.SIZE | bytes[at++] & 0xFF;
        }
        return value;
    }

    private void require(int length) throws ProtocolException {
        if (length > bytes.length - at) {
            throw new ProtocolException("a field of " + length + " bytes, of which there are " + (bytes.length - at));
        }
    }
}
