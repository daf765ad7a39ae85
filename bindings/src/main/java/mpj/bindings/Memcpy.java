package mpj.bindings;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/**
 * Copying by the C library, which knows the instructions that write a line of the cache without reading it first. From
 * about a thousand bytes on it is faster than the JVM's own copy. That one is taken where the C library cannot be
 * called ({@link Linux}), and for longer copies where the C library's are slow ({@link MisalignedCopy}). Safe for use
 * by several threads.
 *
 * <p>What begins with its segment is passed as it is: where the compiler has seen slices of more than two kinds of
 * segments, a slice is an object.
 */
public final class Memcpy {
    private static final boolean LINKED = Linux.hasBindings();
    private static final MethodHandle MEMCPY = LINKED ? link() : null;
    /** A C library that is slow with long copies is slow from some 2 KiB on. */
    private static final long MOST_IF_SLOW = 2047;
    /** The longest copy that the C library does. */
    private static final long MOST = !LINKED ? -1
        : MisalignedCopy.isSlow(new ByC()) ? MOST_IF_SLOW : Long.MAX_VALUE;
    /** All memory, for the JVM's copies. */
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /** No lambda, which would take longer to make than the trial takes. */
    private static final class ByC implements MisalignedCopy.Copy {
        @Override
        public void copy(MemorySegment to, MemorySegment from, long bytes) {
            call(to, from, bytes);
        }
    }

    private Memcpy() {
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

    /**
     * Copies bytes. No safepoint comes before the end: of much memory, copy a piece at a time. Slices are made here,
     * beside the call, so that the compiler can do away with them also where it does not inline this method.
     *
     * @param from where they are, on the heap or off it
     * @param fromOffset the first of them
     * @param to where they go, on the heap or off it; does not overlap
     * @param toOffset where the first goes
     * @param bytes how many
     * @throws IllegalStateException when a segment is closed
     * @throws WrongThreadException when a segment belongs to another thread
     */
    public static void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        if (bytes > MOST) {
            MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
            return;
        }
        call(to.asSlice(toOffset, bytes), from.asSlice(fromOffset, bytes), bytes);
    }

    /**
     * Copies bytes to an address. Whoever calls keeps the memory there alive.
     *
     * @param from where they are, on the heap or off it
     * @param offset the first of them
     * @param address where the first goes
     * @param bytes how many
     * @throws IllegalStateException when the segment is closed
     * @throws WrongThreadException when the segment belongs to another thread
     */
    public static void copyTo(MemorySegment from, long offset, long address, long bytes) {
        if (bytes > MOST) {
            MemorySegment.copy(from, offset, EVERYTHING, address, bytes);
            return;
        }
        if (offset == 0) {
            Objects.checkFromIndexSize(0, bytes, from.byteSize());
            call(MemorySegment.ofAddress(address), from, bytes);
        } else {
            call(MemorySegment.ofAddress(address), from.asSlice(offset, bytes), bytes);
        }
    }

    /**
     * Copies bytes from an address. Whoever calls keeps the memory there alive.
     *
     * @param address where the first is
     * @param to where they go, on the heap or off it
     * @param offset where the first goes
     * @param bytes how many
     * @throws IllegalStateException when the segment is closed
     * @throws WrongThreadException when the segment belongs to another thread
     */
    public static void copyFrom(long address, MemorySegment to, long offset, long bytes) {
        if (bytes > MOST) {
            MemorySegment.copy(EVERYTHING, address, to, offset, bytes);
            return;
        }
        if (offset == 0) {
            Objects.checkFromIndexSize(0, bytes, to.byteSize());
            call(to, MemorySegment.ofAddress(address), bytes);
        } else {
            call(to.asSlice(offset, bytes), MemorySegment.ofAddress(address), bytes);
        }
    }
}
