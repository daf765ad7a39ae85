package mpj.bindings;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import mpj.bindings.libc.libc_h;

/**
 * Copying by the C library, which knows the instructions that write a line of the cache without reading it first. From
 * about a thousand bytes on it is faster than the JVM's own copy. Safe for use by several threads.
 */
public final class Memcpy {
    private static final MethodHandle MEMCPY = Linker.nativeLinker().downcallHandle(libc_h.memcpy$address(),
        FunctionDescriptor.ofVoid(ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG),
        Linker.Option.critical(true));

    private Memcpy() {
    }

    /**
     * Copies bytes. No safepoint comes before the end: of much memory, copy a piece at a time.
     *
     * @param from where they are, on the heap or off it
     * @param to where they go, on the heap or off it; does not overlap
     * @param bytes how many, at most the size of either
     * @throws IllegalStateException when a segment is closed
     * @throws WrongThreadException when a segment belongs to another thread
     */
    public static void copy(MemorySegment from, MemorySegment to, long bytes) {
        try {
            MEMCPY.invokeExact(to, from, bytes);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
