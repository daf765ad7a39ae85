package mpj.bindings;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/**
 * Copying by the C library, which knows the instructions that write a line of the cache without reading it first. From
 * about a thousand bytes on it is faster than the JVM's own copy, which is taken where the C library cannot be called
 * ({@link Linux}). Safe for use by several threads.
 *
 * <p>What begins with its segment is passed as it is: where the compiler has seen slices of more than two kinds of
 * segments, a slice is an object.
 */
public final class Memcpy {
    private static final boolean LINKED = Linux.hasBindings();
    private static final MethodHandle MEMCPY = LINKED ? link() : null;
    /** All memory, for where the C library is not called. */
    private static final MemorySegment EVERYTHING = LINKED ? null : MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private Memcpy() {
    }

    private static MethodHandle link() {
        Linker linker = Linux.linker();
        return linker.downcallHandle(linker.defaultLookup().find("memcpy").orElseThrow(),
            FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG),
            Linker.Option.critical(true));
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
        if (!LINKED) {
            MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
            return;
        }
        try {
            MEMCPY.invokeExact(to.asSlice(toOffset, bytes), from.asSlice(fromOffset, bytes), bytes);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
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
        if (!LINKED) {
            MemorySegment.copy(from, offset, EVERYTHING, address, bytes);
            return;
        }
        try {
            if (offset == 0) {
                Objects.checkFromIndexSize(0, bytes, from.byteSize());
                MEMCPY.invokeExact(MemorySegment.ofAddress(address), from, bytes);
            } else {
                MEMCPY.invokeExact(MemorySegment.ofAddress(address), from.asSlice(offset, bytes), bytes);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
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
        if (!LINKED) {
            MemorySegment.copy(EVERYTHING, address, to, offset, bytes);
            return;
        }
        try {
            if (offset == 0) {
                Objects.checkFromIndexSize(0, bytes, to.byteSize());
                MEMCPY.invokeExact(to, MemorySegment.ofAddress(address), bytes);
            } else {
                MEMCPY.invokeExact(to.asSlice(offset, bytes), MemorySegment.ofAddress(address), bytes);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
