package mpj.runtime.wire;

import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Writes fields into memory. */
final class Encoder implements Fields {
    private static final int USUAL_BYTES = 64;

    private byte[] bytes = new byte[USUAL_BYTES];
    private int length;

    /** Returns the bytes that were written. */
    byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    @Override
    public int number(int value) throws ProtocolException {
        bigEndian(value, Integer.BYTES);
        return value;
    }

    @Override
    public long number(long value) throws ProtocolException {
        bigEndian(value, Long.BYTES);
        return value;
    }

    @Override
    public boolean flag(boolean value) throws ProtocolException {
        bigEndian(value ? 1 : 0, Byte.BYTES);
        return value;
    }

    @Override
    public String text(String value, int most) throws ProtocolException {
        checkLength("text", "characters", value.length(), most);
        bytes(value.getBytes(StandardCharsets.UTF_8), ANY);
        return value;
    }

    @Override
    public byte[] bytes(byte[] value, int most) throws ProtocolException {
        checkLength("value", "bytes", value.length, most);
        number(value.length);
        return append(value);
    }

    @Override
    public byte[] fixed(byte[] value, int expected) throws ProtocolException {
        if (value.length != expected) {
            throw new ProtocolException("a value of " + value.length + " bytes; it must have " + expected);
        }
        return append(value);
    }

    @Override
    public <E extends Enum<E>> E constant(E value, Class<E> type) throws ProtocolException {
        bigEndian(value.ordinal(), Byte.BYTES);
        return value;
    }

    @Override
    public List<Integer> numbers(List<Integer> values) throws ProtocolException {
        number(values.size());
        for (int value : values) {
            number(value);
        }
        return values;
    }

    @Override
    public List<String> texts(List<String> values) throws ProtocolException {
        number(values.size());
        for (String value : values) {
            text(value);
        }
        return values;
    }

    @Override
    public Map<String, String> texts(Map<String, String> values) throws ProtocolException {
        number(values.size());
        for (Map.Entry<String, String> entry : values.entrySet()) {
            text(entry.getKey());
            text(entry.getValue());
        }
        return values;
    }

    @Override
    public <T extends Struct<T>> List<T> structs(List<T> values, T any) throws ProtocolException {
        number(values.size());
        for (T value : values) {
            value.fields(this);
        }
        return values;
    }

    @Override
    public <M extends Struct<M>> M union(M value, Union<M> kinds) throws ProtocolException {
        bigEndian(kinds.kindOf(value), Byte.BYTES);
        value.fields(this);
        return value;
    }

    static void checkLength(String what, String units, int length, int most) throws ProtocolException {
        if (length > most) {
            throw new ProtocolException("a " + what + " of " + length + " " + units + "; the limit is " + most);
        }
    }

    private void bigEndian(long value, int width) throws ProtocolException {
        reserve(width);
        for (int shift = (width - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
            bytes[length++] = (byte) (value >>> shift);
        }
    }

    private byte[] append(byte[] value) throws ProtocolException {
        reserve(value.length);
        System.arraycopy(value, 0, bytes, length, value.length);
        length += value.length;
        return value;
    }

    private void reserve(int more) throws ProtocolException {
        if (more > Union.MOST_BYTES + Integer.BYTES - length) {
            throw new ProtocolException("a message of more than " + Union.MOST_BYTES + " bytes");
        }
        if (more > bytes.length - length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
    }
}
