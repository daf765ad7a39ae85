package mpj.transport.ring;

import static mpj.transport.ring.ChannelLayout.CELLS;
import static mpj.transport.ring.ChannelLayout.CELL_ENVELOPE;
import static mpj.transport.ring.ChannelLayout.CELL_HEADER;
import static mpj.transport.ring.ChannelLayout.CELL_PAYLOAD;
import static mpj.transport.ring.ChannelLayout.CELL_PAYLOAD_BYTES;
import static mpj.transport.ring.Words.INTS;
import static mpj.transport.ring.Words.LONG;
import static mpj.transport.ring.Words.LONGS;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.PacketHandler;

/**
 * The receiver's end of a channel in this process's inbox. See {@link ChannelLayout}. One thread at a time uses it,
 * except for {@link #ready}.
 */
public final class IncomingChannel {
    /**
     * The sender is told about free cells once for this many cells, because each notice costs both sides a cache miss.
     */
    private static final long CELLS_PER_NOTICE = CELLS / 4;
    private static final int PACKETS_PER_POLL = 16;

    private final MemorySegment memory;
    private final Blocks blocks;
    private final int sender;

    // Unused. Ranks may be threads of one JVM, and no object of another rank may lie in the line of the fields that
    // change here.
    private long before1, before2, before3, before4, before5, before6, before7, before8;
    private long cell;
    private long cellsNoticed;
    /** The last value read from the second line of a cell. Nothing uses it: see {@link #poll}. */
    private long secondLine;
    // Unused, like the fields before.
    private long after1, after2, after3, after4, after5, after6, after7, after8;

    /**
     * @param memory the channel
     * @param blocks the blocks of this rank and the sender
     * @param sender the sender's index
     */
    public IncomingChannel(MemorySegment memory, Blocks blocks, int sender) {
        this.memory = memory;
        this.blocks = blocks;
        this.sender = sender;
        blocks.incoming(memory);
    }

    public int sender() {
        return sender;
    }

    /** Whether a packet waits. Threads that are about to sleep call this, too. */
    public boolean ready() {
        return (int) (long) LONGS.getAcquire(memory, ChannelLayout.cellAt(cell)) == (int) (cell + 1);
    }

    /** Hands over the packets that have arrived, a limited number at a time. Returns true if there were any. */
    public boolean poll(PacketHandler handler) {
        for (int packets = 0; packets < PACKETS_PER_POLL; packets++) {
            long at = ChannelLayout.cellAt(cell);
            // This load requests the second line from the sender's core together with the first line, not after it. The
            // value is stored because the compiler would remove the load otherwise.
            secondLine = (long) LONGS.getOpaque(memory, at + ChannelLayout.LINE);
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
            int block = blocks.arrived(memory.get(LONG, at + CELL_PAYLOAD), bytes);
            handler.packet(sender, envelope, header, blocks.memory(block), Blocks.at(block), bytes);
            blocks.read(block);
        }
        cell++;
        if (cell - cellsNoticed >= CELLS_PER_NOTICE) {
            cellsNoticed = cell;
            // Release: the sender may overwrite these cells only after the handler has read them.
            LONGS.setRelease(memory, ChannelLayout.CELLS_TAKEN_AT, cell);
        }
    }

    public void congested(boolean congested) {
        INTS.setOpaque(memory, ChannelLayout.CONGESTED_AT, congested ? 1 : 0);
    }
}
