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
 * The connection to one peer: how it begins and ends, and what arrives over it.
 *
 * <p>Packets are taken in the order of their numbers, whichever of the two ways of {@link VerbsChannel} they come. A
 * queue pair works in order. So when a packet that was sent completes here, everything that was written before it is in
 * memory, and the ring is emptied first. A packet in the ring whose number is not the next one waits for a packet that
 * was sent, which the completion queue is about to report.
 *
 * <p>A queue pair that is connected can receive packets. It may send only when the peer's queue pair is known to be
 * connected as well, which a reply shows, or the peer's first packet or word. Until then the channel is full.
 */
final class Connection {
    private enum State { CONNECTING, CONNECTED, OPEN, ENDED }

    private final PeerWord peerWord;
    private final EagerRings rings;
    private final int peer;
    private final String name;
    private final PeerAddress address;
    private final QueuePair queuePair;
    private final int queuePairNumber;
    private final int packet;
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
    /** The looks at which the peer, a process of another job, was found to have said goodbye. */
    private int looksAfterDeparture;
    /** Whether a probe was sent after everything else, because the process ends. */
    private boolean lastProbed;
    private TransportException end;

    /**
     * @param peer the peer's index
     * @param name the peer's name in error messages
     * @param packet the size of the largest packet
     * @param queuePair a queue pair that is not connected yet
     * @param firstPacket the number with which the queue pair begins to count its packets
     * @param creditsGiven the number of packets that the peer may have under way to the receive queue
     * @param waiting the list to which a connection adds itself when it has something left to do
     * @param begun the time when the connection began, by {@link System#nanoTime}
     */
    Connection(int peer, String name, int packet, PeerAddress address, QueuePair queuePair, int firstPacket,
               int creditsGiven, WorkRequests work, SendPool sends, PeerWord peerWord, EagerRings rings,
               List<Connection> waiting, long begun) {
        this.peer = peer;
        this.name = name;
        this.packet = packet;
        this.address = address;
        this.queuePair = queuePair;
        queuePairNumber = queuePair.number();
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

    /** The peer's name in error messages. */
    String name() {
        return name;
    }

    /** The number of the queue pair, by which the device says where a packet has come from. */
    int queuePairNumber() {
        return queuePairNumber;
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

    /** The time when the connection began, by {@link System#nanoTime}. */
    long begun() {
        return begun;
    }

    /** The time when the peer was last asked to connect, by {@link System#nanoTime}. */
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

    /** Takes the peer's part of the set-up. Returns true if this opens the channel. */
    boolean take(SetupMessage message) {
        if (message.packet() != packet) {
            end(new TransportException("transport verbs: " + name + " takes packets of " + message.packet()
                + " bytes, and this rank takes packets of " + packet + "; -Dmpj.verbs.packet must be the same for all"
                + " ranks and all jobs that meet"));
            return false;
        }
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

    /**
     * Opens the channel, because the peer's queue pair is connected, too. The first word tells the peer the same about
     * this queue pair.
     */
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

    /** Whether the peer must be asked again, because nothing shows yet that it receives packets. */
    boolean asks() {
        return state == State.CONNECTING || state == State.CONNECTED;
    }

    // ------------------------------------------------------------------------------------------ packets of the peer

    /** Takes a packet from the receive queue, after the packets that were written into the ring before it. */
    void received(MemorySegment memory, long at, long bytes, PacketHandler handler) {
        if (state == State.CONNECTING) {
            return; // the queue pair receives nothing yet
        }
        if (state == State.CONNECTED) {
            opened();
        }
        emptyRing(handler);
        TransportException damage = incoming.damage(name, memory, at, bytes);
        if (damage != null) {
            end(damage);
            return;
        }
        incoming.takeSent();
        deliver(memory.get(LONG, at + COUNTS_AT), memory, at, bytes, handler);
    }

    /** Takes the next packets in the peer's ring. Returns true if there were any. */
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

    /** The packet is counted before this call, so that packets which the handler sends report it. */
    private void deliver(long counts, MemorySegment memory, long at, long bytes, PacketHandler handler) {
        channel.taken(PacketLayout.taken(counts));
        handler.packet(peer, memory.get(LONG, at + ENVELOPE_AT), memory.get(LONG, at + HEADER_AT), memory,
            at + PAYLOAD_AT, bytes);
    }

    /**
     * Called after packets were delivered. Tells the peer how many packets were taken, unless a packet has told it, and
     * tells it when the ring is open to it.
     */
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

    /** Sets whether this rank asks for announcements instead of messages. */
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

    /** Closes the ring for good, because another peer sends more and is to have it. */
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

    /**
     * Closes the ring before a sleep. Returns false if a packet may come into the ring without anything that reports
     * it.
     */
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

    /** Takes what is left in the ring when the connection has ended, and gives the ring back. */
    void leaveRing(PacketHandler handler) {
        emptyRing(handler);
        IncomingRing ring = incoming.takeBack();
        if (ring != null) {
            rings.give(this, ring);
        }
    }

    // -------------------------------------------------------------------------------------------- words and probes

    /** Tells the peer the state of this end, now or as soon as possible. */
    private void sendWord() {
        wordDue = true;
        if (state == State.OPEN && slots.free() > 1) {
            wordDue = !write(Work.INLINE, 0, slots.mustSignal() || word.mustSignal());
        }
        if (wordDue) {
            await();
        }
    }

    /** Continues with what was left to do. Returns true if nothing is left. */
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

    /** Asks the peer's device whether the connection still works, if nothing is under way that would find out. */
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

    /** Says goodbye, after everything that was sent. Returns true if the peer knows, or need not know. */
    boolean goodbye() {
        if (state == State.OPEN && !goodbyeSent && !departed() && slots.free() > 0) {
            goodbyeSent = write(Work.GOODBYE, PeerWord.DEPARTED, true);
        }
        return goodbyeDone || state != State.OPEN || departed();
    }

    /**
     * Whether everything that was sent before the first call has arrived in the peer's memory, or can no longer arrive.
     */
    boolean arrived() {
        if (!lastProbed && slots.idle()) {
            probe();
            lastProbed = probing;
        }
        return state != State.OPEN || departed() || lastProbed && slots.idle();
    }

    /** Takes note that a signaled request has completed. */
    void completed(int kind) {
        if (state == State.ENDED) {
            return; // once the queue pair has failed, unsignaled work completes as well
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

    /** Ends the connection, because the device has refused a request. */
    void refused(int kind, int errno) {
        end(new TransportException("transport verbs: " + Work.describe(kind) + " " + name + ": "
            + Libibverbs.error(errno)));
    }

    /** Ends the connection. If the peer has said goodbye, it is not reported as lost. */
    void end(TransportException cause) {
        if (state != State.ENDED) {
            state = State.ENDED;
            channel.open(false);
            end = departed() ? null : cause;
            queuePair.fail();
            await();
        }
    }

    /**
     * Reports a process of another job that has said goodbye as lost, because it leaves alone, and operations may wait
     * for it. It is reported only at the second look: other ranks of its job may have left at the same time, and their
     * last packets are taken until then.
     */
    void lookAfterDeparture() {
        if (looksAfterDeparture < 2 && departed() && ++looksAfterDeparture == 2) {
            TransportException cause = new TransportException("transport verbs: " + name + " has called MPI.Finalize");
            end(cause);
            end = cause;
            await(); // the connection may have ended before
        }
    }

    boolean ended() {
        return state == State.ENDED;
    }

    /** The reason why the connection ended. It is returned once; null if there is nothing to report. */
    TransportException takeEnd() {
        TransportException cause = end;
        end = null;
        return cause;
    }
}
