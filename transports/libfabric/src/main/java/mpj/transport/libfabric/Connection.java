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

    /** The buffer that was reserved last, and where its packet begins. */
    private int reserved;
    private long reservedAt;
    /** The buffer of packets that wait for the next packet, in order to leave in one message with that packet. */
    private int held = SendBuffers.NONE;
    private long heldBytes;
    /** Where the last of these packets begins, and how many bytes it has. */
    private long lastHeldAt;
    private long lastHeldBytes;
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
    /** Whether this connection is in the sender's list of those that wait. */
    private boolean waits;
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

    /** Sends the packets that are held. Returns whether another packet may leave now. */
    private boolean isClear() {
        return (held == SendBuffers.NONE || pushHeld()) && !blocked();
    }

    private void await() {
        if (!waits) {
            waits = true;
            sender.await(this);
        }
    }

    private boolean takes(long bytes) {
        return !blocked() && sent + PacketLayout.cost(bytes) - taken <= WINDOW;
    }

    @Override
    public long reserve(long bytes) {
        if (!takes(bytes)) {
            return FULL;
        }
        if (held != SendBuffers.NONE) {
            long behind = PacketLayout.next(heldBytes);
            if (behind + PAYLOAD_AT + bytes <= sender.sizes().small()) {
                reserved = held;
                reservedAt = sender.buffers().offset(held) + behind;
                return reservedAt + PAYLOAD_AT;
            }
            if (!pushHeld()) {
                return FULL;
            }
        }
        reserved = sender.buffers().next(PAYLOAD_AT + bytes);
        if (reserved == SendBuffers.NONE) {
            return FULL;
        }
        reservedAt = sender.buffers().offset(reserved);
        return reservedAt + PAYLOAD_AT;
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        write(bytes, envelope, header);
        if (reserved == held) {
            append(bytes);
            pushHeld();
        } else {
            post(reserved, PacketLayout.DATA, PAYLOAD_AT + bytes, false);
        }
    }

    @Override
    public void commitBeforeMore(long bytes, long envelope, long header) {
        if (end != null || !sender.buffers().isSmall(reserved)) {
            commit(bytes, envelope, header);
            return;
        }
        write(bytes, envelope, header);
        if (reserved == held) {
            append(bytes);
        } else {
            hold(bytes);
        }
    }

    private void write(long bytes, long envelope, long header) {
        buffers.set(LONG, reservedAt + ENVELOPE_AT, envelope);
        buffers.set(LONG, reservedAt + HEADER_AT, header);
        sent += PacketLayout.cost(bytes);
    }

    /** Holds the packet that was reserved last. If no other packet takes it along, the next progress sends it. */
    private void hold(long bytes) {
        take(reserved);
        held = reserved;
        addHeld(bytes);
        await();
    }

    /** Puts the packet that was reserved last behind those that are held. */
    private void append(long bytes) {
        long state = buffers.get(LONG, lastHeldAt + STATE_AT);
        buffers.set(LONG, lastHeldAt + STATE_AT, PacketLayout.followed(state, lastHeldBytes));
        addHeld(bytes);
    }

    private void addHeld(long bytes) {
        writeHead(reservedAt, PacketLayout.DATA);
        lastHeldAt = reservedAt;
        lastHeldBytes = PAYLOAD_AT + bytes;
        heldBytes = reservedAt - sender.buffers().offset(held) + lastHeldBytes;
    }

    /** Posts the packets that are held. Returns false if the provider would not take them. */
    private boolean pushHeld() {
        stalled = held;
        stalledBytes = heldBytes;
        held = SendBuffers.NONE;
        return pushStalled(); // this connection is in the sender's list since the first of them was held
    }

    @Override
    public boolean sendsInPlace(MemorySegment memory, long bytes) {
        return bytes >= TaggedPayloads.LEAST && bytes <= TaggedPayloads.MOST && sender.tags()
            && TaggedPayloads.reachable(memory);
    }

    @Override
    public boolean sendInPlace(MemorySegment memory, long offset, long bytes, long envelope, long header) {
        Objects.checkFromIndexSize(offset, bytes, memory.byteSize());
        if (!isClear() || !takes(bytes) || !sender.buffers().hasSmall(2)) {
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
            if (stalled == SendBuffers.NONE && !pushTagged()) {
                await();
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
            await();
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
            writeHead(sender.buffers().offset(buffer), PacketLayout.HELLO);
            take(buffer);
            stalled = buffer;
            stalledBytes = bytes;
        }
        first = null;
        return true;
    }

    /** Sends the peer the state of this end, now or as soon as there is room. */
    void sendState() {
        if (!isClear() || !sendEmpty(PacketLayout.STATE, false)) {
            stateDue = true;
            await();
        }
    }

    /** Sends a packet of which the provider reports whether it arrived. If it did not, the connection ends. */
    void probe() {
        if (probe == SendBuffers.NONE && isClear()) {
            int buffer = sender.buffers().next(PAYLOAD_AT);
            if (sendEmpty(PacketLayout.STATE, true)) {
                probe = buffer;
            }
        }
    }

    /** Sends the last packet. Returns false if there is no room for it now. */
    boolean goodbye() {
        return isClear() && sendEmpty(PacketLayout.GOODBYE, true);
    }

    /**
     * Tells the peer that this process ends without a goodbye. Returns true if the peer has taken everything that was
     * sent before, or takes nothing any more.
     */
    boolean leave() {
        if (end != null || incoming.departed()) {
            return true;
        }
        if (!leaving && isClear()) {
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

    private void writeHead(long at, int kind) {
        buffers.set(LONG, at + TOKEN_AT, token);
        buffers.set(INT, at + NUMBER_AT, number++);
        buffers.set(INT, at + SENDER_AT, rank);
        buffers.set(LONG, at + STATE_AT, kind | (incoming.congested() ? CONGESTED : 0)
            | incoming.tell() << CREDIT_SHIFT);
    }

    private void post(int buffer, int kind, long bytes, boolean completes) {
        writeHead(sender.buffers().offset(buffer), kind);
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
            await();
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
        if (held != SendBuffers.NONE ? !pushHeld() : stalled != SendBuffers.NONE && !pushStalled()) {
            return false;
        }
        if (tagged != SendBuffers.NONE && !pushTagged()) {
            return false;
        }
        if (stateDue) {
            if (end == null && sender.buffers().next(PAYLOAD_AT) == SendBuffers.NONE) {
                return false;
            }
            sendEmpty(PacketLayout.STATE, false);
            stateDue = false;
        }
        waits = blocked();
        return !waits;
    }

    /** Posts the packet or packets that the provider would not take. Returns false if it still does not take them. */
    private boolean pushStalled() {
        long result = end != null ? 0 : sender.post(stalled, stalledBytes, destination, false);
        if (PacketSender.refused(result)) {
            return false;
        }
        if (result != 0 || end != null) {
            // The provider has nothing of it, so this comes before the end, which looks at what the provider has.
            sender.give(stalled);
            completed(stalled);
        }
        stalled = SendBuffers.NONE;
        if (result != 0) {
            end(sender.failure(peer, result));
        }
        return true;
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
            dropHeld();
            if (underWay > 0) {
                sender.stuck();
            }
            sender.underWay(-underWay);
            underWay = 0;
            sender.ended(this);
        }
    }

    private void dropHeld() {
        if (held != SendBuffers.NONE) {
            sender.give(held);
            held = SendBuffers.NONE;
            underWay--;
            sender.underWay(-1);
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
            dropHeld();
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
