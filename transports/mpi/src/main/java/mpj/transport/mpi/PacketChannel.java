package mpj.transport.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.transport.spi.Channel;

/** Packets to one peer. */
final class PacketChannel implements Channel {
    private final PacketTransport transport;
    private final int peer;
    private MemorySegment slot;
    private int leaving;

    PacketChannel(PacketTransport transport, int peer) {
        this.transport = transport;
        this.peer = peer;
    }

    int peer() {
        return peer;
    }

    /** Changes the number of packets that are on their way out. */
    void add(int packets) {
        leaving += packets;
    }

    @Override
    public long maximumPayload() {
        return PacketTransport.MOST_PAYLOAD;
    }

    @Override
    public long fragment(long bytes) {
        return PacketTransport.MOST_PAYLOAD;
    }

    @Override
    public long reserve(long bytes) {
        if (slot == null) {
            slot = transport.take();
        }
        return slot == null ? FULL : PacketTransport.PAYLOAD_AT;
    }

    @Override
    public MemorySegment buffer() {
        return slot;
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        MemorySegment packet = slot;
        slot = null;
        packet.set(ValueLayout.JAVA_LONG, PacketTransport.ENVELOPE_AT, envelope);
        packet.set(ValueLayout.JAVA_LONG, PacketTransport.HEADER_AT, header);
        transport.send(packet, bytes, this);
    }

    @Override
    public boolean congested() {
        return false;
    }

    @Override
    public boolean pending() {
        return leaving > 0;
    }
}
