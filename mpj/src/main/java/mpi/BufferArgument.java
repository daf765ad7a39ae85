package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import mpj.engine.ErrorClass;
import mpj.engine.Receive;
import mpjbuf.Buffer;

/** Checks what a program passes as a buffer: the array or segment, the offset, the count and the datatype. */
final class BufferArgument {
    private BufferArgument() {
    }

    /** Whether a buffer is an array of the datatype's own, in which offset and count lie and elements are adjacent. */
    static boolean isPlain(Object buf, int offset, int count, Datatype datatype) {
        return buf != null && datatype != null && buf.getClass() == datatype.plainArrayClass() && (offset | count) >= 0
            && (long) count * datatype.elements() <= Array.getLength(buf) - offset;
    }

    /** Whether a buffer is a segment in which elements are adjacent; where they lie must be checked all the same. */
    static boolean isPlainSegment(Object buf, Datatype datatype) {
        return buf instanceof MemorySegment && datatype.plainArrayClass() != null;
    }

    /** Checks a buffer to send from. */
    static void checkSend(Object buf, int offset, int count, Datatype datatype) {
        if (buf == null || datatype == null || (offset | count) < 0) {
            throw invalid(buf, offset, count, datatype);
        }
        if (isPlain(buf, offset, count, datatype)) {
            return;
        }
        if (buf.getClass() == datatype.plainArrayClass()) {
            throw outside(offset, count, datatype, Array.getLength(buf));
        }
        checkOther(buf, offset, count, datatype);
    }

    /** Checks a buffer to receive into. */
    static void checkReceive(Object buf, int offset, int count, Datatype datatype) {
        if (buf instanceof MemorySegment segment && segment.isReadOnly()) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "buf is a read-only segment; receive into a writable one");
        }
        checkSend(buf, offset, count, datatype);
        if (datatype.overlaps(count)) {
            throw new MPIException(ErrorClass.ERR_TYPE, "datatype is " + datatype + ", of which " + count
                + " items name an element twice; nothing can be received into it");
        }
    }

    private static void checkOther(Object buf, int offset, int count, Datatype datatype) {
        if (buf == MPI.IN_PLACE) {
            throw InPlace.misplaced();
        }
        datatype.checkUsable();
        if (buf instanceof Object[] objects && datatype.isObject()) {
            checkWithin(offset, count, datatype, objects.length);
        } else if (buf instanceof MemorySegment segment && !datatype.isObject()) {
            checkAccessible(segment);
            checkWithin(offset, count, datatype, segment.byteSize() / datatype.elementBytes());
        } else if (buf.getClass() == datatype.arrayClass()) {
            checkWithin(offset, count, datatype, Array.getLength(buf));
        } else if (buf instanceof Buffer && datatype.code() == Receive.PACKED) {
            return; // it knows by itself how much it holds
        } else {
            throw new MPIException(ErrorClass.ERR_TYPE, "buf is a " + buf.getClass().getTypeName() + ", datatype "
                + datatype + " needs " + (datatype.isObject() ? "an array of Serializable"
                : "a " + datatype.arrayClass().getTypeName() + " or a MemorySegment"
                + (datatype.code() == Receive.PACKED ? " or an mpjbuf.Buffer" : "")));
        }
    }

    private static void checkWithin(int offset, int count, Datatype datatype, long length) {
        TypeMap map = datatype.map();
        if ((long) count * map.size() > Integer.MAX_VALUE) {
            throw new MPIException(ErrorClass.ERR_COUNT, "count is " + count + ", which makes "
                + (long) count * map.size() + " elements of " + datatype + "; a message has at most "
                + Integer.MAX_VALUE);
        }
        if (offset > length) {
            throw outside(offset, count, datatype, length);
        }
        if (count > 0 && map.size() > 0) {
            long last = (count - 1) * map.extent();
            if (offset + Math.min(0, last) + map.trueLb() < 0
                || offset + Math.max(0, last) + map.trueUb() > length) {
                throw outside(offset, count, datatype, length);
            }
        }
    }

    private static void checkAccessible(MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "buf is a segment whose arena is closed");
        }
        if (!segment.isAccessibleBy(Thread.currentThread())) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "buf is a segment of an arena that is confined to another"
                + " thread; take one of Arena.ofShared() or Arena.ofAuto()");
        }
    }

    private static MPIException invalid(Object buf, int offset, int count, Datatype datatype) {
        if (buf == MPI.IN_PLACE) {
            return InPlace.misplaced();
        }
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

    private static MPIException outside(int offset, int count, Datatype datatype, long length) {
        TypeMap map = datatype.map();
        return new MPIException(ErrorClass.ERR_BUFFER, "offset " + offset + " and count " + count
            + " do not lie in buf, which has " + length + " elements" + (map == TypeMap.ELEMENT ? ""
            : "; an item of datatype " + datatype + " has elements from " + map.trueLb() + " to " + (map.trueUb() - 1)
                + " and an extent of " + map.extent()));
    }
}
