package mpj.core.message;

import mpj.core.datatype.TypeDescriptor;
import mpj.core.objects.ObjectMessage;
import mpj.core.objects.SharedRecords;
import mpj.transport.spi.SharedObjects;
import mpjbuf.Buffer;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * A message to be sent, in the form that the engine takes.
 *
 * @param buffer where its bytes are
 * @param type the elements' type there: BYTE of what was serialized
 * @param from where they start, in bytes
 * @param bytes how many they are
 * @param header the section header
 * @param own whether the buffer is this message's own, not the program's
 */
public record Outgoing(Object buffer, ElementType type, long from, long bytes, long header, boolean own) {

    /** The message of a buffer that was checked; objects are serialized here. */
    public static Outgoing of(Object buf, int offset, int count, TypeDescriptor datatype) {
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
     * @param records of this rank
     * @param to how objects go to the receiver by reference; or null
     */
    public static Outgoing of(Object buf, int offset, int count, TypeDescriptor datatype, SharedRecords records,
                              SharedObjects to) {
        if (to != null && datatype.isObject()) {
            byte[] key = records.offer((Object[]) buf, offset, count, datatype, to);
            if (key != null) {
                return serialized(key, header(datatype, count));
            }
        }
        return of(buf, offset, count, datatype);
    }

    private static Outgoing serialized(byte[] message, long header) {
        return new Outgoing(message, ElementType.BYTE, 0, message.length, header, true);
    }

    /**
     * Whether the message of a buffer is made only when it is sent, since in the buffer it does not look as it travels.
     */
    public static boolean isSerialized(Object buf, TypeDescriptor datatype) {
        return datatype.isObject() || buf instanceof Buffer;
    }

    /**
     * The size of a message in bytes, as far as the program knows it. The size of objects it does not know: {@link #of}
     * serializes them.
     */
    public static long knownSize(Object buf, int count, TypeDescriptor datatype) {
        return datatype.isObject() ? 0 : buf instanceof Buffer sections ? sections.getSize() : datatype.bytes(count);
    }

    public static long header(TypeDescriptor datatype, int count) {
        return SectionHeader.pack(datatype.code(), count * datatype.elements());
    }
}
