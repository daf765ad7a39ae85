package mpj.core.message;

import mpj.core.datatype.TypeDescriptor;
import mpj.core.objects.ObjectMessage;
import mpj.core.objects.SharedRecords;
import mpj.engine.Receive;
import mpjbuf.Buffer;
import mpjbuf.layout.ElementType;

/**
 * The place to which a received message goes, in the form that the engine takes.
 *
 * @param buffer the memory to which its elements go, or null if {@code end} takes them
 * @param type the elements' type
 * @param typeCode the type code that the section header must have
 * @param from where the elements go in the buffer, in bytes
 * @param capacity for how many bytes there is room; for objects, the number of objects
 * @param end takes the bytes of a complete message if they are serialized; otherwise null
 */
public record Incoming(Object buffer, ElementType type, int typeCode, long from, long capacity, Deserialization end) {

    /** The place for a buffer that was checked. Objects cannot come by reference. */
    public static Incoming of(Object buf, int offset, int count, TypeDescriptor datatype) {
        return of(buf, offset, count, datatype, null);
    }

    /**
     * The place for a buffer that was checked.
     *
     * @param records restores objects that come by reference; or null
     */
    public static Incoming of(Object buf, int offset, int count, TypeDescriptor datatype, SharedRecords records) {
        if (datatype.isObject()) {
            return serialized(count * datatype.elements(), (message, elements) -> {
                if (records == null) {
                    ObjectMessage.read(message, (Object[]) buf, offset, elements, datatype);
                } else {
                    records.read(message, (Object[]) buf, offset, elements, datatype);
                }
            });
        }
        if (buf instanceof Buffer sections) {
            return serialized(1, (message, _) -> SectionedMessage.read(message, sections));
        }
        return new Incoming(datatype.memory(buf, offset), datatype.elementType(), datatype.code(),
            datatype.from(offset), datatype.bytes(count), null);
    }

    private static Incoming serialized(int capacity, Deserialization end) {
        return new Incoming(null, ElementType.BYTE, Receive.OBJECTS, 0, capacity, end);
    }

    /** Puts a message that is complete, and did not fail, where it belongs. */
    public void deserialize(Receive receive) {
        if (end != null) {
            end.accept(receive.objects(), receive.matchedCount());
        }
    }
}
