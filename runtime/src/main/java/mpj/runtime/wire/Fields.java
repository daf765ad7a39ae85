package mpj.runtime.wire;

import java.net.ProtocolException;
import java.util.List;
import java.util.Map;

/**
 * The fields of a message, in either direction. To write, each method takes the value and returns it. To read, it
 * ignores the value it is given, and returns the one that comes next. So a record describes itself once
 * ({@link Struct}).
 *
 * <p>Numbers are in network byte order; texts are in UTF-8. What has a length begins with it, in 4 bytes. A value has
 * one form only: what can be read is written as the same bytes.
 */
public sealed interface Fields permits Encoder, Decoder {
    /** The limit of what the message's own limit bounds well enough. */
    int ANY = Integer.MAX_VALUE;

    /** 4 bytes. */
    int number(int value) throws ProtocolException;

    /** 8 bytes. */
    long number(long value) throws ProtocolException;

    /** One byte, 0 or 1. */
    boolean flag(boolean value) throws ProtocolException;

    /** A text of at most so many characters. */
    String text(String value, int most) throws ProtocolException;

    /** A text. */
    default String text(String value) throws ProtocolException {
        return text(value, ANY);
    }

    /** At most so many bytes. */
    byte[] bytes(byte[] value, int most) throws ProtocolException;

    /** Just so many bytes, without their length. */
    byte[] fixed(byte[] value, int length) throws ProtocolException;

    /** One of at most 128 constants, by its ordinal, in one byte. */
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
     * @param any a record of their type, whatever its components
     */
    <T extends Struct<T>> List<T> structs(List<T> values, T any) throws ProtocolException;

    /** One of several kinds of records: its kind in one byte, then its fields. */
    <M extends Struct<M>> M union(M value, Union<M> kinds) throws ProtocolException;
}
