package mpj.engine.library;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A datatype of a library in memory.
 *
 * @param displacements where each block begins, in bytes from the item's origin
 * @param lengths the size of each block
 * @param extent the bytes from the origin of one item to the origin of the next
 */
record MemoryDatatype(long[] displacements, long[] lengths, long extent) {
    static final MemoryDatatype BYTE = new MemoryDatatype(new long[] {0}, new long[] {1}, 1);
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private interface Move {
        void move(long address, int position);
    }

    /** The size of an item's elements. */
    long bytes() {
        long bytes = 0;
        for (long length : lengths) {
            bytes += length;
        }
        return bytes;
    }

    /** Reads items from the program's memory. */
    byte[] read(long address, long items) {
        byte[] message = new byte[Math.toIntExact(items * bytes())];
        walk(address, message.length, (at, position) -> message[position] = ALL.get(ValueLayout.JAVA_BYTE, at));
        return message;
    }

    /** Writes so many bytes of a message into the program's memory. */
    void write(long address, byte[] message, int bytes) {
        walk(address, bytes, (at, position) -> ALL.set(ValueLayout.JAVA_BYTE, at, message[position]));
    }

    private void walk(long address, int bytes, Move move) {
        int position = 0;
        for (long origin = address; position < bytes; origin += extent) {
            for (int block = 0; block < lengths.length; block++) {
                for (long i = 0; i < lengths[block] && position < bytes; i++) {
                    move.move(origin + displacements[block] + i, position++);
                }
            }
        }
    }
}
