package mpj.transport.verbs;

import static mpj.transport.verbs.PacketLayout.ENVELOPE_AT;
import static mpj.transport.verbs.PacketLayout.HEADER_AT;
import static mpj.transport.verbs.PacketLayout.LONG;
import static mpj.transport.verbs.PacketLayout.PAYLOAD_AT;
import static mpj.transport.verbs.PacketLayout.TAKEN_AT;

import java.lang.foreign.MemorySegment;
import java.util.List;
import mpj.transport.spi.Channel;
import mpj.transport.spi.TransportException;

/**
 * The way to and from one peer. It may have so many packets under way as the peer has buffers set aside for it; how
 * many the peer has taken comes with its packets, or as its {@link PeerWords word} when it has none to send.
 *
 * <p>A queue pair that is connected takes packets, but may send only when the peer's is known to be connected as well:
 * by a reply, or by its first packet or word. Until then the channel is full.
 */
final class Connection implements Channel {
    /** Kept free for what is not a packet: words, probes, reads. */
    private static final int SLOTS_KEPT = 16;

    private enum State { CONNECTING, CONNECTED, OPEN, ENDED }

    private final WorkRequests work;
    private final SendPool sends;
    private final PeerWords words;
    private final int peer;
    private final PeerAddress address;
    private final QueuePair queuePair;
    private final long queuePairAddress;
    private final int inlineBytes;
    private final int firstPacket;
    private final int creditsGiven;
    private final SendQueueSlots slots = new SendQueueSlots(QueuePair.DEPTH);
    private final MemorySegment room;
    private final List<Connection> waiting;

    private boolean listed;
    private State state = State.CONNECTING;
    private int credits;
    private long sent;
    private long takenByPeer;
    private long taken;
    private long told;
    private boolean congested;
    private long wordAddress;
    private int wordKey;
    private boolean wordDue;
    private boolean probing;
    private boolean goodbyeSent;
    private boolean goodbyeDone;
    /** The buffer that was reserved last. */
    private int reserved;
    private TransportException end;

    /**
     * @param queuePair not connected yet
     * @param firstPacket the number with which it begins to count
     * @param creditsGiven how many packets the peer may have under way
     * @param waiting where a connection puts itself that has something left to do
     */
    Connection(int peer, PeerAddress address, QueuePair queuePair, int firstPacket, int creditsGiven,
               WorkRequests work, SendPool sends, PeerWords words, List<Connection> waiting) {
        this.peer = peer;
        this.address = address;
        this.queuePair = queuePair;
        this.firstPacket = firstPacket;
        this.creditsGiven = creditsGiven;
        this.work = work;
        this.sends = sends;
        this.words = words;
        queuePairAddress = queuePair.address();
        inlineBytes = queuePair.inlineBytes();
        room = sends.memory();
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

    int firstPacket() {
        return firstPacket;
    }

    int creditsGiven() {
        return creditsGiven;
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
            credits = message.credits();
            wordAddress = message.wordAddress();
            wordKey = message.wordKey();
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
            wordDue = true;
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

    // -------------------------------------------------------------------------------------------------- the channel

    @Override
    public long maximumPayload() {
        return sends.packet() - PAYLOAD_AT;
    }

    @Override
    public long fragment(long bytes) {
        return sends.packet() - PAYLOAD_AT;
    }

    @Override
    public MemorySegment room() {
        return room;
    }

    @Override
    public long reserve(long bytes) {
        if (sent - takenByPeer >= credits) {
            takenByPeer = Math.max(takenByPeer, words.read(peer) >>> PeerWords.TAKEN_SHIFT);
            if (sent - takenByPeer >= credits) {
                return FULL;
            }
        }
        if (state != State.OPEN || slots.room() <= SLOTS_KEPT) {
            return FULL;
        }
        reserved = sends.next();
        return reserved == SendPool.NONE ? FULL : sends.offset(reserved) + PAYLOAD_AT;
    }

    @Override
    public void commit(long bytes, long envelope, long header) {
        long at = sends.offset(reserved);
        room.set(LONG, at + TAKEN_AT, taken);
        room.set(LONG, at + ENVELOPE_AT, envelope);
        room.set(LONG, at + HEADER_AT, header);
        if (state != State.OPEN) {
            return; // it goes nowhere
        }
        told = taken;
        sent++;
        int length = PAYLOAD_AT + (int) bytes;
        boolean inline = length <= inlineBytes;
        boolean signaled = !inline || slots.mustSignal();
        int errno = work.send(queuePairAddress, Work.id(inline ? Work.INLINE : Work.SEND, peer, reserved),
            sends.address(reserved), length, sends.key(),
            (inline ? WorkRequests.INLINE : 0) | (signaled ? WorkRequests.SIGNALED : 0));
        if (errno != 0) {
            refused(Work.SEND, errno);
            return;
        }
        slots.posted(signaled);
        if (!inline) {
            sends.take();
        }
    }

    @Override
    public boolean congested() {
        return (words.read(peer) & PeerWords.CONGESTED) != 0;
    }

    // ------------------------------------------------------------------------------------------ what the peer sends

    /** A packet has come. It is counted before it is delivered: what the handler sends tells of it. */
    void arrived(long takenByPeerNow) {
        if (state == State.CONNECTED) {
            opened();
        }
        takenByPeer = Math.max(takenByPeer, takenByPeerNow);
        taken++;
    }

    /** After a packet was delivered: tells the peer of room, if no packet has. */
    void delivered() {
        if (taken - told >= Math.max(1, creditsGiven / 2)) {
            sendWord();
        }
    }

    /** Sets whether announcements are wanted instead of messages. */
    void congested(boolean now) {
        congested = now;
        sendWord();
    }

    /** Whether the peer has closed its end in order. */
    boolean departed() {
        return (words.read(peer) & PeerWords.DEPARTED) != 0;
    }

    // ---------------------------------------------------------------------------------------- what is not a packet

    /** Tells the peer how things stand, now or when it next can be. */
    private void sendWord() {
        wordDue = true;
        if (state == State.OPEN && slots.room() > 1) {
            wordDue = !write(Work.INLINE, 0, slots.mustSignal() || inlineBytes < PeerWords.BYTES);
        }
        if (wordDue) {
            await();
        }
    }

    /** Goes on with what was left; true if nothing is. */
    boolean settle() {
        if (state == State.CONNECTED && words.read(peer) != 0) {
            opened();
        }
        if (wordDue) {
            sendWord();
        }
        listed = asks() || state == State.OPEN && wordDue;
        return !listed;
    }

    private boolean write(int kind, long flags, boolean signaled) {
        long word = taken << PeerWords.TAKEN_SHIFT | PeerWords.CONNECTED | flags
            | (congested ? PeerWords.CONGESTED : 0);
        int errno = work.write(queuePairAddress, Work.id(kind, peer, 0), words.outgoing(peer, word), PeerWords.BYTES,
            words.localKey(), wordAddress, wordKey,
            (inlineBytes >= PeerWords.BYTES ? WorkRequests.INLINE : 0) | (signaled ? WorkRequests.SIGNALED : 0));
        if (errno != 0) {
            refused(kind, errno);
            return false;
        }
        told = taken;
        slots.posted(signaled);
        return true;
    }

    /** Asks the peer's device whether the connection stands, if nothing is under way that would find out. */
    void probe() {
        if (state == State.OPEN && !probing && slots.idle() && !departed()) {
            int errno = work.write(queuePairAddress, Work.id(Work.PROBE, peer, 0), 0, 0, 0, wordAddress, wordKey,
                WorkRequests.SIGNALED);
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
        if (state == State.OPEN && !goodbyeSent && !departed() && slots.room() > 0) {
            goodbyeSent = write(Work.GOODBYE, PeerWords.DEPARTED, true);
        }
        return goodbyeDone || state != State.OPEN || departed();
    }

    /** A signaled request has completed. */
    void completed(int kind) {
        if (state == State.ENDED) {
            return; // what was not signaled completes as well
        }
        slots.completed();
        if (kind == Work.PROBE) {
            probing = false;
        } else if (kind == Work.GOODBYE) {
            goodbyeDone = true;
        }
    }

    // ------------------------------------------------------------------------------------------------------ its end

    private void refused(int kind, int errno) {
        end(new TransportException("transport verbs: " + Work.describe(kind) + " rank " + peer + ": "
            + Library.error(errno)));
    }

    /** Ends the connection; one that the peer has left is not lost. */
    void end(TransportException cause) {
        if (state != State.ENDED) {
            state = State.ENDED;
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
