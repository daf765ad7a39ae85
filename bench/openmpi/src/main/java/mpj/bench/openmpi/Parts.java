package mpj.bench.openmpi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import mpi.MPI;

/**
 * Parts of buffers, for calls. Open MPI's API has no offsets into buffers, so a program makes a slice once and uses it
 * again. This class keeps the slice of the offset that was used last.
 */
final class Parts {
    private int elementBytes;
    private Object whole;
    private int sliceOffset;
    private Object slice;

    /** @param elementBytes the size of the elements in which offsets are counted */
    Parts(int elementBytes) {
        this.elementBytes = elementBytes;
    }

    /** From now on, offsets are counted in elements of this many bytes. */
    void count(int bytes) {
        elementBytes = bytes;
    }

    int elementBytes() {
        return elementBytes;
    }

    /** The buffer itself, or its part from this element on. */
    Object at(Object buffer, int offset) {
        return offset == 0 ? buffer : slice(buffer, offset);
    }

    private Object slice(Object buffer, int offset) {
        if (whole != buffer || sliceOffset != offset) {
            slice = switch (buffer) {
                case MemorySegment segment -> segment.asSlice((long) offset * elementBytes);
                case ByteBuffer bytes -> MPI.slice(bytes, offset);
                case CharBuffer chars -> MPI.slice(chars, offset);
                case IntBuffer ints -> MPI.slice(ints, offset);
                case FloatBuffer floats -> MPI.slice(floats, offset);
                case DoubleBuffer doubles -> MPI.slice(doubles, offset);
                default -> throw new IllegalArgumentException("this API has no offsets into arrays, which the"
                    + " benchmark or -off_cache needs; use -buffers direct or -buffers segment");
            };
            whole = buffer;
            sliceOffset = offset;
        }
        return slice;
    }
}
