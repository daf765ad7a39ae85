package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpj.engine.EagerLimit;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Receive;
import mpj.engine.match.Arrival;
import mpj.engine.match.Envelope;
import mpj.engine.match.Matching;
import mpj.engine.match.PostedReceives;
import mpj.engine.match.Source;
import mpj.engine.match.Sources;
import mpj.engine.match.UnexpectedMemory;
import mpj.engine.match.UnexpectedMessages;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.RemoteMemory;
import mpj.transport.spi.TransportException;

/**
 * Handles each packet that arrives. A whole message goes straight into the posted receive that it matches ({@link
 * #message}); everything else is kept as an {@link Arrival}. Called with the engine's lock held.
 */
final class PacketIntake implements PacketHandler {
    /**
     * A message of up to this size, in bytes, may always come without asking, whatever the eager limit of this rank is.
     */
    private static final long MAX_UNPOSTED = 64 << 20;

    private final EngineLock lock;
    private final PostedReceives posted;
    private final UnexpectedMessages unexpected;
    private final UnexpectedMemory memory;
    private final Sources sources;
    private final Destinations destinations;
    private final Answers answers;
    private final RemoteAccesses accesses;
    private final Losses losses;
    private final Completions completions;
    private final EagerLimit eagerLimit;
    private final KindHandler[] others = new KindHandler[Envelope.KINDS];
    /**
     * Whether this rank has ever matched a message before it came. If not, {@link #message} need not look for such a
     * match.
     */
    private boolean matchesAhead;

    PacketIntake(EngineLock lock, Matching matching, Destinations destinations, Answers answers,
                 RemoteAccesses accesses, Losses losses, Completions completions, EagerLimit eagerLimit) {
        this.lock = lock;
        this.posted = matching.posted();
        this.unexpected = matching.unexpected();
        this.memory = matching.memory();
        this.sources = matching.sources();
        this.destinations = destinations;
        this.answers = answers;
        this.accesses = accesses;
        this.losses = losses;
        this.completions = completions;
        this.eagerLimit = eagerLimit;
    }

    /**
     * Registers the handler of a kind of packet. The packets of arriving messages need none: they come most often, so
     * {@link #packet} handles them itself.
     */
    void handle(int kind, KindHandler handler) {
        others[kind] = handler;
    }

    /**
     * If a packet makes no sense, its sender loses the connection, and this rank goes on. The same happens if there is
     * no memory for a packet: the transport has counted it, and does not hand it over again.
     */
    @Override
    public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        assert lock.isHeldByMe();
        if (losses.drops(source)) {
            return;
        }
        try {
            take(source, envelope, header, segment, offset, bytes);
        } catch (RuntimeException e) {
            refused(source, e);
        } catch (OutOfMemoryError e) {
            noMemory(source, e);
        }
    }

    /** Whether this rank has sent the packet to itself. */
    private boolean isOwn(int source) {
        Destination back = destinations.known(source);
        return back != null && back.transport == null;
    }

    private void noMemory(int source, OutOfMemoryError e) {
        if (isOwn(source)) {
            throw e;
        }
        losses.refused(source, "this rank has no memory for its message: " + e.getMessage() + "; receive it sooner, or"
            + " allow the JVM more with -XX:MaxDirectMemorySize= or -Xmx");
    }

    private void refused(int source, RuntimeException e) {
        if (isOwn(source)) {
            throw e;
        }
        if (!(e instanceof TransportException || e instanceof EngineException)) {
            System.getLogger("mpj.engine").log(System.Logger.Level.WARNING, "a packet from rank " + source, e);
        }
        losses.refused(source, "it sent a packet that is damaged, or of another version of the library: "
            + e.getMessage());
    }

    private void take(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        switch (Envelope.kind(envelope)) {
            case Envelope.MESSAGE -> message(source, envelope, header, segment, offset, bytes);
            case Envelope.FRAGMENT -> fragment(sources.of(source), header, segment, offset, bytes);
            case Envelope.BEGIN, Envelope.RTS, Envelope.RGET ->
                begun(sources.of(source), envelope, header, segment, offset, bytes);
            case Envelope.CANCEL -> cancelAsked(sources.of(source), header);
            default -> other(source, envelope, header, segment, offset, bytes);
        }
    }

    private void other(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        KindHandler handler = others[Envelope.kind(envelope)];
        if (handler == null) {
            throw new EngineException(ErrorClass.ERR_INTERN, "kind " + Envelope.kind(envelope) + " is not known");
        }
        handler.packet(source, envelope, header, segment, offset, bytes);
    }

    private void message(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        int tag = Envelope.tag(envelope);
        checkTag(tag);
        Receive ahead = matchesAhead ? sources.of(source).takeAwaiting() : null;
        if (ahead != null) {
            ahead.fill(0, segment, offset, bytes);
            completions.complete(ahead);
            return;
        }
        Receive receive = posted.take(Envelope.context(envelope), source, tag);
        if (receive != null) {
            receive.match(source, tag, header, bytes);
            receive.fill(0, segment, offset, bytes);
            completions.complete(receive);
            return;
        }
        Source from = sources.of(source);
        Arrival arrival = from.spareArrival();
        arrival.begin(source, envelope, header, bytes, Arrival.WHOLE);
        arrival.received = bytes;
        // An empty message takes a piece as well: the sizes of the pieces limit how many messages are kept.
        memory.store(from, arrival, Math.max(bytes, 1));
        MemorySegment.copy(segment, offset, arrival.stored, 0, bytes);
        unexpected.add(arrival);
        completions.arrived();
    }

    /** In a search for messages such a tag would stand for any tag. */
    private static void checkTag(int tag) {
        if (tag == Receive.ANY) {
            throw new EngineException(ErrorClass.ERR_INTERN, "a message has tag " + tag);
        }
    }

    private void begun(Source source, long envelope, long header, MemorySegment segment, long offset, long length) {
        if (source.lost) {
            return; // the rest of the message will not come
        }
        boolean remote = Envelope.kind(envelope) == Envelope.RGET;
        if (length != (remote ? Envelope.RGET_BYTES : Envelope.BEGIN_BYTES)) {
            throw new EngineException(ErrorClass.ERR_INTERN, "it announces a message in " + length + " bytes");
        }
        long number = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + Envelope.NUMBER_AT);
        long bytes = segment.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + Envelope.BYTES_AT);
        checkTag(Envelope.tag(envelope));
        check(source, envelope, number, bytes);
        Arrival arrival = source.spareArrival();
        arrival.begin(source.rank, envelope, header, bytes, number);
        if (remote) {
            arrival.key = MemorySegment.ofArray(segment.asSlice(offset + Envelope.KEY_AT, RemoteMemory.MAXIMUM_KEY)
                .toArray(ValueLayout.JAVA_BYTE));
        }
        Receive receive = posted.take(arrival.context, source.rank, arrival.tag);
        if (receive == null) {
            source.add(arrival);
            unexpected.add(arrival);
            completions.arrived();
            return;
        }
        receive.match(source.rank, arrival.tag, header, bytes);
        arrival.receive = receive;
        if (bytes > 0) {
            source.add(arrival);
        }
        if (arrival.senderWaits) {
            answers.matched(source, arrival);
        }
        if (bytes == 0) {
            source.keep(arrival);
            completions.complete(receive);
        }
    }

    private void check(Source source, long envelope, long number, long bytes) {
        boolean unasked = Envelope.kind(envelope) == Envelope.BEGIN && bytes > MAX_UNPOSTED
            && bytes > eagerLimitOf(source);
        boolean twice = source.arriving(number) != null;
        // A sender never offers an empty message for reading.
        boolean nothing = Envelope.kind(envelope) == Envelope.RGET && bytes == 0;
        if (number < 0 || bytes < 0 || unasked || twice || nothing) {
            throw new EngineException(ErrorClass.ERR_INTERN, "it announces message " + number + " of " + bytes
                + " bytes" + (unasked ? " without asking; every rank needs the same -Dmpj.eager.limit"
                : twice ? " twice" : ""));
        }
    }

    private void fragment(Source source, long number, MemorySegment segment, long offset, long bytes) {
        Arrival arrival = source.arriving(number);
        if (!expects(arrival, bytes)) {
            refuse(source, number, bytes);
            return;
        }
        if (arrival.receive != null) {
            arrival.receive.fill(arrival.received, segment, offset, bytes);
        } else {
            if (arrival.stored == null) {
                memory.store(source, arrival, bytesBeforeMatch(source, arrival));
            }
            if (bytes > arrival.stored.byteSize() - arrival.received) {
                refuse(source, number, bytes);
                return;
            }
            MemorySegment.copy(segment, offset, arrival.stored, arrival.received, bytes);
        }
        advance(source, arrival, bytes);
    }

    /**
     * Whether more fragments of a message may come. A message that this rank reads itself, or may still read, comes in
     * none.
     */
    private static boolean expects(Arrival arrival, long bytes) {
        return arrival != null && arrival.key == null && bytes <= arrival.bytes - arrival.received;
    }

    /**
     * How many bytes of a message may arrive before it is matched. No more than this is stored, however large the
     * message is.
     */
    private long bytesBeforeMatch(Source source, Arrival arrival) {
        return arrival.senderWaits ? Math.min(arrival.bytes, eagerLimitOf(source)) : arrival.bytes;
    }

    /** The eager limit of a sender. Only the limit of a transport needs a channel. */
    private long eagerLimitOf(Source source) {
        if (!eagerLimit.isOfTransports()) {
            return eagerLimit.ofAll();
        }
        try {
            // The channel back belongs to the same transport, so its eager limit is the sender's.
            return eagerLimit.of(destinations.to(source.rank).channel);
        } catch (TransportException | EngineException e) {
            // No channel can be opened now, or the sender is lost. No transport has a higher limit than this.
            return MAX_UNPOSTED;
        }
    }

    private void advance(Source source, Arrival arrival, long bytes) {
        arrival.received += bytes;
        if (arrival.received == arrival.bytes && arrival.receive != null) {
            Receive receive = arrival.receive;
            source.remove(arrival);
            source.keep(arrival);
            completions.complete(receive);
        }
    }

    @Override
    public MemorySegment destination(int source, long envelope, long header, long bytes) {
        assert lock.isHeldByMe();
        return switch (Envelope.kind(envelope)) {
            case Envelope.MESSAGE -> destinationAhead(sources.of(source), envelope, header, bytes);
            case Envelope.FRAGMENT -> destination(sources.of(source).arriving(header), bytes);
            default -> destinationOfOther(source, envelope, header, bytes);
        };
    }

    private MemorySegment destinationOfOther(int source, long envelope, long header, long bytes) {
        KindHandler handler = others[Envelope.kind(envelope)];
        return handler == null || losses.drops(source) ? null : handler.destination(source, envelope, header, bytes);
    }

    private static MemorySegment destination(Arrival arrival, long bytes) {
        boolean expected = expects(arrival, bytes) && arrival.receive != null;
        return expected ? arrival.receive.destination(arrival.received, bytes) : null;
    }

    /**
     * Matches a message before its elements come. The next message that arrives from this source is then the matched
     * one.
     */
    private MemorySegment destinationAhead(Source source, long envelope, long header, long bytes) {
        int tag = Envelope.tag(envelope);
        boolean none = source.lost || tag == Receive.ANY;
        Receive receive = none ? null : posted.take(Envelope.context(envelope), source.rank, tag);
        if (receive == null) {
            return null;
        }
        receive.match(source.rank, tag, header, bytes);
        source.await(receive);
        matchesAhead = true;
        return receive.destination(0, bytes);
    }

    @Override
    public boolean awaits(int source, long envelope, long header) {
        assert lock.isHeldByMe();
        return switch (Envelope.kind(envelope)) {
            case Envelope.MESSAGE -> sources.of(source).isAwaited();
            case Envelope.FRAGMENT -> sources.of(source).arriving(header) != null;
            default -> !losses.drops(source) && others[Envelope.kind(envelope)].awaits(source, envelope, header);
        };
    }

    @Override
    public void arrived(int source, long envelope, long header, long bytes) {
        assert lock.isHeldByMe();
        switch (Envelope.kind(envelope)) {
            case Envelope.MESSAGE -> messageArrived(sources.of(source), bytes);
            case Envelope.FRAGMENT -> fragmentArrived(sources.of(source), header, bytes);
            default -> otherArrived(source, envelope, header, bytes);
        }
    }

    private void messageArrived(Source source, long bytes) {
        Receive receive = source.takeAwaiting();
        if (receive == null) {
            return; // the source was lost meanwhile
        }
        if (bytes != receive.matchedBytes()) {
            source.await(receive);
            refused(source.rank, new EngineException(ErrorClass.ERR_INTERN, bytes + " bytes of a message of "
                + receive.matchedBytes()));
            return;
        }
        completions.complete(receive);
    }

    private void fragmentArrived(Source source, long number, long bytes) {
        Arrival arrival = source.arriving(number);
        if (arrival != null) { // otherwise the source was lost meanwhile
            advance(source, arrival, bytes);
        }
    }

    private void otherArrived(int source, long envelope, long header, long bytes) {
        if (losses.drops(source)) {
            return;
        }
        try {
            others[Envelope.kind(envelope)].arrived(source, envelope, header, bytes);
        } catch (RuntimeException e) {
            refused(source, e);
        }
    }

    private static void refuse(Source source, long number, long bytes) {
        if (!source.lost) {
            throw new EngineException(ErrorClass.ERR_INTERN, bytes + " bytes of message " + number
                + ", which does not expect them");
        }
    }

    /** Gives an unexpected message, in memory or still on its way, to a receive. */
    void take(Arrival arrival, Receive receive) {
        assert lock.isHeldByMe();
        unexpected.take(arrival);
        deliver(arrival, receive);
    }

    /** Gives a message that a probe has matched to its receive. */
    void takeMatched(Arrival arrival, Receive receive) {
        assert lock.isHeldByMe();
        unexpected.handOut(arrival);
        if (arrival.lost != null) {
            completions.fail(receive, arrival.lost);
        } else {
            deliver(arrival, receive);
        }
    }

    private void deliver(Arrival arrival, Receive receive) {
        Source source = sources.of(arrival.source);
        receive.match(arrival.source, arrival.tag, arrival.header, arrival.bytes);
        if (arrival.stored != null) {
            receive.fill(0, arrival.stored, 0, arrival.received);
            memory.release(source, arrival);
        }
        if (arrival.received == arrival.bytes) {
            source.remove(arrival);
            completions.complete(receive);
            if (!arrival.senderWaits) {
                source.keep(arrival);
                return;
            }
        }
        arrival.receive = receive;
        if (arrival.senderWaits && !source.lost) {
            answers.matched(source, arrival);
        }
    }

    /**
     * Forgets a message if nothing has matched it. If it was matched, the sender gets no answer to this request,
     * because it gets the answer to the match.
     */
    private void cancelAsked(Source source, long number) {
        Arrival arrival = source.arriving(number);
        if (arrival != null && arrival.receive == null && !arrival.matched) {
            unexpected.remove(arrival);
            source.remove(arrival);
            if (arrival.stored != null) {
                memory.release(source, arrival);
            }
            answers.send(source, Envelope.CANCELLED, number);
        }
    }

    @Override
    public void lost(int peer, TransportException cause) {
        assert lock.isHeldByMe();
        losses.lost(peer, cause.getMessage());
    }

    @Override
    public void completed(long cookie, TransportException failure) {
        assert lock.isHeldByMe();
        accesses.completed(cookie, failure);
    }
}
