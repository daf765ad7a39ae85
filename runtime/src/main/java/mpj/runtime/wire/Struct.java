package mpj.runtime.wire;

import java.net.ProtocolException;

/**
 * What can be a message, or a part of one: a record that names its fields once, for writing and for reading.
 *
 * <p>The interfaces of messages have no default methods. Such an interface would be initialized before its records, as
 * its table ({@link Union}) initializes them, and two threads that begin with one each would wait for each other.
 *
 * @param <T> the record, or the sealed interface of which it is one
 */
public interface Struct<T> {

    /**
     * Hands each component to {@code fields}, in order, and returns a record of what came back: {@code return new
     * Lost(fields.number(rank), fields.text(how), fields.flag(left));}.
     *
     * @throws ProtocolException when a component cannot be written, or what is read is no such record
     */
    T fields(Fields fields) throws ProtocolException;
}
