package mpj.bindings;

import java.lang.foreign.MemorySegment;

/**
 * Copying by the C library, which knows the instructions that write a line of the cache without reading it first. From
 * about a thousand bytes on it is faster than the JVM's own copy. That one is taken where the C library cannot be
 * called ({@link Linux}), for longer copies where the C library's are slow ({@link MisalignedCopy}), and as long as
 * linking the C library's would take longer than it spares ({@link LateLinking}). Safe for use by several threads.
 */
public final class Memcpy {
    private static final boolean CAN_BE_CALLED = Linux.hasBindings();
    /** Linking takes as long as copying a gigabyte, or some, and makes a copy faster by a fraction. */
    private static final long WORTH_LINKING = 1L << 30;
    /** Of all ranks of this JVM: what they copy says when it pays for all of them. */
    private static final LateLinking LINKING = new LateLinking(WORTH_LINKING, new Link());
    /** All memory, for the JVM's copies. */
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /** No lambda, which a program that links nothing would have to make as well. */
    private static final class Link implements Runnable {
        @Override
        public void run() {
            CMemcpy.initialize();
        }
    }

    private Memcpy() {
    }

    private static boolean isByC(long bytes) {
        return CAN_BE_CALLED && LINKING.isDone(bytes) && bytes <= CMemcpy.MOST;
    }

    /**
     * Copies bytes. No safepoint comes before the end: of much memory, copy a piece at a time.
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
        if (isByC(bytes)) {
            CMemcpy.copy(from, fromOffset, to, toOffset, bytes);
        } else {
            MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
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
        if (isByC(bytes)) {
            CMemcpy.copyTo(from, offset, address, bytes);
        } else {
            MemorySegment.copy(from, offset, EVERYTHING, address, bytes);
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
        if (isByC(bytes)) {
            CMemcpy.copyFrom(address, to, offset, bytes);
        } else {
            MemorySegment.copy(EVERYTHING, address, to, offset, bytes);
        }
    }
}
