package mpj.transport.ring;

import static mpj.transport.ring.ChannelLayout.CELLS;
import static mpj.transport.ring.ChannelLayout.CELL_ENVELOPE;
import static mpj.transport.ring.ChannelLayout.CELL_HEADER;
import static mpj.transport.ring.ChannelLayout.CELL_PAYLOAD;
import static mpj.transport.ring.ChannelLayout.CELL_PAYLOAD_BYTES;
import static mpj.transport.ring.ChannelLayout.DATA_AT;
import static mpj.transport.ring.ChannelLayout.DATA_BYTES;
import static mpj.transport.ring.ChannelLayout.LINE;
import static mpj.transport.ring.Words.INTS;
import static mpj.transport.ring.Words.LONG;
import static mpj.transport.ring.Words.LONGS;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.PacketHandler;

/** The receiver's side of a channel in this process's inbox; see {@link ChannelLayout}. */
public final class IncomingChannel {
    /** The sender hears of free room once per so many cells or bytes, since each time costs both sides a cache miss. */
    private static final long CELLS_PER_NOTICE = CELLS / 4;
    private static final long BYTES_PER_NOTICE = DATA_BYTES / 8;
    private static final int PACKETS_PER_POLL = 16;

    private final MemorySegment memory;
    private final int sender;

    private long cell;
    private long data;
    private long cellsNoticed;
    private long bytesNoticed;
    // Unused. Ranks may be threads of one JVM: no other object that the sender writes to lies in the same line.
    private long space1, space2, space3, space4, space5, space6, space7, space8;
    private long space9, space10, space11, space12, space13, space14, space15, space16;

    public IncomingChannel(MemorySegment memory, int sender) {
        this.memory = memory;
        this.sender = sender;
    }

    public int sender() {
        return sender;
    }

    /** Whether a packet waits. */
    public boolean ready() {
        return (int) (long) LONGS.getAcquire(memory, ChannelLayout.cellAt(cell)) == (int) (cell + 1);
    }

    /** Hands over the packets that have arrived, and says whether there was any. */
    public boolean poll(PacketHandler handler) {
        for (int packets = 0; packets < PACKETS_PER_POLL; packets++) {
            long at = ChannelLayout.cellAt(cell);
            // Acquire: pairs with the release in OutgoingChannel.commit.
            long word = (long) LONGS.getAcquire(memory, at);
            if ((int) word != (int) (cell + 1)) {
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
            data = start + ChannelLayout.roundUp(bytes, LINE);
        }
        cell++;
        if (cell - cellsNoticed >= CELLS_PER_NOTICE || data - bytesNoticed >= BYTES_PER_NOTICE) {
            cellsNoticed = cell;
            bytesNoticed = data;
            // Release: the sender writes over this room only after the handler has read it.
            LONGS.setRelease(memory, ChannelLayout.BYTES_TAKEN_AT, data);
            LONGS.setRelease(memory, ChannelLayout.CELLS_TAKEN_AT, cell);
        }
    }

    public void congested(boolean congested) {
        INTS.setOpaque(memory, ChannelLayout.CONGESTED_AT, congested ? 1 : 0);
    }
}
