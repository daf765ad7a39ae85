package mpj.transport.shm;

import static mpj.transport.shm.InboxLayout.CELLS;
import static mpj.transport.shm.InboxLayout.CELL_ENVELOPE;
import static mpj.transport.shm.InboxLayout.CELL_HEADER;
import static mpj.transport.shm.InboxLayout.CELL_PAYLOAD;
import static mpj.transport.shm.InboxLayout.CELL_PAYLOAD_BYTES;
import static mpj.transport.shm.InboxLayout.DATA_AT;
import static mpj.transport.shm.InboxLayout.DATA_BYTES;
import static mpj.transport.shm.InboxLayout.LINE;
import static mpj.transport.shm.Words.INTS;
import static mpj.transport.shm.Words.LONG;
import static mpj.transport.shm.Words.LONGS;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.PacketHandler;

/** The receiver's side of a channel in this process's inbox; see {@link InboxLayout}. */
final class IncomingChannel {
    /** The sender hears of free room once per so many cells or bytes, since each time costs both sides a cache miss. */
    private static final long CELLS_PER_NOTICE = CELLS / 4;
    private static final long BYTES_PER_NOTICE = DATA_BYTES / 8;
    private static final int PACKETS_PER_POLL = 16;

    private static final boolean TOUCH = Boolean.getBoolean("touch");
    private int touched;
    private final MemorySegment memory;
    private final int sender;

    private long cell;
    private long data;
    private long cellsNoticed;
    private long bytesNoticed;

    IncomingChannel(MemorySegment memory, int sender) {
        this.memory = memory;
        this.sender = sender;
    }

    int sender() {
        return sender;
    }

    /** Whether a packet waits. */
    boolean ready() {
        return (int) (long) LONGS.getAcquire(memory, InboxLayout.cellAt(cell)) == (int) (cell + 1);
    }

    /** Hands over the packets that have arrived, and says whether there was any. */
    boolean poll(PacketHandler handler) {
        for (int packets = 0; packets < PACKETS_PER_POLL; packets++) {
            long at = InboxLayout.cellAt(cell);
            // Acquire: pairs with the release in OutgoingChannel.commit.
            long word = (long) LONGS.getAcquire(memory, at);
            if ((int) word != (int) (cell + 1)) {
                if (TOUCH) {
                    touched = (int) INTS.getAcquire(memory, DATA_AT + (data & (DATA_BYTES - 1)));
                }
                return packets > 0;
            }
            take(handler, at, word >>> 32);
        }
        return true;
    }

    private void take(PacketHandler handler, long at, long bytes) {
        long envelope = memory.get(LONG, at + CELL_ENVELOPE);
        long header = memory.get(LONG, at + CELL_HEADER);
        if (bytes <= CELL_PAYLOAD_BYTES) {
            handler.packet(sender, envelope, header, memory, at + CELL_PAYLOAD, bytes);
        } else {
            long start = memory.get(LONG, at + CELL_PAYLOAD);
            handler.packet(sender, envelope, header, memory, DATA_AT + (start & (DATA_BYTES - 1)), bytes);
            data = start + InboxLayout.roundUp(bytes, LINE);
        }
        cell++;
        if (cell - cellsNoticed >= CELLS_PER_NOTICE || data - bytesNoticed >= BYTES_PER_NOTICE) {
            cellsNoticed = cell;
            bytesNoticed = data;
            // Release: the sender writes over this room only after the handler has read it.
            LONGS.setRelease(memory, InboxLayout.BYTES_TAKEN_AT, data);
            LONGS.setRelease(memory, InboxLayout.CELLS_TAKEN_AT, cell);
        }
    }

    void congested(boolean congested) {
        INTS.setOpaque(memory, InboxLayout.CONGESTED_AT, congested ? 1 : 0);
    }
}
