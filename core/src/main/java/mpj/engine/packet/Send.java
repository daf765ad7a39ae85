package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import mpj.engine.Completion;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.ErrorClass;
import mpj.engine.Explanation;
import mpj.engine.Failure;
import mpj.engine.LargeCopy;
import mpj.engine.Payload;
import mpj.engine.match.Envelope;
import mpj.transport.spi.Channel;
import mpj.transport.spi.MemoryRegion;
import mpjbuf.layout.ElementType;

/**
 * A message on its way out. A message that leaves {@linkplain Sending#atOnce at once} needs no such object. A send that
 * is over can be started again, as persistent communication does.
 */
final class Send extends Outbound {
    /** How far the send has come. */
    private enum State {
        /** Not started, or over. */
        INACTIVE,
        /** Started, but nothing of it has left. */
        WAITING,
        /** Announced. Only its eager part may leave before the receiver has matched it. */
        AWAITING_MATCH,
        /** The receiver was asked to forget the announcement. Nothing leaves before the answer. */
        CANCELLING,
        /** All of it may leave. */
        SENDING
    }

    /**
     * The size, in bytes, from which on a transport may be faster if the receiver reads a message that could leave
     * before its match.
     */
    private static final long MIN_EARLY_BYTES = 16 << 10;

    private final Sending sending;
    private Object buffer;
    private ElementType type;
    private long from;
    private long bytes;
    private long header;
    private int context;
    private int tag;
    /** Synchronous mode: the send is over only when the receiver has matched it. */
    private boolean synchronous;

    private State state = State.INACTIVE;
    private Destination destination;
    /** The rank that a send goes to, if the send was handed off. Its destination is looked up when it is taken over. */
    private int rank;
    /**
     * The number of this send. Each start gets a new one, so an answer to an earlier start is not taken for an answer
     * to this one.
     */
    private long number;
    private long eagerLimit;
    /** How many bytes have left. */
    private long sent;
    /** The buffer, registered so that the receiver may read it; or null. */
    private MemoryRegion region;
    private final LargeCopy large = new LargeCopy();
    /** The next spare of {@link Sending}. */
    Send next;

    Send(Sending sending) {
        this.sending = sending;
    }

    /** Sets the message; see {@link Engine#send}. */
    void describe(Object buffer, ElementType type, long from, long bytes, long header, int context, int tag) {
        this.buffer = buffer;
        this.type = type;
        this.from = from;
        this.bytes = bytes;
        this.header = header;
        this.context = context;
        this.tag = tag;
    }

    /** Prepares a send that is to be started later, once or many times. */
    void prepare(Destination destination, boolean synchronous) {
        this.destination = destination;
        this.synchronous = synchronous;
        complete(); // nobody has to wait for a send that was never started
    }

    /** Forgets the program's buffer, so that this object can send another message. */
    void clear() {
        buffer = null;
        synchronous = false;
    }

    // --------------------------------------------------------------------------------------------- what it is for

    @Override
    public int peer() {
        return destination == null ? rank : destination.rank;
    }

    @Override
    public boolean isUnmatched() {
        return state == State.AWAITING_MATCH || state == State.CANCELLING;
    }

    @Override
    public void explain(Explanation explanation) {
        explanation.send(context, peer(), tag, !isUnmatched());
    }

    @Override
    public void takeBack() {
        sending.cancel(this);
    }

    @Override
    void giveUp(Failure failure) {
        sending.giveUp(this, failure);
    }

    @Override
    public Completion left() {
        return destination == null ? null : destination.left; // a send that was handed off may have found none
    }

    @Override
    Destination destination() {
        return destination;
    }

    Object buffer() {
        return buffer;
    }

    long bytes() {
        return bytes;
    }

    @Override
    int context() {
        return context;
    }

    @Override
    long number() {
        return number;
    }

    // --------------------------------------------------------------------------------------------- handed off

    /** Sets the mode of a send that is handed off. A prepared send has its mode already. */
    void synchronous(boolean isSynchronous) {
        synchronous = isSynchronous;
    }

    /** Hands the send off: it is under way from now on, although no thread has started it. */
    void handOff(int destinationRank) {
        reset();
        rank = destinationRank;
    }

    @Override
    public void takeOver() {
        sending.takeOver(this, rank);
    }

    // ------------------------------------------------------------------------------------------- from state to state

    boolean isActive() {
        return state != State.INACTIVE;
    }

    /** Whether nothing of the message has left, so that it can be withdrawn without asking the receiver. */
    boolean isWaiting() {
        return state == State.WAITING;
    }

    boolean isAwaitingMatch() {
        return state == State.AWAITING_MATCH;
    }

    void start(Destination destination, long number, EagerLimit limit) {
        reset();
        this.destination = destination;
        this.number = number;
        this.eagerLimit = limit.of(destination.channel);
        sent = 0;
        state = State.WAITING;
        boolean early = !synchronous && bytes <= eagerLimit;
        if (!early || bytes >= MIN_EARLY_BYTES && limit.isOfTransports()) {
            region = RendezvousReads.register(destination, buffer, type, from, bytes, early);
        }
    }

    /** The receiver has matched the message. */
    void matched() {
        closeRegion();
        state = State.SENDING;
    }

    /** No fragment may follow the request to cancel, because the receiver forgets the message. */
    void cancelling() {
        state = State.CANCELLING;
    }

    /** Whether the receiver can read the message. */
    boolean mayBeRead() {
        return region != null;
    }

    /**
     * The receiver has read the message. If the buffer was closed meanwhile, the receiver may have read anything, so
     * the send fails.
     */
    void read() {
        if (buffer instanceof MemorySegment memory && !memory.scope().isAlive()) {
            fail(ErrorClass.ERR_BUFFER, Failure.inaccessible("it was closed"));
        }
        end();
    }

    @Override
    void end() {
        closeRegion();
        pushing = false;
        state = State.INACTIVE;
    }

    private void closeRegion() {
        if (region != null) {
            region.close();
            region = null;
        }
    }

    @Override
    boolean isFinished() {
        return state == State.SENDING && sent == bytes;
    }

    // ------------------------------------------------------------------------------------------------------ pushing

    /**
     * How many bytes may have left by now. After the match, these are all bytes. Before the match, they are the eager
     * part, but no more than have left already if the receiver reads the message or is congested.
     */
    private long allowed(Channel channel) {
        if (state == State.SENDING) {
            return bytes;
        }
        return region != null || channel.congested() ? sent : Math.min(bytes, eagerLimit);
    }

    @Override
    boolean push() {
        Channel channel = destination.channel;
        if (state == State.WAITING && !begin(channel)) {
            return false;
        }
        long allowed = allowed(channel);
        if (sent >= allowed) {
            return true;
        }
        MemorySegment memory = large.memory(buffer, type);
        long straight = memory == null ? 0 : channel.sendable(memory);
        return straight > 0 ? pushStraight(channel, memory, allowed, straight) : pushPackets(channel, allowed);
    }

    @Override
    long progress() {
        return state == State.WAITING ? -1 : sent;
    }

    private boolean begin(Channel channel) {
        boolean congested = channel.congested();
        boolean whole = bytes <= channel.maximumPayload() && !synchronous && !congested;
        return whole ? sendWhole(channel) : announce(channel, congested);
    }

    private boolean sendWhole(Channel channel) {
        long at = channel.reserve(bytes);
        if (at == Channel.FULL) {
            return false;
        }
        write(channel.buffer(), at, bytes);
        sent = bytes;
        state = State.SENDING;
        channel.commit(bytes, Envelope.pack(Envelope.MESSAGE, context, tag), header);
        return true;
    }

    private boolean announce(Channel channel, boolean congested) {
        boolean remote = region != null;
        long payload = remote ? Envelope.RGET_BYTES : Envelope.BEGIN_BYTES;
        long at = channel.reserve(payload);
        if (at == Channel.FULL) {
            return false;
        }
        boolean waits = synchronous || congested || remote || bytes > eagerLimit;
        state = waits ? State.AWAITING_MATCH : State.SENDING;
        if (waits) {
            destination.waiting.put(number, this); // before the commit, because the loopback answers during the commit
        }
        Envelope.describe(channel.buffer(), at, number, bytes);
        if (remote) {
            region.key(channel.buffer(), at + Envelope.KEY_AT);
        }
        int kind = remote ? Envelope.RGET : waits ? Envelope.RTS : Envelope.BEGIN;
        long envelope = Envelope.pack(kind, context, tag);
        if (allowed(channel) > 0) {
            channel.commitBeforeMore(payload, envelope, header);
        } else {
            channel.commit(payload, envelope, header);
        }
        return true;
    }

    /** Sends elements straight out of the program's buffer. */
    private boolean pushStraight(Channel channel, MemorySegment memory, long allowed, long most) {
        while (sent < allowed) {
            long part = Math.min(allowed - sent, most);
            if (!send(channel, memory, part)) {
                return false;
            }
            sent += part;
        }
        return true;
    }

    private boolean pushPackets(Channel channel, long allowed) {
        long fragment = channel.fragment(bytes);
        while (sent < allowed) {
            long part = Math.min(allowed - sent, fragment);
            long at = channel.reserve(part);
            if (at == Channel.FULL) {
                return false;
            }
            write(channel.buffer(), at, part);
            channel.commit(part, Envelope.FRAGMENT, number);
            sent += part;
        }
        return true;
    }

    /**
     * Writes the next elements into a packet. If the program has taken its buffer away meanwhile, it writes zeros
     * instead: the receiver may have part of the message already, and must not wait for ever for the rest.
     */
    private void write(MemorySegment packet, long offset, long length) {
        try {
            Payload.write(buffer, type, from + sent, packet, offset, length, large);
        } catch (IllegalStateException | WrongThreadException e) {
            fail(ErrorClass.ERR_BUFFER, Failure.inaccessible(e));
            packet.asSlice(offset, length).fill((byte) 0);
        }
    }

    /**
     * Sends the next elements straight from the buffer. False if the channel is full. If the program has taken its
     * buffer away meanwhile, the channel sends zeros.
     */
    private boolean send(Channel channel, MemorySegment memory, long length) {
        try {
            return channel.send(memory, from + sent, length, Envelope.FRAGMENT, number);
        } catch (IllegalStateException | WrongThreadException e) {
            fail(ErrorClass.ERR_BUFFER, Failure.inaccessible(e));
            return true;
        }
    }
}
