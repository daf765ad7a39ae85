package mpj.transport.libfabric;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;

/** The packets and losses that a transport has reported. */
final class Collected implements PacketHandler {

    /** A packet, its payload as numbers. */
    record Packet(int source, long envelope, long header, List<Byte> payload) {
    }

    final List<Packet> packets = new ArrayList<>();
    /** The place for payloads whose destination the transport asks for; null if there is none. */
    MemorySegment destination;
    boolean asked;
    final List<String> lost = new ArrayList<>();
    final List<Long> completed = new ArrayList<>();
    final List<TransportException> failures = new ArrayList<>();

    @Override
    public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        List<Byte> payload = new ArrayList<>();
        for (byte each : segment.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE)) {
            payload.add(each);
        }
        packets.add(new Packet(source, envelope, header, payload));
    }

    @Override
    public MemorySegment destination(int source, long envelope, long header, long bytes) {
        asked = true;
        return destination;
    }

    @Override
    public void arrived(int source, long envelope, long header, long bytes) {
        packet(source, envelope, header, destination, 0, bytes);
    }

    @Override
    public void lost(int peer, TransportException cause) {
        lost.add(peer + ": " + cause.getMessage());
    }

    @Override
    public void completed(long cookie, TransportException failure) {
        completed.add(cookie);
        if (failure != null) {
            failures.add(failure);
        }
    }
}
