package mpi;

import mpj.transport.spi.SharedObjects;
import mpjbuf.Buffer;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * A message to be sent, as the engine takes it.
 *
 * @param buffer where its bytes are
 * @param type the elements' type there: BYTE of what was serialized
 * @param from where they start, in bytes
 * @param bytes how many they are
 * @param header the section header
 * @param own whether the buffer is this message's own, not the program's
 */
record Outgoing(Object buffer, ElementType type, long from, long bytes, long header, boolean own) {

    /** The message of a buffer that was checked; objects are serialized here. */
    static Outgoing of(Object buf, int offset, int count, Datatype datatype) {
        if (datatype.isObject()) {
            return serialized(ObjectMessage.write((Object[]) buf, offset, count, datatype), header(datatype, count));
        }
        if (buf instanceof Buffer sections) {
            return serialized(SectionedMessage.write(sections), SectionedMessage.HEADER);
        }
        return new Outgoing(datatype.memory(buf, offset), datatype.elementType(), datatype.from(offset),
            datatype.bytes(count), header(datatype, count), false);
    }

    /**
     * The message of a buffer that was checked, for one receiver.
     *
     * @param shared hands objects to the receiver by reference; or null
     */
    static Outgoing of(Object buf, int offset, int count, Datatype datatype, SharedObjects shared) {
        if (shared != null && datatype.isObject()) {
            byte[] key = ObjectMessage.offer((Object[]) buf, offset, count, datatype, shared);
            if (key != null) {
                return serialized(key, header(datatype, count));
            }
        }
        return of(buf, offset, count, datatype);
    }

    private static Outgoing serialized(byte[] message, long header) {
        return new Outgoing(message, ElementType.BYTE, 0, message.length, header, true);
    }

    /** The size of a message as the program knows it, in bytes: not that of objects, which {@link #of} serializes. */
    static long knownSize(Object buf, int count, Datatype datatype) {
        return datatype.isObject() ? 0 : buf instanceof Buffer sections ? sections.getSize() : datatype.bytes(count);
    }

    static long header(Datatype datatype, int count) {
        return SectionHeader.pack(datatype.code(), count * datatype.elements());
    }
}
