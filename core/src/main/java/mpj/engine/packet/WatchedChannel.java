package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import mpj.engine.match.Envelope;
import mpj.tools.Message;
import mpj.transport.spi.Channel;

/** Sees the packets that leave through one channel. */
final class WatchedChannel implements Channel {
    private final Channel to;
    private final int peer;
    private final String transport;
    private final MessageWatch watch;
    private long reserved;
    private long messages;
    /** When the channel was first found full, by {@link System#nanoTime}; 0 while it is not full. */
    private long fullSince;

    WatchedChannel(Channel to, int peer, String transport, MessageWatch watch) {
        this.to = to;
        this.peer = peer;
        this.transport = transport;
        this.watch = watch;
    }

    private void full() {
        if (fullSince == 0) {
            fullSince = System.nanoTime();
        }
    }

    private void notFull(long bytes) {
        if (fullSince != 0) {
            watch.watch.backPressure(peer, transport, bytes, System.nanoTime() - fullSince);
            fullSince = 0;
        }
    }

    private void reportSent(long envelope, MemorySegment packet, long payload) {
        int kind = Envelope.kind(envelope);
        Message.Protocol protocol = WatchedPackets.protocol(kind);
        if (protocol == null) {
            return;
        }
        int context = Envelope.context(envelope);
        int tag = Envelope.tag(envelope);
        long bytes = WatchedPackets.bytes(kind, packet, reserved, payload);
        messages++;
        boolean whole = kind == Envelope.MESSAGE;
        if (!watch.watch.sent(context, peer, tag, bytes, messages, transport, whole)) {
            watch.watch.sent(new Message(context, peer, tag, bytes, messages, protocol, transport), whole);
        }
    }

    @Override
    public long maximumPayload() {
        return to.maximumPayload();
    }

    @Override
    public long fragment(long bytes) {
        return to.fragment(bytes);
    }

    @Override
    public long eagerLimit() {
        return to.eagerLimit();
    }

    @Override
    public long reserve(long bytes) {
        reserved = to.reserve(bytes);
        if (reserved == FULL) {
            full();
        } else {
            notFull(bytes);
        }
        return reserved;
    }

    @Override
    public MemorySegment buffer() {
        return to.buffer();
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        reportSent(envelope, to.buffer(), bytes);
        to.commit(bytes, envelope, header);
    }

    @Override
    public void commitBeforeMore(long bytes, long envelope, long header) {
        reportSent(envelope, to.buffer(), bytes);
        to.commitBeforeMore(bytes, envelope, header);
    }

    @Override
    public long sendable(MemorySegment memory) {
        return to.sendable(memory);
    }

    @Override
    public boolean send(MemorySegment memory, long offset, long bytes, long envelope, long header) {
        return took(to.send(memory, offset, bytes, envelope, header), bytes);
    }

    private boolean took(boolean taken, long bytes) {
        if (taken) {
            notFull(bytes);
        } else {
            full();
        }
        return taken;
    }

    @Override
    public boolean sendsInPlace(MemorySegment memory, long bytes) {
        return to.sendsInPlace(memory, bytes);
    }

    @Override
    public boolean sendInPlace(MemorySegment memory, long offset, long bytes, long envelope, long header) {
        boolean taken = took(to.sendInPlace(memory, offset, bytes, envelope, header), bytes);
        if (taken) {
            reportSent(envelope, memory, bytes);
        }
        return taken;
    }

    @Override
    public boolean congested() {
        return to.congested();
    }

    @Override
    public boolean pending() {
        return to.pending();
    }
}
