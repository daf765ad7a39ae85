package mpj.transport.libfabric;

import static mpj.transport.libfabric.PacketLayout.CONGESTED;
import static mpj.transport.libfabric.PacketLayout.CREDIT_MASK;
import static mpj.transport.libfabric.PacketLayout.CREDIT_SHIFT;
import static mpj.transport.libfabric.PacketLayout.ENVELOPE_AT;
import static mpj.transport.libfabric.PacketLayout.HEADER_AT;
import static mpj.transport.libfabric.PacketLayout.INT;
import static mpj.transport.libfabric.PacketLayout.LONG;
import static mpj.transport.libfabric.PacketLayout.NUMBER_AT;
import static mpj.transport.libfabric.PacketLayout.PAYLOAD_AT;
import static mpj.transport.libfabric.PacketLayout.SENDER_AT;
import static mpj.transport.libfabric.PacketLayout.STATE_AT;
import static mpj.transport.libfabric.PacketLayout.TOKEN_AT;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import mpj.transport.spi.Channel;
import mpj.transport.spi.TransportException;

/**
 * The way to one peer. It numbers the packets, and observes the credit that the peer gives: a channel has a window of
 * bytes that were sent and that the peer has not taken yet. The peer reports how much it has taken in the packets that
 * it sends, or in a packet for this purpose when it has nothing else to send. So a peer that takes nothing is sent no
 * more than one window.
 */
final class Connection implements Channel {
    /**
     * The window in bytes. It keeps a network of 10 GB/s busy whose messages take 100 µs. It also has room for the
     * largest packet in addition to the bytes that the peer takes before it reports them.
     */
    static final long WINDOW = 2 << 20;
    /** The value of {@link #stalled} as long as the first packet waits for a send buffer. */
    private static final int FIRST = SendBuffers.NONE - 1;

    private final PacketSender sender;
    private final MemorySegment buffers;
    private final int rank;
    private final int peer;
    private final long token;
    private final long destination;
    private final PeerProcess process;
    private final IncomingChannel incoming;

    private int number;
    private long sent;
    private long taken;
    private boolean peerCongested;

    /** The buffer that was reserved last. */
    private int reserved;
    /** The buffer of a packet that the provider would not take yet. Nothing may overtake this packet. */
    private int stalled = SendBuffers.NONE;
    private long stalledBytes;
    /** The payload of the first packet, as long as it waits for a send buffer. */
    private byte[] first;
    /**
     * The buffer whose context belongs to a tagged payload, as long as the provider would not take that payload, or the
     * packet that announces it.
     */
    private int tagged = SendBuffers.NONE;
    private long taggedAddress;
    private long taggedBytes;
    private long tag;
    private boolean stateDue;
    private int probe = SendBuffers.NONE;
    private boolean suspect;
    private boolean leaving;
    /** The bytes that had been sent when the peer was told that this process ends. */
    private long toTake;
    /** The number of packets that the provider has yet to send. */
    private int underWay;
    private TransportException end;

    /**
     * @param rank this process's rank; {@link ForeignPeers#SENDER} if the peer is of another job
     * @param peer the other process's rank
     * @param token the token of the packets to the peer
     * @param destination the provider's address of the peer
     */
    Connection(PacketSender sender, int rank, int peer, long token, long destination, PeerProcess process,
               IncomingChannel incoming) {
        this.sender = sender;
        this.buffers = sender.buffers().memory();
        this.rank = rank;
        this.peer = peer;
        this.token = token;
        this.destination = destination;
        this.process = process;
        this.incoming = incoming;
    }

    int peer() {
        return peer;
    }

    long destination() {
        return destination;
    }

    IncomingChannel incoming() {
        return incoming;
    }

    // ----------------------------------------------------------------------------------------------- the channel

    @Override
    public long maximumPayload() {
        return sender.sizes().message() - PAYLOAD_AT;
    }

    @Override
    public long fragment(long bytes) {
        return sender.sizes().fragment() - PAYLOAD_AT;
    }

    @Override
    public MemorySegment buffer() {
        return buffers;
    }

    /** Whether a packet or payload waits that nothing may overtake. */
    private boolean blocked() {
        return stalled != SendBuffers.NONE || tagged != SendBuffers.NONE;
    }

    private boolean takes(long bytes) {
        return !blocked() && sent + PacketLayout.cost(bytes) - taken <= WINDOW;
    }

    @Override
    public long reserve(long bytes) {
        if (!takes(bytes)) {
            return FULL;
        }
        reserved = sender.buffers().next(PAYLOAD_AT + bytes);
        return reserved == SendBuffers.NONE ? FULL : sender.buffers().offset(reserved) + PAYLOAD_AT;
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        long at = sender.buffers().offset(reserved);
        buffers.set(LONG, at + ENVELOPE_AT, envelope);
        buffers.set(LONG, at + HEADER_AT, header);
        sent += PacketLayout.cost(bytes);
        post(reserved, PacketLayout.DATA, PAYLOAD_AT + bytes, false);
    }

    @Override
    public boolean sendsInPlace(MemorySegment memory, long bytes) {
        return bytes >= TaggedPayloads.LEAST && bytes <= TaggedPayloads.MOST && sender.tags()
            && TaggedPayloads.reachable(memory);
    }

    @Override
    public boolean sendInPlace(MemorySegment memory, long offset, long bytes, long envelope, long header) {
        Objects.checkFromIndexSize(offset, bytes, memory.byteSize());
        if (!takes(bytes) || !sender.buffers().hasSmall(2)) {
            return false;
        }
        int buffer = sender.buffers().next(PAYLOAD_AT + Long.BYTES);
        long at = sender.buffers().offset(buffer);
        buffers.set(LONG, at + ENVELOPE_AT, envelope);
        buffers.set(LONG, at + HEADER_AT, header);
        buffers.set(LONG, at + PAYLOAD_AT, bytes);
        sent += PacketLayout.cost(bytes);
        tag = PacketLayout.tag(token, number);
        post(buffer, PacketLayout.DATA_TAGGED, PAYLOAD_AT + Long.BYTES, false);
        if (end == null) {
            tagged = sender.buffers().next(0);
            take(tagged);
            taggedAddress = memory.address() + offset;
            taggedBytes = bytes;
            // A stalled packet must go first. It is sent again when this connection is retried.
            if (stalled == SendBuffers.NONE && !pushTagged() && !stateDue) {
                sender.await(this);
            }
        }
        return true;
    }

    /** Posts the tagged payload. Returns false if the provider would not take it. */
    private boolean pushTagged() {
        long result = end != null ? 0
            : sender.postTagged(tagged, taggedAddress, taggedBytes, destination, tag);
        if (PacketSender.refused(result)) {
            return false;
        }
        if (result != 0) {
            end(sender.failure(peer, result));
        }
        if (result != 0 || end != null) {
            sender.give(tagged);
            completed(tagged);
        }
        tagged = SendBuffers.NONE;
        return true;
    }

    @Override
    public boolean congested() {
        return peerCongested;
    }

    @Override
    public boolean pending() {
        return underWay > 0;
    }

    // ------------------------------------------------------------------------------------ packets of the transport

    /** Sends the first packet, before any other, now or as soon as there is a buffer. */
    void hello(byte[] address) {
        int buffer = sender.buffers().next(PAYLOAD_AT + address.length);
        if (buffer == SendBuffers.NONE) {
            first = address;
            stalled = FIRST;
            sender.await(this);
            return;
        }
        writePayload(buffer, address);
        post(buffer, PacketLayout.HELLO, PAYLOAD_AT + address.length, false);
    }

    private void writePayload(int buffer, byte[] payload) {
        MemorySegment.copy(MemorySegment.ofArray(payload), 0, buffers, sender.buffers().offset(buffer) + PAYLOAD_AT,
            payload.length);
    }

    /**
     * Puts the first packet, which has waited, into a buffer, as a packet that the provider would not take yet. Returns
     * false if there is still no buffer.
     */
    private boolean stallFirst() {
        if (end != null) {
            stalled = SendBuffers.NONE;
        } else {
            long bytes = PAYLOAD_AT + first.length;
            int buffer = sender.buffers().next(bytes);
            if (buffer == SendBuffers.NONE) {
                return false;
            }
            writePayload(buffer, first);
            writeHead(buffer, PacketLayout.HELLO);
            take(buffer);
            stalled = buffer;
            stalledBytes = bytes;
        }
        first = null;
        return true;
    }

    /** Sends the peer the state of this end, now or as soon as there is room. */
    void sendState() {
        if (!blocked() && sendEmpty(PacketLayout.STATE, false)) {
            return;
        }
        if (!stateDue && !blocked()) {
            sender.await(this);
        }
        stateDue = true;
    }

    /** Sends a packet of which the provider reports whether it arrived. If it did not, the connection ends. */
    void probe() {
        if (probe == SendBuffers.NONE && !blocked()) {
            int buffer = sender.buffers().next(PAYLOAD_AT);
            if (sendEmpty(PacketLayout.STATE, true)) {
                probe = buffer;
            }
        }
    }

    /** Sends the last packet. Returns false if there is no room for it now. */
    boolean goodbye() {
        return !blocked() && sendEmpty(PacketLayout.GOODBYE, true);
    }

    /**
     * Tells the peer that this process ends without a goodbye. Returns true if the peer has taken everything that was
     * sent before, or takes nothing any more.
     */
    boolean leave() {
        if (end != null || incoming.departed()) {
            return true;
        }
        if (!leaving && !blocked()) {
            toTake = sent;
            leaving = sendEmpty(PacketLayout.LEAVING, true);
        }
        return leaving && taken >= toTake;
    }

    private boolean sendEmpty(int kind, boolean completes) {
        int buffer = end == null ? sender.buffers().next(PAYLOAD_AT) : SendBuffers.NONE;
        if (buffer == SendBuffers.NONE) {
            return end != null;
        }
        post(buffer, kind, PAYLOAD_AT, completes);
        return true;
    }

    private void writeHead(int buffer, int kind) {
        long at = sender.buffers().offset(buffer);
        buffers.set(LONG, at + TOKEN_AT, token);
        buffers.set(INT, at + NUMBER_AT, number++);
        buffers.set(INT, at + SENDER_AT, rank);
        buffers.set(LONG, at + STATE_AT, kind | (incoming.congested() ? CONGESTED : 0)
            | incoming.tell() << CREDIT_SHIFT);
    }

    private void post(int buffer, int kind, long bytes, boolean completes) {
        writeHead(buffer, kind);
        if (end != null) {
            return; // the connection has ended
        }
        boolean inject = !completes && sender.injects(bytes);
        long result = sender.post(buffer, bytes, destination, inject);
        if (result == 0) {
            if (!inject) {
                take(buffer);
            }
        } else if (PacketSender.refused(result)) {
            take(buffer);
            stalled = buffer;
            stalledBytes = bytes;
            if (!stateDue) {
                sender.await(this);
            }
        } else {
            end(sender.failure(peer, result));
        }
    }

    private void take(int buffer) {
        sender.take(buffer, this);
        underWay++;
        sender.underWay(1);
    }

    /** Retries the packets that the provider would not take. Returns true if nothing is left. */
    boolean retry() {
        if (stalled == FIRST && !stallFirst()) {
            return false;
        }
        if (stalled != SendBuffers.NONE) {
            if (end == null) {
                long result = sender.post(stalled, stalledBytes, destination, false);
                if (PacketSender.refused(result)) {
                    return false;
                }
                if (result == 0) {
                    stalled = SendBuffers.NONE;
                } else {
                    end(sender.failure(peer, result));
                }
            }
            if (stalled != SendBuffers.NONE) {
                sender.give(stalled);
                completed(stalled);
                stalled = SendBuffers.NONE;
            }
        }
        if (tagged != SendBuffers.NONE && !pushTagged()) {
            return false;
        }
        if (stateDue) {
            // The connection is still in the sender's list, so a refusal must not add it a second time.
            if (end == null && sender.buffers().next(PAYLOAD_AT) == SendBuffers.NONE) {
                return false;
            }
            sendEmpty(PacketLayout.STATE, false);
            stateDue = false;
        }
        return !blocked();
    }

    // ----------------------------------------------------------------------------------------- news from the peer

    /** Takes the state that came with a packet. Packets are taken in order, so this state is the latest. */
    void state(long state) {
        taken += (state >>> CREDIT_SHIFT) - taken & CREDIT_MASK;
        peerCongested = (state & CONGESTED) != 0;
    }

    /** Takes note that the send of a buffer has completed. */
    void completed(int buffer) {
        if (buffer == probe) {
            probe = SendBuffers.NONE;
        }
        if (end == null) {
            underWay--;
            sender.underWay(-1);
        }
    }

    // --------------------------------------------------------------------------------------------------- its end

    /**
     * Ends the connection, unless the peer has said goodbye. The provider may still read a payload in memory that the
     * program uses again. The bytes that it reads there are not delivered, and if the memory is gone, its system call
     * fails.
     */
    void end(TransportException cause) {
        if (end == null && !incoming.departed()) {
            end = cause;
            if (underWay > 0) {
                sender.stuck();
            }
            sender.underWay(-underWay);
            underWay = 0;
            sender.ended(this);
        }
    }

    /**
     * Reports a process of another job that has said goodbye as lost, because it leaves alone, and operations may wait
     * for it. It is reported only at the second look: other ranks of its job may have left at the same time, and their
     * last packets are taken until then.
     */
    private void lookAfterDeparture() {
        if (suspect) {
            end = new TransportException("transport libfabric: its process has called MPI.Finalize");
            sender.underWay(-underWay);
            underWay = 0;
            sender.ended(this);
        }
        suspect = true;
    }

    /** The reason why the connection ended, or null. */
    TransportException end() {
        return end;
    }

    /**
     * Checks whether the peer is alive. On the peer's own host its end can be seen. From elsewhere a packet has to find
     * out.
     */
    void look(PeerProcess own, boolean mayProbe) {
        if (end == null && incoming.departed() && rank == ForeignPeers.SENDER) {
            lookAfterDeparture();
        }
        if (end != null || incoming.departed()) {
            return;
        }
        if (!own.onHostOf(process)) {
            if (mayProbe) {
                probe();
            }
        } else if (!process.alive()) {
            if (suspect) {
                end(new TransportException("transport libfabric: rank " + peer + ", process " + process.id()
                    + " of this host, has ended"));
            }
            // The peer is lost only at the next look, so that the packets that it sent before its end are taken until
            // then.
            suspect = true;
        }
    }
}
