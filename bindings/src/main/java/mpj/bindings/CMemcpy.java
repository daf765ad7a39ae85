package mpj.bindings;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/**
 * The C library's memcpy. The initialization of this class links the function, which takes tens of milliseconds.
 *
 * <p>Slices are made beside the call, so that the compiler can eliminate them. A copy that begins at the start of a
 * segment gets the segment itself: if the compiler has seen slices of more than two kinds of segments, a slice becomes
 * an object.
 */
final class CMemcpy {
    private static final MethodHandle MEMCPY = link();
    /** If a C library is slow with long copies, it is slow from about 2 KiB on. */
    private static final long MOST_IF_SLOW = 2047;
    /** The size of the longest copy for which memcpy is as fast as the JVM. */
    static final long MOST = MisalignedCopy.isSlow(new Measured()) ? MOST_IF_SLOW : Long.MAX_VALUE;

    /** This is not a lambda, because a lambda would take longer to create than the trial takes. */
    private static final class Measured implements MisalignedCopy.Copy {
        @Override
        public void copy(MemorySegment to, MemorySegment from, long bytes) {
            call(to, from, bytes);
        }
    }

    private CMemcpy() {
    }

    /** Returns when memcpy can be called. */
    static void initialize() {
        // The call of this method has initialized the class.
    }

    private static MethodHandle link() {
        Linker linker = Linux.linker();
        return linker.downcallHandle(linker.defaultLookup().find("memcpy").orElseThrow(),
            FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG),
            Linker.Option.critical(true));
    }

    private static void call(MemorySegment to, MemorySegment from, long bytes) {
        try {
            MEMCPY.invokeExact(to, from, bytes);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    static void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        call(to.asSlice(toOffset, bytes), from.asSlice(fromOffset, bytes), bytes);
    }

    static void copyTo(MemorySegment from, long offset, long address, long bytes) {
        if (offset == 0) {
            Objects.checkFromIndexSize(0, bytes, from.byteSize());
            call(MemorySegment.ofAddress(address), from, bytes);
        } else {
            call(MemorySegment.ofAddress(address), from.asSlice(offset, bytes), bytes);
        }
    }

    static void copyFrom(long address, MemorySegment to, long offset, long bytes) {
        if (offset == 0) {
            Objects.checkFromIndexSize(0, bytes, to.byteSize());
            call(to, MemorySegment.ofAddress(address), bytes);
        } else {
            call(to.asSlice(offset, bytes), MemorySegment.ofAddress(address), bytes);
        }
    }
}
