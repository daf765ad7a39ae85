package mpjbuf;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/**
 * The dynamic part of a message: one object stream that holds the elements of all dynamic sections in their order.
 * Primitives are stored as blocks of bytes, as {@link java.io.DataOutput} would write them.
 *
 * <p>A stream that has failed cannot be used any more, because nobody knows where the next element starts. It can be
 * used again after {@link #clear} when writing, and after {@link #rewind} when reading.
 */
final class DynamicBuffer {
    /** The largest block of primitives that one call can move, in bytes. It is about the size of the largest array. */
    static final int MAX_BLOCK = Integer.MAX_VALUE - 8;

    private static final byte[] EMPTY = {};

    private byte[] bytes;
    private final int most;
    private StreamBytes written;
    private ObjectOutputStream out;
    private ObjectInputStream in;
    private byte[] block = EMPTY;
    private ObjectInputFilter filter;
    private Throwable failure;

    DynamicBuffer() {
        this(MAX_BLOCK);
    }

    /** @param most the largest number of bytes that the stream may have */
    DynamicBuffer(int most) {
        this.most = most;
    }

    /** The stream of the last commit or {@link #install}, or null if there is none. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return bytes == null ? 0 : bytes.length;
    }

    /** Replaces the content by a received stream. */
    void install(byte[] stream) {
        clear();
        bytes = stream;
    }

    /** Sets the filter that is asked about every class, array and reference to be read, in addition to the limits. */
    void filter(ObjectInputFilter objectInputFilter) {
        filter = objectInputFilter;
    }

    void clear() {
        bytes = null;
        written = null;
        out = null;
        in = null;
        block = EMPTY;
        failure = null;
    }

    /** Completes the stream that is being written, if there is one. */
    void commit() throws DynamicBufferException {
        if (out == null) {
            return;
        }
        requireIntact();
        try {
            out.close();
        } catch (IOException | StreamBytes.Full e) {
            throw failed("the dynamic buffer could not be completed", e);
        }
        bytes = written.toByteArray();
        out = null;
        written = null;
    }

    /** Reads from the start again. */
    void rewind() {
        in = null;
        failure = null;
    }

    void write(Object[] source, int from, int count) throws DynamicBufferException {
        open("objects could not be written");
        try {
            for (int i = from; i < from + count; i++) {
                out.writeObject(source[i]);
            }
        } catch (StreamBytes.Full e) {
            throw failed("an object could not be written", e);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw failed("an object could not be written; are it and all it refers to Serializable?", e);
        }
    }

    /** An array for primitives, which {@link #writeBlock} appends to the stream afterwards. */
    byte[] block(int length) {
        block = length == 0 ? EMPTY : new byte[length];
        return block;
    }

    void writeBlock() throws DynamicBufferException {
        open("primitives could not be written");
        try {
            out.write(block);
            block = EMPTY;
        } catch (IOException | StreamBytes.Full e) {
            throw failed("primitives could not be written", e);
        }
    }

    private void open(String purpose) throws DynamicBufferException {
        requireIntact();
        if (out == null) {
            written = new StreamBytes(most);
            try {
                out = new ObjectOutputStream(written);
            } catch (IOException | StreamBytes.Full e) {
                throw failed(purpose, e);
            }
        }
    }

    /** Reads objects that are all instances of {@code elements}. */
    Object[] read(int count, Class<?> elements) throws DynamicBufferException {
        Object[] objects = new Object[count];
        if (count == 0) {
            return objects;
        }
        try {
            ObjectInputStream stream = stream();
            for (int i = 0; i < count; i++) {
                objects[i] = stream.readObject();
                if (objects[i] != null && !elements.isInstance(objects[i])) {
                    throw new ArrayStoreException("an array of " + elements.getName() + " was given for a "
                        + objects[i].getClass().getName());
                }
            }
            return objects;
        } catch (IOException | ClassNotFoundException | RuntimeException | StackOverflowError e) {
            // If bytes are damaged, readObject methods may throw any unchecked exception.
            throw failed("an object could not be read", e);
        }
    }

    byte[] readBlock(int length) throws DynamicBufferException {
        if (length == 0) {
            return EMPTY;
        }
        try {
            if (length > length()) {
                throw new EOFException(length + " bytes of primitives were announced in a stream of " + length());
            }
            byte[] primitives = new byte[length];
            stream().readFully(primitives);
            return primitives;
        } catch (IOException | RuntimeException e) {
            throw failed("primitives could not be read", e);
        }
    }

    private ObjectInputStream stream() throws IOException, DynamicBufferException {
        requireIntact();
        if (in == null) {
            ObjectInputStream opened = new CustomObjectInputStream(
                new ByteArrayInputStream(bytes == null ? EMPTY : bytes));
            // A filter that is set replaces the JVM-wide filter, so the JVM-wide filter has to be merged in.
            ObjectInputFilter limits = ObjectInputFilter.merge(new StreamLimits(length()), filter);
            opened.setObjectInputFilter(ObjectInputFilter.merge(limits, opened.getObjectInputFilter()));
            in = opened;
        }
        return in;
    }

    private void requireIntact() throws DynamicBufferException {
        if (failure != null) {
            throw new DynamicBufferException("the dynamic buffer failed earlier; call clear() to write, or commit() "
                + "to read from the start", failure);
        }
    }

    private DynamicBufferException failed(String what, Throwable cause) {
        failure = cause;
        return new DynamicBufferException(what + ": " + cause, cause);
    }
}
