package mpj.core.message;

import mpj.core.datatype.TypeDescriptor;
import mpj.core.objects.ObjectMessage;
import mpj.core.objects.SharedRecords;
import mpj.engine.Receive;
import mpjbuf.Buffer;
import mpjbuf.layout.ElementType;

/**
 * Where a message that is to be received goes, in the form that the engine takes.
 *
 * @param buffer where its elements go, or null when they are taken at the end
 * @param type the elements' type
 * @param typeCode what the section header must say
 * @param from where they go in the buffer, in bytes
 * @param capacity how many bytes there is room for; of objects, how many objects
 * @param end takes the bytes of a complete message, where they are serialized; else null
 */
public record Incoming(Object buffer, ElementType type, int typeCode, long from, long capacity, Deserialization end) {

    /** For a buffer that was checked. Objects cannot come by reference. */
    public static Incoming of(Object buf, int offset, int count, TypeDescriptor datatype) {
        return of(buf, offset, count, datatype, null);
    }

    /**
     * For a buffer that was checked.
     *
     * @param records where objects may come by reference; or null
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
