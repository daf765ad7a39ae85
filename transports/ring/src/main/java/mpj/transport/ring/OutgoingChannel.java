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
import mpj.transport.spi.Channel;
import mpj.transport.spi.Doorbell;
import mpj.transport.spi.TransportException;

/** The sender's end of a channel in a peer's inbox. See {@link ChannelLayout}. */
public final class OutgoingChannel implements Channel {
    /**
     * A message longer than this is worth more blocks than a channel has at first. The first blocks suffice for two
     * messages of this length.
     */
    private static final long LONG_MESSAGE = 64 << 10;

    private final MemorySegment memory;
    private final Blocks blocks;
    private final Doorbell doorbell;
    private final long maximumPayload;
    private final long eagerLimit;

    // Unused. Ranks may be threads of one JVM, and no object of another rank may lie in the line of the fields that
    // change here.
    private long before1, before2, before3, before4, before5, before6, before7, before8;
    private long cell;
    private long cellsTaken;
    /** The memory in which the place that was reserved last lies. */
    private MemorySegment reservedIn;
    private int reserved = Blocks.NONE;
    /** Whether the fragments that are being sent belong to a long message. */
    private boolean longMessage;
    // Unused, like the fields before.
    private long after1, after2, after3, after4, after5, after6, after7, after8;

    /**
     * @param memory the channel
     * @param blocks the blocks of this rank and the peer
     * @param extension gives the channel more memory
     * @param doorbell the peer's doorbell
     * @param maximumPayload the largest payload of one packet in bytes, at most {@link ChannelLayout#MAXIMUM_PACKET}
     * @param eagerLimit see {@link Channel#eagerLimit}
     */
    public OutgoingChannel(MemorySegment memory, Blocks blocks, Extension extension, Doorbell doorbell,
                           long maximumPayload, long eagerLimit) {
        this.memory = memory;
        this.blocks = blocks;
        this.reservedIn = memory;
        blocks.outgoing(memory, extension);
        this.doorbell = doorbell;
        this.maximumPayload = maximumPayload;
        this.eagerLimit = eagerLimit;
    }

    @Override
    public long maximumPayload() {
        return maximumPayload;
    }

    @Override
    public long fragment(long bytes) {
        longMessage = bytes > LONG_MESSAGE;
        return maximumPayload;
    }

    @Override
    public long eagerLimit() {
        return eagerLimit;
    }

    @Override
    public MemorySegment buffer() {
        return reservedIn;
    }

    @Override
    public long reserve(long bytes) {
        if (cell - cellsTaken >= CELLS && !cellIsFree()) {
            return FULL;
        }
        if (bytes <= CELL_PAYLOAD_BYTES) {
            reservedIn = memory;
            return ChannelLayout.cellAt(cell) + CELL_PAYLOAD;
        }
        int block = blocks.reserve(bytes, longMessage);
        if (block == Blocks.NONE) {
            return FULL;
        }
        reserved = block;
        reservedIn = blocks.memory(block);
        return Blocks.at(block);
    }

    private boolean cellIsFree() {
        long taken = (long) LONGS.getAcquire(memory, ChannelLayout.CELLS_TAKEN_AT);
        if (taken - cellsTaken < 0 || cell - taken < 0) {
            throw new TransportException("a peer's channel is damaged: " + taken + " of " + cell + " cells taken");
        }
        cellsTaken = taken;
        return cell - cellsTaken < CELLS;
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        long at = ChannelLayout.cellAt(cell);
        if (bytes > CELL_PAYLOAD_BYTES) {
            memory.set(LONG, at + CELL_PAYLOAD, blocks.sent(reserved, bytes));
        }
        memory.set(LONG, at + CELL_ENVELOPE, envelope);
        memory.set(LONG, at + CELL_HEADER, header);
        cell++;
        // Release: a receiver that sees this word sees the payload and the two words above.
        LONGS.setRelease(memory, at, bytes << 32 | cell & 0xFFFF_FFFFL);
        doorbell.ring();
    }

    @Override
    public boolean congested() {
        return (int) INTS.getOpaque(memory, ChannelLayout.CONGESTED_AT) != 0;
    }
}
