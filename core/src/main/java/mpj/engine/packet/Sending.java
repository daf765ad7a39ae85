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
 * into the channel ({@link #atOnce}). Every other message is a {@link Send}, which says how much may leave when. The
 * {@link Backlog} keeps it while the channel is full. Called with the engine's lock held.
 */
final class Sending implements KindHandler {
    /** The least size, in bytes, from which on any transport gains by sending in place. */
    private static final long LEAST_IN_PLACE = 16 << 10;
    private static final int MOST_SPARES = 16;

    private final EngineLock lock;
    private final Destinations destinations;
    private final Backlog backlog;
    private final Completions completions;
    private final EagerLimit eagerLimit;
    private final LargeCopy large = new LargeCopy();
    private long lastNumber;
    /** Sends that are over. The next messages use them, so that they need no new object. */
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
     * Sends a message out of the buffer itself, without a copy; false if that cannot be done now, or at all. The caller
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

    /** Sends a message as one packet; false if that cannot be done now, or at all. */
    boolean atOnce(Destination destination, Object buffer, ElementType type, long from, long bytes, long header,
                   int context, int tag) {
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
        channel.commit(bytes, Envelope.pack(Envelope.MESSAGE, context, tag), header);
        return true;
    }

    /**
     * Sends a message that could not leave {@linkplain #atOnce at once}. In the common case this makes no object.
     *
     * @return null, or the send to wait for when something is in the way
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
     * Takes back a send of {@link #eagerly} that nobody looks at any more. A send that has failed is not used again.
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

    /** Describes a send that any thread makes, to be handed off. Needs no lock. */
    Send describe(Object buffer, ElementType type, long from, long bytes, long header, int context, int tag) {
        Send send = new Send(this);
        send.describe(buffer, type, from, bytes, header, context, tag);
        return send;
    }

    /** Prepares a send, to be started as often as one likes. */
    Send prepare(Destination destination, Object buffer, ElementType type, long from, long bytes, long header,
                 int context, int tag, boolean synchronous) {
        assert lock.isHeldByMe();
        Send send = describe(buffer, type, from, bytes, header, context, tag);
        send.prepare(destination, synchronous);
        return send;
    }

    /**
     * Starts a send, for the first time or again. It leaves as far as it may. The caller must be sure that nobody waits
     * for it yet.
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
            "a send is started that is still under way; complete it first");
    }

    /** Sends as much as may leave; true if it is over. */
    private boolean push(Send send, Destination destination) {
        send.start(destination, ++lastNumber, eagerLimit);
        return backlog.push(send);
    }

    /** Starts a send that another thread has handed off, and perhaps waits for. */
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

    /** The receiver has matched a message, and waits for the rest of it. */
    private void matched(int rank, long number) {
        Send send = takeUnmatched(rank, number);
        if (send == null) {
            return;
        }
        send.matched();
        if (send.pushing) {
            return; // whoever pushes it finds that it is matched
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
        Send send = takeUnmatched(rank, number);
        if (send != null) {
            send.read();
            completions.complete(send);
        }
    }

    private void cancelGranted(int rank, long number) {
        Send send = takeUnmatched(rank, number);
        if (send != null) {
            send.end();
            completions.cancel(send);
        }
    }

    /**
     * The send that an answer is about; from now on it no longer waits for one. Null if the send is over already,
     * because its rank is lost.
     */
    private Send takeUnmatched(int rank, long number) {
        Destination destination = destinations.known(rank);
        Outbound work = destination == null ? null : destination.waiting.get(number);
        if (!(work instanceof Send send) || !send.isUnmatched()) {
            return null;
        }
        destination.waiting.remove(number);
        return send;
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
