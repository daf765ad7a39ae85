package mpj.runtime.wire;

import java.net.ProtocolException;

/**
 * A message, or a part of a message: a record that lists its fields once, for both writing and reading.
 *
 * <p>The interfaces of messages have no default methods. An interface with default methods is initialized before its
 * records, and the interface's table ({@link Union}) initializes the records. Two threads of which one begins with the
 * interface and the other with a record would wait for each other.
 *
 * @param <T> the record, or the sealed interface that it belongs to
 */
public interface Struct<T> {

    /**
     * Passes each component to {@code fields}, in order, and returns a record of the results: {@code return new
     * Lost(fields.number(rank), fields.text(how), fields.flag(left));}.
     *
     * @throws ProtocolException when a component cannot be written, or the bytes that are read are no such record
     */
    T fields(Fields fields) throws ProtocolException;
}
