package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.COUNTS_AT;
import static mpj.transport.verbs.PacketLayout.ENVELOPE_AT;
import static mpj.transport.verbs.PacketLayout.HEADER_AT;
import static mpj.transport.verbs.PacketLayout.LONG;
import static mpj.transport.verbs.PacketLayout.MARK_BYTES;
import static mpj.transport.verbs.PacketLayout.PAYLOAD_AT;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.Channel;

/**
 * The way out to one peer. Packets are numbered, and each takes one of two ways. It is written into a ring in the
 * peer's memory, if the peer has opened one and the packet is small. Otherwise it is sent to the peer's receive queue.
 * The peer reports how many packets it has taken in its own packets, or in its {@link PeerWord word} when it has none
 * to send.
 */
final class VerbsChannel implements Channel {
    /** The slots that are kept free for requests that are not packets: words, probes, reads. */
    private static final int SLOTS_KEPT = 16;
    private static final long SENT = 0;

    private final Connection connection;
    private final int peer;
    private final WorkRequests work;
    private final SendPool sends;
    private final PeerWord peerWord;
    private final SendQueueSlots slots;
    private final IncomingPackets incoming;
    private final MemorySegment buffers;
    private final long queuePair;
    private final int inlineBytes;

    private boolean open;
    private SendWindow window;
    private RingsAddress rings;
    /** The number by which the peer knows this process. */
    private int self;
    /** The buffer that was reserved last. */
    private int reserved;

    VerbsChannel(Connection connection, WorkRequests work, SendPool sends, PeerWord peerWord,
                 IncomingPackets incoming) {
        this.connection = connection;
        this.work = work;
        this.sends = sends;
        this.peerWord = peerWord;
        this.incoming = incoming;
        peer = connection.peer();
        slots = connection.slots();
        buffers = sends.memory();
        queuePair = connection.queuePair().address();
        inlineBytes = connection.queuePair().inlineBytes();
    }

    void connect(SetupMessage message) {
        window = new SendWindow(message.credits());
        rings = message.rings();
        self = message.index();
    }

    /** Sets whether packets may be sent. */
    void open(boolean now) {
        open = now;
    }

    /** Takes note of how many packets the peer has taken, modulo 2^32. */
    void taken(int low) {
        window.taken(low);
    }

    /** Whether the peer has opened a ring. */
    boolean hasRing() {
        return PeerWord.ring(peerWord.read()) != 0;
    }

    @Override
    public long maximumPayload() {
        return sends.packet() - PAYLOAD_AT;
    }

    @Override
    public long fragment(long bytes) {
        return sends.packet() - PAYLOAD_AT;
    }

    @Override
    public MemorySegment buffer() {
        return buffers;
    }

    /**
     * Reserves only when the packet could be sent. At the commit, {@link #place} decides whether it is written instead.
     */
    @Override
    public long reserve(long bytes) {
        if (!open || slots.free() <= SLOTS_KEPT || !window.maySend() && !maySendAfterUpdate()) {
            return FULL;
        }
        reserved = sends.next();
        return reserved == SendPool.NONE ? FULL : sends.offset(reserved) + PAYLOAD_AT;
    }

    private boolean maySendAfterUpdate() {
        window.taken(PeerWord.taken(peerWord.read()));
        return window.maySend();
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        if (!open) {
            return; // the connection has ended
        }
        long at = sends.offset(reserved);
        long number = window.number();
        buffers.set(LONG, at + COUNTS_AT, PacketLayout.counts(number, incoming.taken()));
        buffers.set(LONG, at + ENVELOPE_AT, envelope);
        buffers.set(LONG, at + HEADER_AT, header);
        incoming.told();
        long markAt = PacketLayout.markAt(bytes);
        long place = place(number, markAt + MARK_BYTES);
        if (place == SENT) {
            window.send();
            post(place, PAYLOAD_AT + (int) bytes);
        } else {
            window.write();
            buffers.set(LONG, at + markAt, PacketLayout.mark(number, bytes));
            post(place, (int) markAt + MARK_BYTES);
        }
    }

    /** The address for a packet of this many bytes, mark included, in the peer's ring, or SENT. */
    private long place(long number, long length) {
        long now = peerWord.read();
        if (PeerWord.ring(now) == 0 || length > rings.packet() || length > sends.packet()) {
            return SENT;
        }
        if (!window.mayWrite(IncomingRing.PLACES)) {
            window.taken(PeerWord.taken(now));
            if (!window.mayWrite(IncomingRing.PLACES)) {
                return SENT;
            }
        }
        int ring = PeerWord.ring(peerWord.count(number + 1));
        return ring == 0 ? SENT : rings.place(ring - 1, number, length);
    }

    private void post(long place, int length) {
        boolean inline = length <= inlineBytes;
        boolean signaled = !inline || slots.mustSignal();
        long id = Work.id(inline ? Work.INLINE : Work.SEND, peer, reserved);
        long from = sends.address(reserved);
        int flags = (inline ? WorkRequests.INLINE : 0) | (signaled ? WorkRequests.SIGNALED : 0);
        int errno = place == SENT ? work.send(queuePair, id, self, from, length, sends.key(), flags)
            : work.write(queuePair, id, from, length, sends.key(), place, rings.key(), flags);
        if (errno != 0) {
            connection.refused(Work.SEND, errno);
            return;
        }
        slots.posted(signaled);
        if (!inline) {
            sends.take();
        }
    }

    @Override
    public boolean congested() {
        return (peerWord.read() & PeerWord.CONGESTED) != 0;
    }
}
