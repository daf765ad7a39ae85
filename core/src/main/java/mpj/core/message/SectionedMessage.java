package mpj.core.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Receive;
import mpjbuf.Buffer;
import mpjbuf.BufferException;
import mpjbuf.layout.SectionHeader;

/**
 * A {@link Buffer} as the bytes of a message, which travels like one serialized object. The bytes are: the byte order
 * of the buffer, the size of its static part, the static part, and the dynamic part. In MPJ Express, this is a buffer
 * of MPI_PACKED.
 */
final class SectionedMessage {
    static final long HEADER = SectionHeader.pack(Receive.OBJECTS, 1);

    private static final int ORDER_AT = 0;
    private static final int SIZE_AT = Integer.BYTES;
    private static final int SECTIONS_AT = 2 * Integer.BYTES;
    private static final int BIG_ENDIAN = 1;

    private SectionedMessage() {
    }

    /** Commits the buffer, so that it becomes readable, and copies it. */
    static byte[] write(Buffer buffer) {
        try {
            buffer.commit();
        } catch (BufferException e) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "the mpjbuf.Buffer to be sent cannot be committed: "
                + e.getMessage(), e);
        }
        int size = buffer.getSize();
        byte[] dynamic = buffer.getDynamicBuffer();
        int length = dynamic == null ? 0 : dynamic.length;
        ByteBuffer message = ByteBuffer.allocate(SECTIONS_AT + size + length);
        message.putInt(ORDER_AT, buffer.getEncoding() == ByteOrder.BIG_ENDIAN ? BIG_ENDIAN : 0);
        message.putInt(SIZE_AT, size);
        if (size > 0) {
            buffer.getStaticBuffer().read(message.array(), SECTIONS_AT, size, buffer.offset(), false);
        }
        if (length > 0) {
            message.put(SECTIONS_AT + size, dynamic);
        }
        return message.array();
    }

    /** Fills a buffer, and commits it, so that it is readable from its start. */
    static void read(byte[] bytes, Buffer buffer) {
        ByteBuffer message = ByteBuffer.wrap(bytes);
        int size = bytes.length < SECTIONS_AT ? -1 : message.getInt(SIZE_AT);
        if (size < 0 || size > bytes.length - SECTIONS_AT) {
            throw new EngineException(ErrorClass.ERR_TYPE, "the message received was not sent from an"
                + " mpjbuf.Buffer; receive it with the datatype it was sent with");
        }
        byte[] dynamic = Arrays.copyOfRange(bytes, SECTIONS_AT + size, bytes.length);
        try {
            buffer.clear();
            int capacity = buffer.getStaticBuffer() == null ? 0
                : buffer.getStaticBuffer().getCapacity() - buffer.offset();
            if (size > capacity) {
                throw new EngineException(ErrorClass.ERR_TRUNCATE, "the message received has " + size
                    + " bytes of sections, the mpjbuf.Buffer takes at most " + capacity + "; make it larger");
            }
            buffer.setEncoding(message.getInt(ORDER_AT) == BIG_ENDIAN ? ByteOrder.BIG_ENDIAN
                : ByteOrder.LITTLE_ENDIAN);
            buffer.copy(message, SECTIONS_AT, size, buffer.offset(), dynamic, dynamic.length);
            buffer.commit();
        } catch (BufferException | IllegalStateException e) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "the mpjbuf.Buffer cannot take the message received: "
                + e.getMessage(), e);
        }
    }
}
