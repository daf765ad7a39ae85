package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.engine.match.Envelope;
import mpj.tools.Message;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;

/** Sees the packets that arrive by one transport. */
final class WatchedPackets implements PacketHandler {
    private final PacketHandler to;
    private final String transport;
    private final MessageWatch watch;
    private final SeenMessage arriving;

    WatchedPackets(PacketHandler to, String transport, MessageWatch watch) {
        this.to = to;
        this.transport = transport;
        this.watch = watch;
        arriving = new SeenMessage(transport);
    }

    /**
     * The protocol of a message that begins with a packet of this kind; null if no message begins with such a packet.
     */
    static Message.Protocol protocol(int kind) {
        return switch (kind) {
            case Envelope.MESSAGE, Envelope.BEGIN -> Message.Protocol.EAGER;
            case Envelope.RTS -> Message.Protocol.RENDEZVOUS;
            case Envelope.RGET -> Message.Protocol.REMOTE;
            default -> null;
        };
    }

    /** The size of a message, as its first packet says. The packet may be damaged. */
    static long bytes(int kind, MemorySegment packet, long at, long payload) {
        return kind == Envelope.MESSAGE ? payload : payload < Envelope.BEGIN_BYTES ? 0
            : Math.max(0, packet.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Envelope.BYTES_AT));
    }

    private SeenMessage message(int source, long envelope, long bytes, boolean taken) {
        return arriving.begin(source, envelope, bytes, watch.next(source, taken));
    }

    @Override
    public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        int kind = Envelope.kind(envelope);
        if (protocol(kind) == null) {
            to.packet(source, envelope, header, segment, offset, bytes);
            return;
        }
        SeenMessage message = message(source, envelope, bytes(kind, segment, offset, bytes), true);
        SeenMessage outer = watch.begin(message);
        try {
            to.packet(source, envelope, header, segment, offset, bytes);
            watch.arrived(message);
        } finally {
            watch.end(outer);
        }
    }

    @Override
    public MemorySegment destination(int source, long envelope, long header, long bytes) {
        if (Envelope.kind(envelope) != Envelope.MESSAGE) {
            return to.destination(source, envelope, header, bytes);
        }
        SeenMessage outer = watch.begin(message(source, envelope, bytes, false));
        try {
            return to.destination(source, envelope, header, bytes);
        } finally {
            watch.end(outer);
        }
    }

    @Override
    public boolean awaits(int source, long envelope, long header) {
        return to.awaits(source, envelope, header);
    }

    @Override
    public void arrived(int source, long envelope, long header, long bytes) {
        to.arrived(source, envelope, header, bytes);
        if (Envelope.kind(envelope) == Envelope.MESSAGE) {
            SeenMessage message = message(source, envelope, bytes, true);
            watch.arrived(message);
            message.end();
        }
    }

    @Override
    public void lost(int peer, TransportException cause) {
        to.lost(peer, cause);
    }

    @Override
    public void completed(long cookie, TransportException failure) {
        to.completed(cookie, failure);
    }
}
