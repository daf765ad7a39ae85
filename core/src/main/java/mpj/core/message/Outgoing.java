package mpj.core.message;

import mpj.core.datatype.TypeDescriptor;
import mpj.core.objects.ObjectMessage;
import mpj.core.objects.SharedRecords;
import mpj.transport.spi.SharedObjects;
import mpjbuf.Buffer;
import mpjbuf.layout.ElementType;
import mpjbuf.layout.SectionHeader;

/**
 * A message that is to be sent, in the form that the engine takes.
 *
 * @param buffer the memory with its bytes
 * @param type the type of the elements in that memory: BYTE if they were serialized
 * @param from where the bytes start, in bytes
 * @param bytes how many bytes there are
 * @param header the section header
 * @param own whether the buffer belongs to this message and not to the program
 */
public record Outgoing(Object buffer, ElementType type, long from, long bytes, long header, boolean own) {

    /** The message of a buffer that was checked. Objects are serialized here. */
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
     * @param records the shared records of this rank
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
     * Whether the message of a buffer is made only when it is sent, since its data do not lie in the buffer as they
     * travel.
     */
    public static boolean isSerialized(Object buf, TypeDescriptor datatype) {
        return datatype.isObject() || buf instanceof Buffer;
    }

    /**
     * The size of a message in bytes, as far as it is known before the message is made. The size of objects is not
     * known, because {@link #of} serializes them.
     */
    public static long knownSize(Object buf, int count, TypeDescriptor datatype) {
        return datatype.isObject() ? 0 : buf instanceof Buffer sections ? sections.getSize() : datatype.bytes(count);
    }

    public static long header(TypeDescriptor datatype, int count) {
        return SectionHeader.pack(datatype.code(), count * datatype.elements());
    }
}
