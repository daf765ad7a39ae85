package mpj.engine;

import java.lang.foreign.MemorySegment;
import mpj.transport.spi.Channel;
import mpj.transport.spi.RemoteMemory;
import mpjbuf.layout.ElementType;

/**
 * How a message leaves. One that fits a packet, and in whose way nothing is, is written from the user's buffer straight
 * into the channel ({@link #atOnce}); everything else becomes a {@link Send} of the {@link Backlog}. Called with the
 * engine's lock held.
 */
final class Sending implements KindHandler {
    /** No transport gains by less. */
    private static final long LEAST_IN_PLACE = 16 << 10;

    private final Destinations destinations;
    private final Backlog backlog;
    private final Completions completions;
    private final EagerLimit eagerLimit;
    private final LargeCopy large = new LargeCopy();
    private long lastNumber;

    Sending(Destinations destinations, Backlog backlog, Completions completions, EagerLimit eagerLimit) {
        this.destinations = destinations;
        this.backlog = backlog;
        this.completions = completions;
        this.eagerLimit = eagerLimit;
    }

    /**
     * Sends a message that need not be copied, since the caller goes on to {@linkplain Progress#drain drain} the
     * channel before it returns to the program; false if that cannot be done now, or at all.
     */
    boolean inPlace(Destination destination, Object buffer, long from, long bytes, long header, int context,
                    int tag) {
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
     * Sends a message that does not fit one packet but need not wait for its match, in the common case without making
     * an object for it.
     *
     * @return null, or the send to wait for when something is in the way
     */
    Send eagerly(Destination destination, Object buffer, ElementType type, long from, long bytes, long header,
                 int context, int tag) {
        Channel channel = destination.channel;
        if (bytes <= channel.maximumPayload() || bytes > eagerLimit.of(channel) || !destination.idle()
            || channel.congested()) {
            return start(destination, buffer, type, from, bytes, header, context, tag, false);
        }
        long at = channel.reserve(Envelope.BEGIN_BYTES);
        if (at == Channel.FULL) {
            return start(destination, buffer, type, from, bytes, header, context, tag, false);
        }
        long number = ++lastNumber;
        announce(channel, at, number, bytes, context, tag, header);
        MemorySegment memory = large.memory(buffer, type);
        long straight = memory == null ? 0 : channel.sendable(memory);
        long sent = straight > 0 ? sendStraight(memory, from, bytes, straight, channel, number)
            : sendThroughRoom(buffer, type, from, bytes, channel, number);
        return sent == bytes ? null : rest(sent, number, destination, buffer, type, from, bytes, header, context, tag);
    }

    /** Sends fragments out of the user's buffer; returns how much has left, complemented if the rest of it is lost. */
    private static long sendStraight(MemorySegment memory, long from, long bytes, long straight, Channel channel,
                                     long number) {
        long sent = 0;
        while (sent < bytes) {
            long part = Math.min(bytes - sent, straight);
            try {
                if (!channel.send(memory, from + sent, part, Envelope.FRAGMENT, number)) {
                    return sent;
                }
            } catch (IllegalStateException | WrongThreadException e) {
                return ~(sent + part);
            }
            sent += part;
        }
        return sent;
    }

    private long sendThroughRoom(Object buffer, ElementType type, long from, long bytes, Channel channel,
                                 long number) {
        long fragment = channel.fragment(bytes);
        long sent = 0;
        while (sent < bytes) {
            long part = Math.min(bytes - sent, fragment);
            long at = channel.reserve(part);
            if (at == Channel.FULL || !written(buffer, type, from + sent, channel, at, part)) {
                return sent;
            }
            channel.commit(part, Envelope.FRAGMENT, number);
            sent += part;
        }
        return sent;
    }

    /** What {@link #eagerly} has begun and the channel does not take now. */
    private Send rest(long sent, long number, Destination destination, Object buffer, ElementType type, long from,
                      long bytes, long header, int context, int tag) {
        Send rest = new Send(this, number, destination, buffer, type, from, bytes, header, context, tag);
        rest.begun = true;
        rest.sent = sent;
        if (sent < 0) {
            rest.sent = ~sent;
            rest.fail(ErrorClass.ERR_BUFFER, Failure.inaccessible("already closed"));
        }
        backlog.enqueue(rest);
        return rest;
    }

    /** A method of its own: with it written out, the compiler finds {@link #eagerly} too large to inline. */
    private static void announce(Channel channel, long at, long number, long bytes, int context, int tag,
                                 long header) {
        Envelope.describe(channel.buffer(), at, number, bytes);
        channel.commitBeforeMore(Envelope.BEGIN_BYTES, Envelope.pack(Envelope.BEGIN, context, tag), header);
    }

    /** False when the program has taken its buffer away meanwhile: {@link Send#write} then ends the message. */
    private boolean written(Object buffer, ElementType type, long from, Channel channel, long at, long bytes) {
        try {
            Payload.write(buffer, type, from, channel.buffer(), at, bytes, large);
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false;
        }
    }

    /** Starts a send, which leaves as far as it may. */
    Send start(Destination destination, Object buffer, ElementType type, long from, long bytes, long header,
               int context, int tag, boolean synchronous) {
        Send send = new Send(this, ++lastNumber, destination, buffer, type, from, bytes, header, context, tag);
        send.synchronous = synchronous;
        if (synchronous || bytes > eagerLimit.of(destination.channel)) {
            register(send);
        }
        backlog.enqueue(send);
        backlog.push(destination);
        return send;
    }

    /** Lets the receiver read the message out of the buffer, if the transport can and it pays. */
    private static void register(Send send) {
        RemoteMemory remote = send.destination.remoteMemory();
        if (remote == null || send.bytes < remote.threshold()
            || send.bytes <= send.destination.channel.maximumPayload()) {
            return;
        }
        MemorySegment memory = RemoteReads.registrable(remote, send.buffer, send.type);
        if (memory != null) {
            send.region = remote.register(memory.asSlice(send.from, send.bytes));
        }
    }

    @Override
    public void packet(int source, long envelope, long number, MemorySegment segment, long offset, long bytes) {
        switch (Envelope.kind(envelope)) {
            case Envelope.MATCHED -> matched(source, number);
            case Envelope.READ -> read(source, number);
            case Envelope.CANCELLED -> cancelGranted(source, number);
            default -> throw new IllegalArgumentException("kind " + Envelope.kind(envelope));
        }
    }

    /** The receiver has matched a message, and waits for the rest of it. */
    private void matched(int rank, long number) {
        Send send = takeAwaiting(rank, number);
        if (send == null) {
            return; // it is still being pushed, and looks at the flag by itself
        }
        send.closeRegion();
        send.matched = true;
        if (send.finished()) {
            completions.complete(send);
        } else if (send.sent < send.bytes && !send.queued) {
            backlog.enqueue(send);
        }
    }

    /** The receiver has matched a message and read it. */
    private void read(int rank, long number) {
        Send send = takeAwaiting(rank, number);
        if (send != null) {
            send.closeRegion();
            send.matched = true;
            send.sent = send.bytes;
            completions.complete(send);
        }
    }

    private Send takeAwaiting(int rank, long number) {
        Destination destination = destinations.known(rank);
        return destination == null ? null : destination.awaiting.remove(number);
    }

    void cancel(Send send) {
        if (!send.begun) {
            backlog.withdraw(send);
            send.closeRegion();
            completions.cancel(send);
        } else if (send.waitsForMatch && !send.matched) {
            // No fragment may follow the request: the receiver forgets the message.
            backlog.withdraw(send);
            backlog.control(send.destination, Envelope.CANCEL, send.number);
        }
    }

    /** Fails a send, if it is not matched: one that is, goes on. */
    void giveUp(Send send, Failure failure) {
        if (!send.begun || send.waitsForMatch && !send.matched) {
            send.fail(failure.error(), failure.text());
            cancel(send);
        }
    }

    private void cancelGranted(int rank, long number) {
        Send send = takeAwaiting(rank, number);
        if (send != null) {
            send.closeRegion();
            completions.cancel(send);
        }
    }
}
