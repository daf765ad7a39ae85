package mpj.runtime.wire;

import java.net.ProtocolException;
import java.util.List;
import java.util.Map;

/**
 * Writes or reads the fields of a message. When writing, each method writes the value that it is given and returns it.
 * When reading, it ignores that value and returns the next value of the message. In this way a record lists its fields
 * only once ({@link Struct}).
 *
 * <p>Numbers are in network byte order, and texts are in UTF-8. A field of variable length begins with its length, in 4
 * bytes. Each value has only one form: every message that can be read would be written as the same bytes.
 */
public sealed interface Fields permits Encoder, Decoder {
    /** For a field that needs no limit of its own, because the limit of its message is enough. */
    int ANY = Integer.MAX_VALUE;

    /** 4 bytes. */
    int number(int value) throws ProtocolException;

    /** 8 bytes. */
    long number(long value) throws ProtocolException;

    /** One byte, 0 or 1. */
    boolean flag(boolean value) throws ProtocolException;

    /** A text of at most this many characters. */
    String text(String value, int most) throws ProtocolException;

    /** A text. */
    default String text(String value) throws ProtocolException {
        return text(value, ANY);
    }

    /** At most this many bytes. */
    byte[] bytes(byte[] value, int most) throws ProtocolException;

    /** Exactly this many bytes, without a length in front. */
    byte[] fixed(byte[] value, int length) throws ProtocolException;

    /** One of at most 128 constants; its ordinal is written in one byte. */
    <E extends Enum<E>> E constant(E value, Class<E> type) throws ProtocolException;

    /** A list of numbers. */
    List<Integer> numbers(List<Integer> values) throws ProtocolException;

    /** A list of texts. */
    List<String> texts(List<String> values) throws ProtocolException;

    /** Texts by their names, in the order of the map. */
    Map<String, String> texts(Map<String, String> values) throws ProtocolException;

    /**
     * A list of records.
     *
     * @param any stands for the type of the records; its components have no meaning
     */
    <T extends Struct<T>> List<T> structs(List<T> values, T any) throws ProtocolException;

    /** A record that may be of several kinds: its kind in one byte, then its fields. */
    <M extends Struct<M>> M union(M value, Union<M> kinds) throws ProtocolException;
}
