package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;
import mpj.core.message.Outgoing;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpjbuf.layout.ElementType;

/**
 * A buffer of the origin, in the form that the engine takes.
 *
 * @param buffer the object that has its bytes
 * @param type the type of the elements in the buffer
 * @param from where the elements start, in bytes
 * @param bytes how many bytes of elements there are
 * @param datatype the datatype of the items
 * @param count how many items
 */
record Local(Object buffer, ElementType type, long from, long bytes, TypeDescriptor datatype, int count) {

    /** A buffer that is read. */
    static Local origin(String name, Object buf, int offset, int count, TypeDescriptor datatype) {
        BufferArgument.checkSend(name, buf, offset, count, datatype);
        return of(name, buf, offset, count, datatype);
    }

    /** A buffer that is written. */
    static Local result(String name, Object buf, int offset, int count, TypeDescriptor datatype) {
        BufferArgument.checkReceive(name, buf, offset, count, datatype);
        return of(name, buf, offset, count, datatype);
    }

    /** Memory in which the elements are adjacent, and which is known to have room for them. */
    static Local plain(MemorySegment memory, int offset, int count, TypeDescriptor datatype) {
        return new Local(memory, datatype.elementType(), datatype.plainFrom(offset), datatype.bytes(count), datatype,
            count);
    }

    /** A buffer that is not read, because the operation takes nothing from it. */
    static Local none(TypeDescriptor datatype) {
        return new Local(MemorySegment.NULL, datatype.elementType(), 0, 0, datatype, 0);
    }

    private static Local of(String name, Object buf, int offset, int count, TypeDescriptor datatype) {
        if (datatype.isObject() || buf instanceof mpjbuf.Buffer || buf instanceof Buffer) {
            throw new EngineException(ErrorClass.ERR_TYPE, name + " has items of " + datatype + "; a window holds"
                + " elements of primitive types");
        }
        return new Local(datatype.memory(buf, offset), datatype.elementType(), datatype.from(offset),
            datatype.bytes(count), datatype, count);
    }

    /** The section header of these elements in a message. */
    long header() {
        return Outgoing.header(datatype, count);
    }
}
