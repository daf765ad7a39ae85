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
import mpj.transport.spi.Channel;

/** The sender's side of a channel in a peer's inbox; see {@link ChannelLayout}. */
public final class OutgoingChannel implements Channel {
    private final MemorySegment memory;
    private final Doorbell doorbell;
    private final long maximumPayload;
    private final long eagerLimit;

    // Unused. Ranks may be threads of one JVM: no object of another rank lies in the line of what changes here.
    private long before1, before2, before3, before4, before5, before6, before7, before8;
    private long cell;
    private long data;
    private long cellsTaken;
    private long bytesTaken;
    // Unused, as the first ones are.
    private long after1, after2, after3, after4, after5, after6, after7, after8;

    /**
     * @param memory the channel
     * @param doorbell the peer's
     * @param maximumPayload the largest payload of one packet, at most {@link ChannelLayout#MAXIMUM_PACKET}
     * @param eagerLimit see {@link Channel#eagerLimit}
     */
    public OutgoingChannel(MemorySegment memory, Doorbell doorbell, long maximumPayload, long eagerLimit) {
        this.memory = memory;
        this.doorbell = doorbell;
        this.maximumPayload = maximumPayload;
        this.eagerLimit = eagerLimit;
    }

    @Override
    public long maximumPayload() {
        return maximumPayload;
    }

    /** Small fragments while the pipeline is short, so that both sides soon copy; then larger ones cost less. */
    @Override
    public long fragment(long bytes) {
        long most = Math.min(2 * maximumPayload, ChannelLayout.MAXIMUM_PACKET);
        return bytes <= DATA_BYTES ? maximumPayload : most;
    }

    @Override
    public long eagerLimit() {
        return eagerLimit;
    }

    @Override
    public MemorySegment buffer() {
        return memory;
    }

    @Override
    public long reserve(long bytes) {
        if (cell - cellsTaken >= CELLS && !cellIsFree()) {
            return FULL;
        }
        if (bytes <= CELL_PAYLOAD_BYTES) {
            return ChannelLayout.cellAt(cell) + CELL_PAYLOAD;
        }
        long position = data & (DATA_BYTES - 1);
        if (position + bytes > DATA_BYTES) {
            // A payload is contiguous: the rest of the lap is left out, and counts as taken with this packet.
            data += DATA_BYTES - position;
            position = 0;
        }
        if (data + bytes - bytesTaken > DATA_BYTES && !bytesAreFree(bytes)) {
            return FULL;
        }
        return DATA_AT + position;
    }

    private boolean cellIsFree() {
        cellsTaken = (long) LONGS.getAcquire(memory, ChannelLayout.CELLS_TAKEN_AT);
        return cell - cellsTaken < CELLS;
    }

    private boolean bytesAreFree(long bytes) {
        bytesTaken = (long) LONGS.getAcquire(memory, ChannelLayout.BYTES_TAKEN_AT);
        return data + bytes - bytesTaken <= DATA_BYTES;
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        long at = ChannelLayout.cellAt(cell);
        if (bytes > CELL_PAYLOAD_BYTES) {
            memory.set(LONG, at + CELL_PAYLOAD, data);
            data += ChannelLayout.roundUp(bytes, LINE);
        }
        memory.set(LONG, at + CELL_ENVELOPE, envelope);
        memory.set(LONG, at + CELL_HEADER, header);
        cell++;
        // Release: whoever sees this word sees the payload and the two words above.
        LONGS.setRelease(memory, at, bytes << 32 | cell & 0xFFFF_FFFFL);
        doorbell.ring();
    }

    @Override
    public void wake() {
        doorbell.ring();
    }

    @Override
    public boolean congested() {
        return (int) INTS.getOpaque(memory, ChannelLayout.CONGESTED_AT) != 0;
    }
}
