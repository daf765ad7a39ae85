package mpj.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpjbuf.layout.ElementType;

/**
 * Point-to-point messages of one rank: matching, the eager and rendezvous protocols, unexpected messages, cancelling.
 * Ranks here are ranks in the job; communicators are contexts.
 *
 * <p>A message that fits one packet goes as one ({@link Envelope#MESSAGE}), written from the user's buffer straight
 * into the channel. A longer one is begun with an announcement and follows in fragments: at once up to the eager limit,
 * so that the copies on both sides overlap, the rest when the receiver has matched it.
 *
 * <p>Thread-safe: one lock guards everything, and whoever waits makes progress for all.
 */
public final class Engine implements PacketHandler, AutoCloseable {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final String ADDRESS_KEY = "transport.";

    /** From so many unmatched bytes of one peer on, it is asked to announce instead of sending. */
    private static final long CONGESTED_BYTES = 4 << 20;
    /** A power of two. Threads with the same place in the table take it from each other. */
    private static final int BLOCKING_RECEIVES = 64;

    private final int rank;
    private final int size;
    private final Bootstrap bootstrap;
    private final Transport[] transports;
    private final String[] transportNames;
    private final long eagerLimit;
    private final Waiting waiting;

    private final EngineLock lock = new EngineLock();
    private final Arena arena = Arena.ofShared();
    private final Peer[] peers;
    private final List<Peer> busyPeers = new ArrayList<>();
    private final PostedReceives posted = new PostedReceives();
    private final UnexpectedMessages unexpected = new UnexpectedMessages();
    private final MessagePool pool = new MessagePool();
    private final Receive[] blockingReceives = new Receive[BLOCKING_RECEIVES];
    private long lastNumber;
    private boolean closed;

    /** Threads other than the one that makes progress may sleep; they are woken when an operation completes. */
    private int sleepers;
    private boolean completedSome;

    /**
     * Opens the transports, and returns when every rank's are open.
     *
     * @param bootstrap who this rank is
     * @param choice the transports, in the order of preference
     * @param eagerLimit messages of up to so many bytes leave before they are matched
     */
    public Engine(Bootstrap bootstrap, TransportChoice choice, long eagerLimit) {
        this.bootstrap = bootstrap;
        this.rank = bootstrap.rank();
        this.size = bootstrap.size();
        this.eagerLimit = eagerLimit;
        this.peers = new Peer[size];
        this.waiting = Waiting.forThisHost(bootstrap.localSize());
        List<TransportChoice.Opened> opened =
            choice.open(new Job(rank, size, bootstrap.localSize(), bootstrap.secret(),
                bootstrap.hostAddress()));
        this.transports = opened.stream().map(TransportChoice.Opened::transport).toArray(Transport[]::new);
        this.transportNames = opened.stream().map(TransportChoice.Opened::name).toArray(String[]::new);
        for (int i = 0; i < transports.length; i++) {
            bootstrap.put(ADDRESS_KEY + transportNames[i], transports[i].address());
        }
        bootstrap.fence();
    }

    /** This process's rank in the job. */
    public int rank() {
        return rank;
    }

    /** The number of ranks in the job. */
    public int size() {
        return size;
    }

    private Peer peer(int peerRank) {
        Peer peer = peers[peerRank];
        return peer != null ? peer : connect(peerRank);
    }

    private Peer connect(int peerRank) {
        Peer peer = null;
        if (peerRank == rank) {
            peer = new Peer(rank, null, new LoopbackChannel(rank, this, arena));
        }
        for (int i = 0; peer == null && i < transports.length; i++) {
            byte[] address = bootstrap.get(peerRank, ADDRESS_KEY + transportNames[i]);
            if (transports[i].reaches(address)) {
                peer = new Peer(peerRank, transports[i], transports[i].connect(peerRank, address));
            }
        }
        if (peer == null) {
            throw new EngineException(ErrorClass.ERR_OTHER, "rank " + peerRank + " cannot be reached with "
                + String.join(", ", transportNames) + " from rank " + rank
                + "; choose a transport for its host with -Dmpj.transport=");
        }
        peers[peerRank] = peer;
        return peer;
    }

    // ---------------------------------------------------------------------------------------------------- sending

    /**
     * Sends a message and returns when the buffer may be used again.
     *
     * @param buffer a Java array of {@code type}, or a segment
     * @param type the element type; BYTE for serialized objects
     * @param from where the elements start in the buffer, in bytes
     * @param bytes how many bytes they are
     * @param header the section header
     * @param context the communicator's
     * @param tag the tag
     * @param destination the receiver's rank in the job
     */
    public void send(Object buffer, ElementType type, long from, long bytes, long header, int context, int tag,
                     int destination) {
        lock.acquire();
        try {
            Peer peer = peer(destination);
            if (!sendAtOnce(peer, buffer, type, from, bytes, header, context, tag)) {
                Send send = sendEagerly(peer, buffer, type, from, bytes, header, context, tag);
                if (send == null) {
                    return;
                }
                await(send);
                if (send.failure() != null) {
                    throw new EngineException(send.failure().error(), send.failure().text());
                }
            }
        } finally {
            release();
        }
    }

    /** Starts a send; the buffer may be used again when it is {@linkplain Operation#done done}. */
    public Send startSend(Object buffer, ElementType type, long from, long bytes, long header, int context, int tag,
                          int destination, boolean synchronous) {
        lock.acquire();
        try {
            return start(peer(destination), buffer, type, from, bytes, header, context, tag, synchronous);
        } finally {
            release();
        }
    }

    /** Starts a send from a copy of the buffer, which the caller may use again at once. */
    public Send startBufferedSend(Object buffer, ElementType type, long from, long bytes, long header, int context,
                                  int tag, int destination) {
        byte[] copy = new byte[Math.toIntExact(bytes)];
        Payload.write(buffer, type, from, MemorySegment.ofArray(copy), 0, bytes);
        return startSend(copy, ElementType.BYTE, 0, bytes, header, context, tag, destination, false);
    }

    private boolean sendAtOnce(Peer peer, Object buffer, ElementType type, long from, long bytes, long header,
                               int context, int tag) {
        Channel channel = peer.channel;
        if (bytes > channel.maximumPayload() || !peer.idle() || channel.congested()) {
            return false;
        }
        long at = channel.reserve(bytes);
        if (at == Channel.FULL) {
            return false;
        }
        Payload.write(buffer, type, from, channel.room(), at, bytes);
        channel.commit(bytes, Envelope.pack(Envelope.MESSAGE, context, tag), header);
        return true;
    }

    /**
     * Sends a message that does not fit one packet but need not wait for its match, in the common case without making
     * an object for it.
     *
     * @return null, or the send to wait for when something is in the way
     */
    private Send sendEagerly(Peer peer, Object buffer, ElementType type, long from, long bytes, long header,
                             int context, int tag) {
        Channel channel = peer.channel;
        if (bytes <= channel.maximumPayload() || bytes > eagerLimit || !peer.idle() || channel.congested()) {
            return start(peer, buffer, type, from, bytes, header, context, tag, false);
        }
        long at = channel.reserve(Envelope.BEGIN_BYTES);
        if (at == Channel.FULL) {
            return start(peer, buffer, type, from, bytes, header, context, tag, false);
        }
        long number = ++lastNumber;
        commitBegin(channel, at, Envelope.BEGIN, number, bytes, context, tag, header);
        long fragment = channel.fragment(bytes);
        long sent = 0;
        while (sent < bytes) {
            long part = Math.min(bytes - sent, fragment);
            at = channel.reserve(part);
            if (at == Channel.FULL || !written(buffer, type, from + sent, channel, at, part)) {
                Send rest = new Send(number, peer, buffer, type, from, bytes, header, context, tag);
                rest.begun = true;
                rest.sent = sent;
                enqueue(rest);
                return rest;
            }
            channel.commit(part, Envelope.FRAGMENT, number);
            sent += part;
        }
        return null;
    }

    /** False when the program has taken its buffer away meanwhile: {@link Send#write} then ends the message. */
    private static boolean written(Object buffer, ElementType type, long from, Channel channel, long at, long bytes) {
        try {
            Payload.write(buffer, type, from, channel.room(), at, bytes);
            return true;
        } catch (IllegalStateException | WrongThreadException e) {
            return false;
        }
    }

    private static void commitBegin(Channel channel, long at, int kind, long number, long bytes, int context, int tag,
                                    long header) {
        channel.room().set(LONG, at + Envelope.NUMBER_AT, number);
        channel.room().set(LONG, at + Envelope.BYTES_AT, bytes);
        channel.commit(Envelope.BEGIN_BYTES, Envelope.pack(kind, context, tag), header);
    }

    private Send start(Peer peer, Object buffer, ElementType type, long from, long bytes, long header, int context,
                       int tag, boolean synchronous) {
        Send send = new Send(++lastNumber, peer, buffer, type, from, bytes, header, context, tag);
        send.synchronous = synchronous;
        enqueue(send);
        push(peer);
        return send;
    }

    private void enqueue(Send send) {
        Peer peer = send.peer;
        if (peer.idle()) {
            busyPeers.add(peer);
        }
        peer.queue.addLast(send);
        send.queued = true;
    }

    private void withdraw(Send send) {
        Peer peer = send.peer;
        if (send.queued) {
            send.queued = false;
            peer.queue.remove(send);
            if (peer.idle()) {
                busyPeers.remove(peer);
            }
        }
    }

    /** Pushes what the channel takes; true if anything moved. */
    private boolean push(Peer peer) {
        boolean any = false;
        while (!peer.controls.isEmpty()) {
            Control control = peer.controls.peekFirst();
            if (!sendControl(peer, control.kind(), control.number())) {
                return any;
            }
            peer.controls.removeFirst();
            any = true;
        }
        while (!peer.queue.isEmpty()) {
            Send send = peer.queue.peekFirst();
            boolean begun = send.begun;
            long sent = send.sent;
            if (!push(send)) {
                return any || send.begun != begun || send.sent != sent;
            }
            any = true;
            peer.queue.removeFirst();
            send.queued = false;
            if (send.finished()) {
                completed(send);
            } else {
                peer.awaiting.put(send.number, send);
            }
        }
        if (peer.idle()) {
            busyPeers.remove(peer);
        }
        return any;
    }

    /** Sends as much as may leave now; false if the channel is full before that. */
    private boolean push(Send send) {
        Channel channel = send.peer.channel;
        if (!send.begun && !begin(send, channel)) {
            return false;
        }
        long allowed = !send.waitsForMatch || send.matched ? send.bytes : Math.min(send.bytes, eagerLimit);
        if (send.waitsForMatch && !send.matched && channel.congested()) {
            allowed = send.sent;
        }
        long fragment = channel.fragment(send.bytes);
        while (send.sent < allowed) {
            long bytes = Math.min(allowed - send.sent, fragment);
            long at = channel.reserve(bytes);
            if (at == Channel.FULL) {
                return false;
            }
            send.write(channel.room(), at, bytes);
            channel.commit(bytes, Envelope.FRAGMENT, send.number);
            send.sent += bytes;
        }
        return true;
    }

    private boolean begin(Send send, Channel channel) {
        boolean congested = channel.congested();
        boolean whole = send.bytes <= channel.maximumPayload() && !send.synchronous && !congested;
        long at = channel.reserve(whole ? send.bytes : Envelope.BEGIN_BYTES);
        if (at == Channel.FULL) {
            return false;
        }
        send.begun = true;
        if (whole) {
            send.write(channel.room(), at, send.bytes);
            send.sent = send.bytes;
            channel.commit(send.bytes, Envelope.pack(Envelope.MESSAGE, send.context, send.tag), send.header);
            return true;
        }
        send.waitsForMatch = send.synchronous || congested || send.bytes > eagerLimit;
        if (send.waitsForMatch) {
            // Before the commit: over the loopback the answer comes during it.
            send.peer.awaiting.put(send.number, send);
        }
        commitBegin(channel, at, send.waitsForMatch ? Envelope.BEGIN_AND_WAIT : Envelope.BEGIN, send.number, send.bytes,
            send.context, send.tag, send.header);
        return true;
    }

    private void control(Peer peer, int kind, long number) {
        if (!peer.controls.isEmpty() || !sendControl(peer, kind, number)) {
            if (peer.idle()) {
                busyPeers.add(peer);
            }
            peer.controls.addLast(new Control(kind, number));
        }
    }

    private static boolean sendControl(Peer peer, int kind, long number) {
        if (peer.channel.reserve(0) == Channel.FULL) {
            return false;
        }
        peer.channel.commit(0, kind, number);
        return true;
    }

    // -------------------------------------------------------------------------------------------------- receiving

    /**
     * Receives a message and returns it complete. The result is valid until the calling thread's next
     * blocking receive.
     *
     * @param buffer a Java array of {@code type}, or a segment; unused for {@link Receive#OBJECTS}
     * @param type the element type; BYTE for serialized objects
     * @param typeCode what the message's section header must say
     * @param from where the elements go in the buffer, in bytes
     * @param capacity how many bytes there is room for; for objects, how many objects
     * @param context the communicator's
     * @param source the sender's rank in the job, or {@link Receive#ANY}
     * @param tag the tag, or {@link Receive#ANY}
     */
    public Receive receive(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                           int source, int tag) {
        Receive receive = blockingReceive();
        lock.acquire();
        try {
            post(receive, buffer, type, typeCode, from, capacity, context, source, tag);
            await(receive);
            return receive;
        } catch (RuntimeException e) {
            abandon(receive);
            throw e;
        } finally {
            release();
        }
    }

    /**
     * Posts the receive of an exchange, which the calling thread goes on to {@link #finish} before it calls anything
     * else that receives; see {@link #receive}. Unlike {@link #startReceive} it allocates nothing.
     */
    public Receive startExchange(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                                 int source, int tag) {
        Receive receive = blockingReceive();
        lock.acquire();
        try {
            post(receive, buffer, type, typeCode, from, capacity, context, source, tag);
            return receive;
        } finally {
            release();
        }
    }

    /** The receive of a thread's blocking calls: it has one at a time, so that none need be allocated for each. */
    private Receive blockingReceive() {
        Thread thread = Thread.currentThread();
        int place = (int) thread.threadId() & BLOCKING_RECEIVES - 1;
        Receive receive = blockingReceives[place];
        if (receive == null || receive.owner != thread) {
            receive = new Receive(thread);
            blockingReceives[place] = receive;
        }
        return receive;
    }

    /** Forgets a blocking receive whose wait failed: it must not take a message later, nor be used again. */
    private void abandon(Receive receive) {
        if (receive.posted) {
            posted.remove(receive);
        }
        blockingReceives[(int) receive.owner.threadId() & BLOCKING_RECEIVES - 1] = null;
    }

    /** Posts a receive; see {@link #receive}. */
    public Receive startReceive(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                                int source, int tag) {
        lock.acquire();
        try {
            Receive receive = new Receive(null);
            post(receive, buffer, type, typeCode, from, capacity, context, source, tag);
            return receive;
        } finally {
            release();
        }
    }

    private void post(Receive receive, Object buffer, ElementType type, int typeCode, long from, long capacity,
                      int context, int source, int tag) {
        receive.reset();
        receive.buffer = buffer;
        receive.type = type;
        receive.typeCode = typeCode;
        receive.from = from;
        receive.capacity = capacity;
        receive.context = context;
        receive.source = source;
        receive.tag = tag;
        if (!unexpected.isEmpty()) {
            Arrival arrival = unexpected.find(context, source, tag);
            if (arrival != null) {
                takeUnexpected(receive, arrival);
                return;
            }
        }
        posted.add(receive);
    }

    private void takeUnexpected(Receive receive, Arrival arrival) {
        unexpected.remove(arrival);
        Peer peer = peer(arrival.source);
        receive.match(arrival.source, arrival.tag, arrival.header, arrival.bytes);
        if (arrival.stored != null) {
            receive.fill(0, arrival.stored, 0, arrival.received);
            release(peer, arrival);
        }
        if (arrival.senderWaits) {
            control(peer, Envelope.MATCHED, arrival.number);
        }
        if (arrival.received == arrival.bytes) {
            finish(peer, arrival);
            completed(receive);
        } else {
            arrival.receive = receive;
        }
    }

    private void release(Peer peer, Arrival arrival) {
        peer.unexpectedBytes -= arrival.stored.byteSize();
        pool.give(arrival.stored);
        arrival.stored = null;
        if (peer.congested && peer.unexpectedBytes < CONGESTED_BYTES / 2) {
            peer.congested = false;
            peer.transport.congested(peer.rank, false);
        }
    }

    private void store(Peer peer, Arrival arrival, long bytes) {
        arrival.stored = pool.take(bytes);
        peer.unexpectedBytes += arrival.stored.byteSize();
        if (!peer.congested && peer.unexpectedBytes > CONGESTED_BYTES && peer.transport != null) {
            peer.congested = true;
            peer.transport.congested(peer.rank, true);
        }
    }

    /** The message a receive with these would take next, or null. Does not wait. */
    public Probed probe(int context, int source, int tag) {
        lock.acquire();
        try {
            Arrival arrival = unexpected.find(context, source, tag);
            if (arrival == null) {
                progress();
                arrival = unexpected.find(context, source, tag);
            }
            return arrival == null ? null : probed(arrival);
        } finally {
            release();
        }
    }

    /** Waits for a message that a receive with these would take. */
    public Probed awaitProbe(int context, int source, int tag) {
        lock.acquire();
        try {
            await(() -> unexpected.find(context, source, tag) != null);
            return probed(unexpected.find(context, source, tag));
        } finally {
            release();
        }
    }

    private static Probed probed(Arrival arrival) {
        return new Probed(arrival.source, arrival.tag, arrival.header, arrival.bytes);
    }

    // --------------------------------------------------------------------------------------------------- arriving

    @Override
    public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        switch (Envelope.kind(envelope)) {
            case Envelope.MESSAGE -> message(source, envelope, header, segment, offset, bytes);
            case Envelope.FRAGMENT -> fragment(peer(source), header, segment, offset, bytes);
            case Envelope.BEGIN, Envelope.BEGIN_AND_WAIT -> begun(source, envelope, header,
                segment.get(LONG, offset + Envelope.NUMBER_AT), segment.get(LONG, offset + Envelope.BYTES_AT));
            case Envelope.MATCHED -> matched(peer(source), header);
            case Envelope.CANCEL -> cancelAsked(peer(source), header);
            case Envelope.CANCELLED -> cancelGranted(peer(source), header);
            default -> throw new EngineException(ErrorClass.ERR_INTERN, "rank " + source + " sent a packet of kind "
                + Envelope.kind(envelope) + ", which this version does not know");
        }
    }

    @Override
    public void lost(int peer, TransportException cause) {
        throw new EngineException(ErrorClass.ERR_OTHER, "rank " + peer + " is lost: " + cause.getMessage());
    }

    private void message(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        int tag = Envelope.tag(envelope);
        Receive receive = posted.take(Envelope.context(envelope), source, tag);
        if (receive != null) {
            receive.match(source, tag, header, bytes);
            receive.fill(0, segment, offset, bytes);
            completed(receive);
            return;
        }
        Arrival arrival = new Arrival();
        arrival.begin(source, envelope, header, bytes, Arrival.WHOLE);
        arrival.received = bytes;
        // An empty message takes its piece too: what is kept is bounded by the pieces' sizes.
        store(peer(source), arrival, Math.max(bytes, 1));
        MemorySegment.copy(segment, offset, arrival.stored, 0, bytes);
        unexpected.add(arrival);
        completedSome = true;
    }

    private void begun(int source, long envelope, long header, long number, long bytes) {
        Peer peer = peer(source);
        Arrival arrival = peer.spareArrival();
        arrival.begin(source, envelope, header, bytes, number);
        Receive receive = posted.take(arrival.context, source, arrival.tag);
        if (receive == null) {
            unexpected.add(arrival);
            completedSome = true;
        } else {
            receive.match(source, arrival.tag, header, bytes);
            if (arrival.senderWaits) {
                control(peer, Envelope.MATCHED, number);
            }
            if (bytes == 0) {
                completed(receive);
                return;
            }
            arrival.receive = receive;
        }
        if (bytes > 0 || receive == null) {
            if (peer.latest != null) {
                peer.arriving.put(peer.latest.number, peer.latest);
            }
            peer.latest = arrival;
        }
    }

    private void fragment(Peer peer, long number, MemorySegment segment, long offset, long bytes) {
        Arrival arrival = peer.arriving(number);
        if (arrival == null || bytes > arrival.bytes - arrival.received) {
            throw new EngineException(ErrorClass.ERR_INTERN, "rank " + peer.rank + " sent " + bytes
                + " bytes of message " + number + ", which does not expect them");
        }
        if (arrival.receive != null) {
            arrival.receive.fill(arrival.received, segment, offset, bytes);
        } else {
            if (arrival.stored == null) {
                // What a sender may send before the match, and no more: a large message is not stored.
                store(peer, arrival, arrival.senderWaits ? Math.min(arrival.bytes, eagerLimit) : arrival.bytes);
            }
            MemorySegment.copy(segment, offset, arrival.stored, arrival.received, bytes);
        }
        arrival.received += bytes;
        if (arrival.received == arrival.bytes && arrival.receive != null) {
            Receive receive = arrival.receive;
            finish(peer, arrival);
            peer.keep(arrival);
            completed(receive);
        }
    }

    private static void finish(Peer peer, Arrival arrival) {
        if (peer.latest == arrival) {
            peer.latest = null;
        } else if (arrival.number != Arrival.WHOLE) {
            peer.arriving.remove(arrival.number);
        }
    }

    private void matched(Peer peer, long number) {
        Send send = peer.awaiting.remove(number);
        if (send == null) {
            return; // it is still being pushed, and looks at the flag by itself
        }
        send.matched = true;
        if (send.finished()) {
            completed(send);
        } else if (send.sent < send.bytes && !send.queued) {
            enqueue(send);
        }
    }

    // ------------------------------------------------------------------------------------------------- cancelling

    /** Takes an operation back if it is not matched yet. It is done some time later, cancelled or not. */
    public void cancel(Operation operation) {
        lock.acquire();
        try {
            if (operation.done()) {
                return;
            }
            switch (operation) {
                case Receive receive -> {
                    if (receive.posted) {
                        posted.remove(receive);
                        receive.cancel();
                        completedSome = true;
                    }
                }
                case Send send -> {
                    if (!send.begun) {
                        withdraw(send);
                        send.cancel();
                        completedSome = true;
                    } else if (send.waitsForMatch && !send.matched) {
                        // No fragment may follow the request: the receiver forgets the message.
                        withdraw(send);
                        control(send.peer, Envelope.CANCEL, send.number);
                    }
                }
            }
        } finally {
            release();
        }
    }

    private void cancelAsked(Peer peer, long number) {
        Arrival arrival = peer.arriving(number);
        if (arrival != null && arrival.receive == null) {
            unexpected.remove(arrival);
            finish(peer, arrival);
            if (arrival.stored != null) {
                release(peer, arrival);
            }
            control(peer, Envelope.CANCELLED, number);
        }
    }

    private void cancelGranted(Peer peer, long number) {
        Send send = peer.awaiting.remove(number);
        if (send != null) {
            send.cancel();
            completedSome = true;
        }
    }

    // ------------------------------------------------------------------------------------------- progress, waiting

    private void completed(Operation operation) {
        operation.complete();
        completedSome = true;
    }

    /** Whether the operation is done, after some progress. */
    public boolean test(Operation operation) {
        if (operation.done()) {
            return true;
        }
        lock.acquire();
        try {
            progress();
        } finally {
            release();
        }
        return operation.done();
    }

    /** Waits until the operation is done. */
    public void finish(Operation operation) {
        if (operation.done()) {
            return;
        }
        lock.acquire();
        try {
            await(operation);
        } finally {
            release();
        }
    }

    /** Waits until one of the operations is done; nulls are passed over, and at least one is not null. */
    public void finishAny(Operation[] operations) {
        lock.acquire();
        try {
            await(() -> {
                for (Operation operation : operations) {
                    if (operation != null && operation.done()) {
                        return true;
                    }
                }
                return false;
            });
        } finally {
            release();
        }
    }

    private boolean progress() {
        boolean any = false;
        for (Transport transport : transports) {
            any |= transport.progress(this);
        }
        if (!busyPeers.isEmpty()) {
            any |= pushBusyPeers();
        }
        if (sleepers > 0 && completedSome) {
            wakeSleepers();
        }
        return any;
    }

    private boolean pushBusyPeers() {
        boolean any = false;
        for (int i = busyPeers.size() - 1; i >= 0; i--) {
            any |= push(busyPeers.get(i));
        }
        return any;
    }

    /** Releases the lock; what was completed for others under it, they hear of. */
    private void release() {
        if (sleepers > 0 && completedSome) {
            wakeSleepers();
        }
        lock.release();
    }

    private void wakeSleepers() {
        completedSome = false;
        for (Transport transport : transports) {
            transport.wake();
        }
    }

    /** Waits with the lock held, which others get meanwhile. */
    private void await(Completion completion) {
        int idle = 0;
        while (!completion.reached()) {
            if (progress()) {
                idle = 0;
            } else if (lock.contended()) {
                lock.yield();
            } else if (idle < waiting.spins()) {
                if (idle++ > waiting.eagerSpins()) {
                    Thread.onSpinWait();
                }
            } else {
                rest(idle++ < waiting.spins() + waiting.yields());
            }
        }
    }

    private void rest(boolean briefly) {
        if (briefly || transports.length == 0) {
            lock.release();
            Thread.yield();
            lock.acquire();
            return;
        }
        sleepers++;
        transports[0].prepareToSleep();
        release();
        transports[0].sleep(busyPeers.isEmpty() ? Waiting.LONGEST_SLEEP : Waiting.LONGEST_SLEEP_WITH_MORE_TO_SEND);
        lock.acquire();
        sleepers--;
    }

    /** Waits until every packet has left. */
    public void flush() {
        lock.acquire();
        try {
            await(busyPeers::isEmpty);
        } finally {
            release();
        }
    }

    /** Ends the job. */
    public void abort(int code, String message) {
        bootstrap.abort(code, message);
    }

    /** Returns when every rank calls it. */
    public void fence() {
        bootstrap.fence();
    }

    @Override
    public void close() {
        lock.acquire();
        try {
            if (!closed) {
                closed = true;
                for (Transport transport : transports) {
                    transport.close();
                }
                pool.close();
                arena.close();
                bootstrap.close();
            }
        } finally {
            release();
        }
    }
}
