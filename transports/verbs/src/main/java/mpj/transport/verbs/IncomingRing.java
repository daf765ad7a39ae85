package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.COUNTS_AT;
import static mpj.transport.verbs.PacketLayout.MARK_BYTES;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Memory into which one peer writes packets by RDMA, where they are found by looking. The packet of number N goes to
 * place N modulo {@link #PLACES}; if it is sent instead, its place is passed over. So whoever looks knows where the
 * next packet would be, by whichever way it comes.
 *
 * <p>A packet ends where its place does, so the mark with its number is always in the same spot, and what was there
 * before cannot be taken for it. It has arrived when the mark and the number at its beginning are there. Adapters write
 * from the lowest address to the highest, on which MVAPICH, Open MPI and perftest's ib_write_lat rely as well: the mark
 * is last. A software device that copies backwards puts the beginning last.
 */
final class IncomingRing {
    /** A power of two. */
    static final int PLACES = 32;
    static final long NONE = -1;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment memory;
    private final int index;
    private final int packet;

    /**
     * @param memory that of all rings
     * @param index which of them this is, from 0
     * @param packet the size of a place
     */
    IncomingRing(MemorySegment memory, int index, int packet) {
        this.memory = memory;
        this.index = index;
        this.packet = packet;
    }

    int index() {
        return index;
    }

    /** The offset of a packet's place in the memory of all rings. */
    static long place(int ring, long number, int packet) {
        return (ring * (long) PLACES + (number & PLACES - 1)) * packet;
    }

    /** Where the packet of a number begins, or NONE if it is not there. */
    long find(long number) {
        long markAt = place(index, number, packet) + packet - MARK_BYTES;
        long mark = (long) WORD.getAcquire(memory, markAt);
        if (!PacketLayout.marks(mark, number)) {
            return NONE;
        }
        int bytes = PacketLayout.size(mark);
        if (PacketLayout.markAt(bytes) > packet - MARK_BYTES) {
            return NONE;
        }
        long at = markAt - PacketLayout.markAt(bytes);
        return PacketLayout.number((long) WORD.getAcquire(memory, at + COUNTS_AT)) == (int) number ? at : NONE;
    }

    /** The payload's size of a packet that was found. */
    long size(long number) {
        return PacketLayout.size(memory.get(ValueLayout.JAVA_LONG,
            place(index, number, packet) + packet - MARK_BYTES));
    }
}
