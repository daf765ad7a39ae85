package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.COUNTS_AT;
import static mpj.transport.verbs.PacketLayout.ENVELOPE_AT;
import static mpj.transport.verbs.PacketLayout.HEADER_AT;
import static mpj.transport.verbs.PacketLayout.LONG;
import static mpj.transport.verbs.PacketLayout.PAYLOAD_AT;

import java.lang.foreign.MemorySegment;
import java.util.List;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.TransportException;

/**
 * The way to and from one peer: how it begins and ends, and what comes by it.
 *
 * <p>Packets are taken in the order of their numbers, whichever of the two ways of {@link VerbsChannel} they come. A
 * queue pair works in order: when a packet that was sent completes here, all that was written before it is in memory,
 * so the ring is emptied first. A packet in the ring whose number is not the next waits for one that was sent, which
 * the completion queue is about to tell of.
 *
 * <p>A queue pair that is connected takes packets, but may send only when the peer's is known to be connected as well:
 * by a reply, or by its first packet or word. Until then the channel is full.
 */
final class Connection {
    private enum State { CONNECTING, CONNECTED, OPEN, ENDED }

    private final PeerWord peerWord;
    private final EagerRings rings;
    private final int peer;
    private final PeerAddress address;
    private final QueuePair queuePair;
    private final int firstPacket;
    private final SendQueueSlots slots = new SendQueueSlots(QueuePair.DEPTH);
    private final RemoteWord word;
    private final IncomingPackets incoming;
    private final VerbsChannel channel;
    private final List<Connection> waiting;
    private final long begun;
    private long lastAsked;

    private boolean listed;
    private State state = State.CONNECTING;
    private boolean congested;
    private boolean wordDue;
    private boolean probing;
    private boolean goodbyeSent;
    private boolean goodbyeDone;
    /** Whether a probe was sent behind all else, for the end of the process. */
    private boolean lastProbed;
    private TransportException end;

    /**
     * @param queuePair not connected yet
     * @param firstPacket the number with which it begins to count
     * @param creditsGiven how many packets the peer may have under way to the receive queue
     * @param waiting where a connection puts itself that has something left to do
     * @param begun when this was, in nanoseconds
     */
    Connection(int peer, PeerAddress address, QueuePair queuePair, int firstPacket, int creditsGiven,
               WorkRequests work, SendPool sends, PeerWord peerWord, EagerRings rings, List<Connection> waiting,
               long begun) {
        this.peer = peer;
        this.address = address;
        this.queuePair = queuePair;
        this.firstPacket = firstPacket;
        this.peerWord = peerWord;
        this.begun = begun;
        lastAsked = begun;
        this.rings = rings;
        word = new RemoteWord(work, peerWord, peer, queuePair);
        incoming = new IncomingPackets(creditsGiven, rings);
        channel = new VerbsChannel(this, work, sends, peerWord, incoming);
        this.waiting = waiting;
        await();
    }

    int peer() {
        return peer;
    }

    PeerAddress address() {
        return address;
    }

    QueuePair queuePair() {
        return queuePair;
    }

    VerbsChannel channel() {
        return channel;
    }

    PeerWord peerWord() {
        return peerWord;
    }

    /** When it began, in nanoseconds. */
    long begun() {
        return begun;
    }

    /** When the peer was last asked to connect. */
    long lastAsked() {
        return lastAsked;
    }

    void asked(long now) {
        lastAsked = now;
    }

    int firstPacket() {
        return firstPacket;
    }

    int creditsGiven() {
        return incoming.creditsGiven();
    }

    SendQueueSlots slots() {
        return slots;
    }

    // ------------------------------------------------------------------------------------------------ its beginning

    private void await() {
        if (!listed) {
            listed = true;
            waiting.add(this);
        }
    }

    /** Takes the peer's side of the set-up; true if the channel is open only now. */
    boolean take(SetupMessage message) {
        if (state == State.CONNECTING) {
            queuePair.connect(firstPacket, message);
            channel.connect(message);
            word.connect(message);
            state = State.CONNECTED;
        }
        boolean opens = message.reply() && state == State.CONNECTED;
        if (opens) {
            opened();
        }
        return opens;
    }

    /** The peer's queue pair is connected, too. The first word tells it the same of this one. */
    private void opened() {
        if (state == State.CONNECTED) {
            state = State.OPEN;
            channel.open(true);
            sendWord();
        }
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    /** Whether the peer has to be asked again: nothing shows yet that it takes packets. */
    boolean asks() {
        return state == State.CONNECTING || state == State.CONNECTED;
    }

    // ------------------------------------------------------------------------------------------ what the peer sends

    /** Takes a packet from the receive queue, after those that were written before it. */
    void received(MemorySegment memory, long at, long bytes, PacketHandler handler) {
        if (state == State.CONNECTED) {
            opened();
        }
        emptyRing(handler);
        if (bytes < 0) {
            end(new TransportException("transport verbs: a packet of rank " + peer + " ends before its payload"));
            return;
        }
        long counts = memory.get(LONG, at + COUNTS_AT);
        if (PacketLayout.number(counts) != (int) incoming.taken()) {
            end(new TransportException("transport verbs: packet " + PacketLayout.number(counts) + " of rank " + peer
                + " came instead of packet " + incoming.taken()
                + "; if the device does not keep writes in order, -Dmpj.verbs.rings=0 does without them"));
            return;
        }
        incoming.takeSent();
        deliver(counts, memory, at, bytes, handler);
    }

    /** Takes what is next in the peer's ring; true if there was anything. */
    boolean pollRing(PacketHandler handler) {
        boolean any = emptyRing(handler);
        if (any) {
            delivered();
        }
        return any;
    }

    private boolean emptyRing(PacketHandler handler) {
        long at = incoming.find();
        if (at == IncomingRing.NONE) {
            return false;
        }
        MemorySegment memory = rings.memory();
        for (int i = 0; i < IncomingRing.PLACES && at != IncomingRing.NONE; i++) {
            long bytes = incoming.size();
            incoming.takeWritten();
            deliver(memory.get(LONG, at + COUNTS_AT), memory, at, bytes, handler);
            at = incoming.find();
        }
        return true;
    }

    /** The packet is counted already: what the handler sends tells of it. */
    private void deliver(long counts, MemorySegment memory, long at, long bytes, PacketHandler handler) {
        channel.taken(PacketLayout.taken(counts));
        handler.packet(peer, memory.get(LONG, at + ENVELOPE_AT), memory.get(LONG, at + HEADER_AT), memory,
            at + PAYLOAD_AT, bytes);
    }

    /** After packets were delivered: tells the peer of room if no packet has, or that it may use another way. */
    void delivered() {
        if (state != State.OPEN) {
            return;
        }
        boolean tells = incoming.tells() | incoming.reopens();
        if (incoming.wantsRing()) {
            IncomingRing ring = rings.take(this, incoming.recent());
            incoming.forgetRecent();
            if (ring != null) {
                incoming.give(ring);
                tells = true;
            }
        }
        if (tells) {
            sendWord();
        }
        giveRingBack();
    }

    /** Sets whether announcements are wanted instead of messages. */
    void congested(boolean now) {
        congested = now;
        sendWord();
    }

    /** Whether the peer has closed its end in order. */
    boolean departed() {
        return (peerWord.read() & PeerWord.DEPARTED) != 0;
    }

    // ---------------------------------------------------------------------------------------------- the peer's ring

    int recent() {
        return incoming.recent();
    }

    void forgetRecent() {
        incoming.forgetRecent();
    }

    /** Another peer sends more, and shall have the ring. */
    void retireRing() {
        incoming.retire();
        sendWord();
        ask();
    }

    private void giveRingBack() {
        IncomingRing ring = incoming.takeRetired();
        if (ring != null) {
            rings.give(this, ring);
        }
    }

    /** Before a sleep; false if something may come into the ring and nothing would tell of it. */
    boolean closeRing() {
        if (state != State.OPEN) {
            return true;
        }
        if (incoming.closes()) {
            sendWord();
        }
        ask();
        return incoming.maySleep();
    }

    /** Reads the peer's count, behind the word that closes the ring. */
    private void ask() {
        if (state == State.OPEN && incoming.asks() && !wordDue && slots.free() > 1) {
            int errno = word.readCount();
            if (errno != 0) {
                refused(Work.COUNT, errno);
                return;
            }
            slots.posted(true);
            incoming.asked();
        }
    }

    /** Takes what is left in the ring when the connection has ended, and gives it back. */
    void leaveRing(PacketHandler handler) {
        emptyRing(handler);
        IncomingRing ring = incoming.takeBack();
        if (ring != null) {
            rings.give(this, ring);
        }
    }

    // ---------------------------------------------------------------------------------------- what is not a packet

    /** Tells the peer how things stand, now or when it next can be. */
    private void sendWord() {
        wordDue = true;
        if (state == State.OPEN && slots.free() > 1) {
            wordDue = !write(Work.INLINE, 0, slots.mustSignal() || word.mustSignal());
        }
        if (wordDue) {
            await();
        }
    }

    /** Goes on with what was left; true if nothing is. */
    boolean settle() {
        if (state == State.CONNECTED && peerWord.read() != 0) {
            opened();
        }
        if (wordDue) {
            sendWord();
            ask();
        }
        listed = asks() || state == State.OPEN && wordDue;
        return !listed;
    }

    private boolean write(int kind, long flags, boolean signaled) {
        int errno = word.write(kind, incoming.word(flags | (congested ? PeerWord.CONGESTED : 0)), signaled);
        if (errno != 0) {
            refused(kind, errno);
            return false;
        }
        incoming.told();
        slots.posted(signaled);
        return true;
    }

    /** Asks the peer's device whether the connection stands, if nothing is under way that would find out. */
    void probe() {
        if (state == State.OPEN && !probing && slots.idle() && !departed()) {
            int errno = word.probe();
            if (errno == 0) {
                slots.posted(true);
                probing = true;
            } else {
                refused(Work.PROBE, errno);
            }
        }
    }

    /** Takes leave, after all that was sent; true if the peer knows, or need not. */
    boolean goodbye() {
        if (state == State.OPEN && !goodbyeSent && !departed() && slots.free() > 0) {
            goodbyeSent = write(Work.GOODBYE, PeerWord.DEPARTED, true);
        }
        return goodbyeDone || state != State.OPEN || departed();
    }

    /** Whether all that was sent before the first call has arrived in the peer's memory, or cannot. */
    boolean arrived() {
        if (!lastProbed && slots.idle()) {
            probe();
            lastProbed = probing;
        }
        return state != State.OPEN || departed() || lastProbed && slots.idle();
    }

    /** A signaled request has completed. */
    void completed(int kind) {
        if (state == State.ENDED) {
            return; // once it has failed, work completes that was not signaled, too
        }
        slots.completed();
        switch (kind) {
            case Work.PROBE -> probing = false;
            case Work.GOODBYE -> goodbyeDone = true;
            case Work.COUNT -> {
                incoming.answer(peerWord.countOfPeer());
                ask();
                giveRingBack();
            }
            default -> {
            }
        }
    }

    // ------------------------------------------------------------------------------------------------------ its end

    /** The device has refused a request. */
    void refused(int kind, int errno) {
        end(new TransportException("transport verbs: " + Work.describe(kind) + " rank " + peer + ": "
            + Libibverbs.error(errno)));
    }

    /** Ends the connection; one that the peer has left is not lost. */
    void end(TransportException cause) {
        if (state != State.ENDED) {
            state = State.ENDED;
            channel.open(false);
            end = departed() ? null : cause;
            queuePair.fail();
            await();
        }
    }

    boolean ended() {
        return state == State.ENDED;
    }

    /** Why the connection ended; told once, null if there is nothing to tell. */
    TransportException takeEnd() {
        TransportException cause = end;
        end = null;
        return cause;
    }
}
