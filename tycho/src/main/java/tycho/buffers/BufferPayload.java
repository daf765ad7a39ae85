package tycho.buffers;

import java.io.ObjectInputFilter;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import mpjbuf.Buffer;
import mpjbuf.BufferException;
import mpjbuf.NIOBuffer;
import tycho.Message;
import tycho.TychoException;

/**
 * Message buffers of {@code mpjbuf} as payloads. The sections of a buffer travel as they lie in memory, so nothing is
 * converted unless the receiver has another byte order.
 * <pre>
 * producer.publish("lab/field", BufferPayload.of(buffer));
 * Buffer buffer = BufferPayload.read(consumer.receive(limit).orElseThrow());
 * </pre>
 * A program that uses this class needs the module {@code mpj.buffers} or its jar.
 */
public final class BufferPayload {
    /** The beginning of each such payload; the byte after it is the byte order. */
    private static final byte[] MAGIC = {'m', 'p', 'j', 'b', 'u', 'f', 1};
    private static final int HEADER = MAGIC.length + 1 + Integer.BYTES;
    static final ObjectInputFilter NO_OBJECTS = info -> info.serialClass() == null
        ? ObjectInputFilter.Status.UNDECIDED : ObjectInputFilter.Status.REJECTED;

    private BufferPayload() {
    }

    /**
     * The payload with the sections of a buffer. The buffer is copied, and may be changed afterwards.
     *
     * @param buffer the buffer, which is complete: {@link Buffer#commit} was called after the last section
     * @return the payload, for {@code Producer.publish}, {@code Binding.send} and {@code Message.reply}
     * @throws TychoException if the buffer is not complete, or longer than 2 GiB
     */
    public static byte[] of(Buffer buffer) {
        if (buffer.isWritable()) {
            throw new TychoException("the buffer is still being written; call commit() before it is sent");
        }
        if (!(buffer.getStaticBuffer() instanceof NIOBuffer memory)) {
            throw new TychoException("the buffer has no memory; a buffer that was freed cannot be sent");
        }
        byte[] objects = buffer.getDynamicBuffer() == null ? new byte[0] : buffer.getDynamicBuffer();
        long length = HEADER + buffer.byteSize() + objects.length;
        if (length > Integer.MAX_VALUE - Long.BYTES) {
            throw new TychoException("the buffer has " + buffer.byteSize() + " bytes, which are too many for a message;"
                + " send the sections in several messages");
        }
        byte[] payload = new byte[(int) length];
        ByteBuffer out = ByteBuffer.wrap(payload).put(MAGIC)
            .put((byte) (buffer.getEncoding() == ByteOrder.BIG_ENDIAN ? 1 : 0)).putInt(buffer.getSize());
        out.put(memory.getBuffer().duplicate().clear().slice(buffer.offset(), buffer.getSize())).put(objects);
        return payload;
    }

    /**
     * The buffer in a message that has no objects, only elements of primitive types.
     *
     * @param message the message
     * @return the buffer, whose first section is to be read next
     * @throws TychoException if the message has no buffer. A section with objects causes an exception when the program
     *                        reads it
     */
    public static Buffer read(Message message) {
        return read(message, NO_OBJECTS);
    }

    /**
     * The buffer in a message, which may have objects.
     *
     * @param message the message
     * @param filter  says which classes may be deserialized. The sender may be at another site: allow only the classes
     *                that the program expects
     * @return the buffer, whose first section is to be read next
     * @throws TychoException if the message has no buffer
     */
    public static Buffer read(Message message, ObjectInputFilter filter) {
        return read(message.bytes(), message.topic(), filter);
    }

    static Buffer read(byte[] payload, String topic, ObjectInputFilter filter) {
        int size = payload.length < HEADER || !Arrays.equals(payload, 0, MAGIC.length, MAGIC, 0, MAGIC.length) ? -1
            : ByteBuffer.wrap(payload).getInt(MAGIC.length + 1);
        if (size < 0 || size > payload.length - HEADER || payload[MAGIC.length] < 0 || payload[MAGIC.length] > 1) {
            throw new TychoException("the message of topic " + topic + " has no buffer of mpjbuf; its sender has not"
                + " made it with BufferPayload.of, or another version of Tycho has");
        }
        Buffer buffer = Buffer.readable(MemorySegment.ofArray(payload).asSlice(HEADER, size).asReadOnly(),
            payload[MAGIC.length] == 1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        buffer.setObjectInputFilter(filter);
        if (HEADER + size < payload.length) {
            buffer.setDynamicBuffer(Arrays.copyOfRange(payload, HEADER + size, payload.length));
            try {
                buffer.commit();
            } catch (BufferException e) {
                throw new TychoException("the objects in the message of topic " + topic + " cannot be read: "
                    + e.getMessage(), e);
            }
        }
        return buffer;
    }
}
