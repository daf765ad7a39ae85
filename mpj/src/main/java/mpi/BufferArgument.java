package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import mpj.engine.ErrorClass;

/** Checks what a program passes as a buffer: the array or segment, the offset, the count and the datatype. */
final class BufferArgument {
    private BufferArgument() {
    }

    /** Checks a buffer to send from. */
    static void checkSend(Object buf, int offset, int count, Datatype datatype) {
        if (buf == null || datatype == null || (offset | count) < 0) {
            throw invalid(buf, offset, count, datatype);
        }
        if (buf.getClass() == datatype.arrayClass()) {
            if (count > Array.getLength(buf) - offset) {
                throw outside(buf, offset, count, Array.getLength(buf));
            }
        } else {
            checkOther(buf, offset, count, datatype);
        }
    }

    /** Checks a buffer to receive into. */
    static void checkReceive(Object buf, int offset, int count, Datatype datatype) {
        if (buf instanceof MemorySegment segment && segment.isReadOnly()) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "buf is a read-only segment; receive into a writable one");
        }
        checkSend(buf, offset, count, datatype);
    }

    private static void checkOther(Object buf, int offset, int count, Datatype datatype) {
        if (buf instanceof Object[] objects && datatype.isObject()) {
            if (count > objects.length - offset) {
                throw outside(buf, offset, count, objects.length);
            }
        } else if (buf instanceof MemorySegment segment && !datatype.isObject()) {
            long elements = segment.byteSize() / datatype.elementBytes();
            if (count > elements - offset) {
                throw outside(buf, offset, count, elements);
            }
        } else {
            throw new MPIException(ErrorClass.ERR_TYPE, "buf is a " + buf.getClass().getTypeName() + ", datatype "
                + datatype + " needs " + (datatype.isObject() ? "an array of Serializable"
                : "a " + datatype.arrayClass().getTypeName() + " or a MemorySegment"));
        }
    }

    private static MPIException invalid(Object buf, int offset, int count, Datatype datatype) {
        if (datatype == null) {
            return new MPIException(ErrorClass.ERR_TYPE, "datatype is null; pass one such as MPI.INT");
        }
        if (buf == null) {
            return new MPIException(ErrorClass.ERR_BUFFER, "buf is null; pass an array, of length 0 if need be");
        }
        if (count < 0) {
            return new MPIException(ErrorClass.ERR_COUNT, "count is " + count + "; it must not be negative");
        }
        return new MPIException(ErrorClass.ERR_BUFFER, "offset is " + offset + "; it must not be negative");
    }

    private static MPIException outside(Object buf, int offset, int count, long length) {
        return new MPIException(ErrorClass.ERR_BUFFER, "offset " + offset + " and count " + count
            + " do not lie in buf, which has " + length + " elements");
    }
}
