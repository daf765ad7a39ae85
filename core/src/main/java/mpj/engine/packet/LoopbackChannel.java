package mpj.engine.packet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.transport.spi.Channel;
import mpj.transport.spi.PacketHandler;

/** A rank's channel to itself: a committed packet arrives at once. */
final class LoopbackChannel implements Channel {
    private static final long MAXIMUM_PAYLOAD = 64 << 10;
    private static final long ALIGNMENT = 64;

    private final int rank;
    private final PacketHandler handler;
    /** Allocated for the first packet, because most ranks never send to themselves. */
    private MemorySegment buffer;

    LoopbackChannel(int rank, PacketHandler handler) {
        this.rank = rank;
        this.handler = handler;
    }

    @Override
    public long maximumPayload() {
        return MAXIMUM_PAYLOAD;
    }

    @Override
    public long fragment(long bytes) {
        return MAXIMUM_PAYLOAD;
    }

    @Override
    public long reserve(long bytes) {
        if (buffer == null) {
            buffer = Arena.ofAuto().allocate(MAXIMUM_PAYLOAD, ALIGNMENT);
        }
        return 0;
    }

    @Override
    public MemorySegment buffer() {
        return buffer;
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        handler.packet(rank, envelope, header, buffer, 0, bytes);
    }

    @Override
    public boolean congested() {
        return false;
    }
}
