package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import mpj.engine.EagerLimit;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.LargeCopy;
import mpj.engine.Payload;
import mpj.engine.match.Envelope;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Progress;
import mpj.transport.spi.Channel;
import mpjbuf.layout.ElementType;

/**
 * Sends messages. If a message fits a packet, and nothing is in its way, it is written from the user's buffer straight
 * into the channel ({@link #atOnce}). Every other message becomes a {@link Send}, which knows how much of it may leave
 * at what time. The {@link Backlog} keeps the send while the channel is full. Called with the engine's lock held.
 */
final class Sending implements KindHandler {
    /** In bytes. No transport gains by sending a smaller message in place. */
    private static final long LEAST_IN_PLACE = 16 << 10;
    private static final int MOST_SPARES = 16;

    private final EngineLock lock;
    private final Destinations destinations;
    private final Backlog backlog;
    private final Completions completions;
    private final EagerLimit eagerLimit;
    private final LargeCopy large = new LargeCopy();
    private long lastNumber;
    /** Sends that are over. The next messages use these objects again. */
    private Send spares;
    private int spareCount;

    Sending(EngineLock lock, Destinations destinations, Backlog backlog, Completions completions,
            EagerLimit eagerLimit) {
        this.lock = lock;
        this.destinations = destinations;
        this.backlog = backlog;
        this.completions = completions;
        this.eagerLimit = eagerLimit;
    }

    /**
     * Sends a message out of the buffer itself, without a copy. False if this cannot be done now, or at all. The caller
     * must {@linkplain Progress#drain drain} the channel before it returns to the program.
     */
    boolean inPlace(Destination destination, Object buffer, long from, long bytes, long header, int context,
                    int tag) {
        assert lock.isHeldByMe();
        if (bytes < LEAST_IN_PLACE || !(buffer instanceof MemorySegment memory)) {
            return false;
        }
        Channel channel = destination.channel;
        return channel.sendsInPlace(memory, bytes) && destination.idle() && !channel.congested()
            && channel.sendInPlace(memory, from, bytes, Envelope.pack(Envelope.MESSAGE, context, tag), header);
    }

    /** Sends a message as one packet. False if this cannot be done now, or at all. */
    boolean atOnce(Destination destination, Object buffer, ElementType type, long from, long bytes, long header,
                   int context, int tag) {
        if (!isPlaced(destination, buffer, type, from, bytes)) {
            return false;
        }
        destination.channel.commit(bytes, Envelope.pack(Envelope.MESSAGE, context, tag), header);
        return true;
    }

    /** The same for a message that may leave together with the next message to the same rank. */
    boolean beforeMore(Destination destination, Object buffer, ElementType type, long from, long bytes, long header,
                       int context, int tag) {
        if (!isPlaced(destination, buffer, type, from, bytes)) {
            return false;
        }
        destination.channel.commitBeforeMore(bytes, Envelope.pack(Envelope.MESSAGE, context, tag), header);
        return true;
    }

    /** Writes a message into the channel, if it fits a packet and nothing is in its way. */
    private boolean isPlaced(Destination destination, Object buffer, ElementType type, long from, long bytes) {
        assert lock.isHeldByMe();
        Channel channel = destination.channel;
        if (bytes > channel.maximumPayload() || !destination.idle() || channel.congested()) {
            return false;
        }
        long at = channel.reserve(bytes);
        if (at == Channel.FULL) {
            return false;
        }
        Payload.write(buffer, type, from, channel.buffer(), at, bytes, large);
        return true;
    }

    /**
     * Sends a message that could not leave {@linkplain #atOnce at once}. In the common case this makes no object.
     *
     * @return null if the message has left; else the send to wait for
     */
    Send eagerly(Destination destination, Object buffer, ElementType type, long from, long bytes, long header,
                 int context, int tag) {
        assert lock.isHeldByMe();
        Send send = spare();
        send.describe(buffer, type, from, bytes, header, context, tag);
        start(send, destination);
        if (!send.done() || send.hasFailed()) {
            return send;
        }
        keep(send);
        return null;
    }

    private Send spare() {
        Send send = spares;
        if (send == null) {
            return new Send(this);
        }
        spares = send.next;
        spareCount--;
        send.next = null;
        return send;
    }

    /**
     * Keeps a send of {@link #eagerly} that nobody looks at any more, so that a later message can use it. A send that
     * has failed is not used again.
     */
    void keep(Send send) {
        assert lock.isHeldByMe();
        if (spareCount < MOST_SPARES && send.done() && !send.hasFailed()) {
            send.clear();
            send.next = spares;
            spares = send;
            spareCount++;
        }
    }

    /** Describes a send that the calling thread will hand off. Needs no lock. */
    Send describe(Object buffer, ElementType type, long from, long bytes, long header, int context, int tag) {
        Send send = new Send(this);
        send.describe(buffer, type, from, bytes, header, context, tag);
        return send;
    }

    /** Prepares a send that can be started as often as the caller likes. */
    Send prepare(Destination destination, Object buffer, ElementType type, long from, long bytes, long header,
                 int context, int tag, boolean synchronous) {
        assert lock.isHeldByMe();
        Send send = describe(buffer, type, from, bytes, header, context, tag);
        send.prepare(destination, synchronous);
        return send;
    }

    /**
     * Starts a send, for the first time or again. Sends as much of the message as may leave now. The caller must be
     * sure that nobody waits for this send yet.
     */
    void start(Send send, Destination destination) {
        assert lock.isHeldByMe();
        if (send.isActive()) {
            throw underWay();
        }
        if (push(send, destination)) {
            send.complete();
        }
    }

    static EngineException underWay() {
        return new EngineException(ErrorClass.ERR_REQUEST,
            "the send is still under way; complete it before it is started again");
    }

    /** Sends as much as may leave. True if the send is over. */
    private boolean push(Send send, Destination destination) {
        send.start(destination, ++lastNumber, eagerLimit);
        return backlog.push(send);
    }

    /** Starts a send that another thread has handed off. That thread may already wait for the send. */
    void takeOver(Send send, int rank) {
        assert lock.isHeldByMe();
        try {
            if (push(send, destinations.to(rank, send.context()))) {
                completions.complete(send);
            }
        } catch (RuntimeException e) {
            backlog.withdraw(send);
            send.end();
            throw e;
        }
    }

    @Override
    public void packet(int source, long envelope, long number, MemorySegment segment, long offset, long bytes) {
        assert lock.isHeldByMe();
        switch (Envelope.kind(envelope)) {
            case Envelope.CTS -> matched(source, number);
            case Envelope.FIN -> read(source, number);
            case Envelope.CANCELLED -> cancelGranted(source, number);
            default -> throw new IllegalArgumentException("kind " + Envelope.kind(envelope));
        }
    }

    /** The receiver has matched a message, and waits for the rest of the message. */
    private void matched(int rank, long number) {
        Send send = unmatched(rank, number);
        if (send == null) {
            return;
        }
        answered(send);
        send.matched();
        if (send.pushing) {
            return; // the code that pushes it finds that it is matched
        }
        if (send.isFinished()) {
            send.end();
            completions.complete(send);
        } else {
            backlog.enqueue(send);
        }
    }

    /** The receiver has matched a message and read it. */
    private void read(int rank, long number) {
        Send send = unmatched(rank, number);
        if (send == null) {
            return;
        }
        if (!send.mayBeRead()) {
            throw new EngineException(ErrorClass.ERR_INTERN, "it says that it has read message " + number
                + ", to which it has no access");
        }
        answered(send);
        send.read();
        completions.complete(send);
    }

    private void cancelGranted(int rank, long number) {
        Send send = unmatched(rank, number);
        if (send == null) {
            return;
        }
        if (send.isAwaitingMatch()) {
            throw new EngineException(ErrorClass.ERR_INTERN, "it says that it has cancelled message " + number
                + ", but nobody has asked for this");
        }
        answered(send);
        send.end();
        completions.cancel(send);
    }

    /** The send that an answer is about. Null if the send is over already, because its rank is lost. */
    private Send unmatched(int rank, long number) {
        Destination destination = destinations.known(rank);
        Outbound work = destination == null ? null : destination.waiting.get(number);
        return work instanceof Send send && send.isUnmatched() ? send : null;
    }

    /** A send no longer waits for an answer. */
    private static void answered(Send send) {
        send.destination().waiting.remove(send.number());
    }

    void cancel(Send send) {
        assert lock.isHeldByMe();
        if (send.isWaiting()) {
            backlog.withdraw(send);
            send.end();
            completions.cancel(send);
        } else if (send.isAwaitingMatch()) {
            backlog.withdraw(send);
            send.cancelling();
            backlog.control(send.destination(), Envelope.CANCEL, send.number());
        }
    }

    /** Fails a send if it is not matched. A matched send goes on. */
    void giveUp(Send send, Failure failure) {
        assert lock.isHeldByMe();
        if (send.isWaiting() || send.isUnmatched()) {
            send.fail(failure.error(), failure.text());
            cancel(send);
        }
    }
}
