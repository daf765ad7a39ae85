package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.COUNTS_AT;
import static mpj.transport.verbs.PacketLayout.MARK_BYTES;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Memory into which one peer writes packets by RDMA, and which this rank polls. The packet with number N goes to place
 * N modulo {@link #PLACES}. If that packet is sent instead, its place is skipped. So the receiver knows where the next
 * packet would be, whichever way it comes.
 *
 * <p>A packet ends where its place ends. So the mark with its number is always at the same place, and older contents of
 * the place cannot be taken for the mark. A packet has arrived when both its mark and the number at its beginning are
 * there. Adapters write from the lowest address to the highest, so the mark is written last. MVAPICH, Open MPI and
 * perftest's ib_write_lat rely on this as well. A software device that copies backwards writes the beginning last.
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
     * @param memory the memory of all rings
     * @param index this ring's number, from 0
     * @param packet the size of a place, in bytes
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

    /** The place where the packet with this number begins, or NONE if it has not arrived. */
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

    /**
     * Removes the marks of the packets that have come. The next peer counts its own packets, and an old mark could have
     * the number of its next packet.
     */
    void clear() {
        for (int number = 0; number < PLACES; number++) {
            memory.set(ValueLayout.JAVA_LONG, place(index, number, packet) + packet - MARK_BYTES, 0);
        }
    }

    /** The size of the payload of a packet that was found, in bytes. */
    long size(long number) {
        return PacketLayout.size(memory.get(ValueLayout.JAVA_LONG,
            place(index, number, packet) + packet - MARK_BYTES));
    }
}
