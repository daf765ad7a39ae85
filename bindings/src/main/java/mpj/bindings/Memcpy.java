package mpj.bindings;

import java.lang.foreign.MemorySegment;

/**
 * Copies with the C library's memcpy. It uses instructions that write a cache line without reading it first, and is
 * faster than the JVM's own copy from about a thousand bytes on. The JVM's copy is used in three cases: where the C
 * library cannot be called ({@link Linux}), for longer copies where the C library is slow ({@link MisalignedCopy}), and
 * as long as linking the C library's memcpy would take longer than it saves ({@link LateLinking}). Several threads may
 * use this class.
 */
public final class Memcpy {
    private static final boolean CAN_BE_CALLED = Linux.hasBindings();
    /** Linking takes as long as copying about one gigabyte or a few, and makes a copy faster by a fraction. */
    private static final long WORTH_LINKING = 1L << 30;
    /**
     * All ranks of this JVM share this object: the sum of their copies decides when the linking pays for all of them.
     */
    private static final LateLinking LINKING = new LateLinking(WORTH_LINKING, new Link());
    /** A segment with all memory, for the JVM's copies. */
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    /** This is not a lambda, because a program that links nothing would have to create the lambda as well. */
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
     * Copies bytes. There is no safepoint before the end of the copy. Copy a large amount in pieces.
     *
     * @param from the source, on the heap or off it
     * @param fromOffset where the first byte is in the source
     * @param to the target, on the heap or off it; it must not overlap the source
     * @param toOffset where the first byte goes in the target
     * @param bytes the number of bytes
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
     * Copies bytes to an address. The caller must keep the memory there alive.
     *
     * @param from the source, on the heap or off it
     * @param offset where the first byte is in the source
     * @param address the address of the target
     * @param bytes the number of bytes
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
     * Copies bytes from an address. The caller must keep the memory there alive.
     *
     * @param address the address of the source
     * @param to the target, on the heap or off it
     * @param offset where the first byte goes in the target
     * @param bytes the number of bytes
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
