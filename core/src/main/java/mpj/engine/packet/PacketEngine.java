package mpj.engine.packet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import mpj.engine.AllOf;
import mpj.engine.AnyOf;
import mpj.engine.CollectiveMessages;
import mpj.engine.CollectiveOperation;
import mpj.engine.Completion;
import mpj.engine.Context;
import mpj.engine.Contexts;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.Inquiry;
import mpj.engine.JobAddresses;
import mpj.engine.LibraryGroup;
import mpj.engine.MatchedMessage;
import mpj.engine.Operation;
import mpj.engine.Payload;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpj.engine.SharedRooms;
import mpj.engine.Survival;
import mpj.engine.Unreceived;
import mpj.engine.match.Envelope;
import mpj.engine.match.Matching;
import mpj.engine.match.PostedReceives;
import mpj.engine.match.Sources;
import mpj.engine.match.UnexpectedMemory;
import mpj.engine.match.UnexpectedMessages;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Handoff;
import mpj.engine.wait.Progress;
import mpj.engine.wait.Traffic;
import mpj.engine.wait.Waiting;
import mpj.engine.wait.WatchedProgress;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.transport.spi.Peer;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpj.watch.RankWatch;
import mpjbuf.layout.ElementType;

/**
 * The messages of one rank, in packets over transports. Ranks here are {@linkplain Peers indices of peers}; in the own
 * job these are the ranks. Communicators are contexts.
 *
 * <p>A message leaves through {@link Sending}, arrives in {@link Arrivals}, and is received through {@link Receiving}.
 * A thread that waits does so in {@link Progress}. A message that fits a packet goes as one packet ({@link
 * Envelope#MESSAGE}), which is written from the user's buffer straight into the channel. A longer message begins with
 * an announcement and follows in fragments. Fragments up to the eager limit leave at once, so that the copies on both
 * sides overlap. The rest leaves when the receiver has matched the message.
 *
 * <p>Thread-safe. One lock guards everything, and a thread that waits makes progress for all. No thread waits for a
 * polling thread to post a receive or to start a short send: that thread does so for it ({@link Handoff}). Nor does any
 * to learn that an operation is done ({@link EngineLock#acquireUnless}). Other calls get the lock between two polls.
 */
public final class PacketEngine extends Engine {
    private final int rank;
    private final int size;
    private final Bootstrap bootstrap;
    private final OpenTransports transports;
    private final SharedObjects sharedObjects;
    private final EngineLock lock = new EngineLock();
    private final BlockingReceives blockingReceives;
    private final LostRanks lostRanks;
    private final UnexpectedMemory memory;
    private final Destinations destinations;
    private final Sending sending;
    private final Receiving receiving;
    private final Backlog backlog;
    private final Survivors survival;
    private final FinalizeFence finalizeFence;
    private final Progress progress;
    private final Completions completions = new Completions(lock);
    private final InquiryPackets inquiries = new InquiryPackets(lock);
    private final FreedCommunicators freed;
    private final Markers markers;
    private final UnexpectedMessages unexpected;
    private final ProcessEnd processEnd;
    private boolean closed;

    /**
     * Opens the transports, and returns when every rank's are open.
     *
     * @param bootstrap who this rank is
     * @param choice the transports, in the order of preference
     * @param eagerLimit up to which size messages leave before they are matched
     */
    public PacketEngine(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit) {
        this(bootstrap, choice, eagerLimit, (RankWatch) null);
    }

    /**
     * The same, but watched.
     *
     * @param watch is told of messages and waits; or null
     */
    public PacketEngine(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit, RankWatch watch) {
        this(bootstrap, choice, eagerLimit, Waiting.forThisHost(bootstrap.localSize()), watch);
    }

    PacketEngine(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit, Waiting waiting) {
        this(bootstrap, choice, eagerLimit, waiting, null);
    }

    private PacketEngine(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit, Waiting waiting,
                         RankWatch watch) {
        WatchedParts parts = watch == null ? null : new WatchedParts(watch);
        this.bootstrap = bootstrap;
        this.rank = bootstrap.rank();
        this.lostRanks = new LostRanks(rank, watch);
        this.size = bootstrap.size();
        this.transports = OpenTransports.open(bootstrap, choice, parts);
        this.sharedObjects = transports.sharedObjects();
        destinations = new Destinations(transports, lostRanks);
        backlog = new Backlog(lock, completions);
        sending = new Sending(lock, destinations, backlog, completions, eagerLimit);
        memory = new UnexpectedMemory(destinations);
        Matching matching = parts == null
            ? new Matching(new PostedReceives(), new UnexpectedMessages(), memory, new Sources())
            : new Matching(parts.posted(), parts.unexpected(), memory, new Sources());
        unexpected = matching.unexpected();
        RendezvousReads reads = new RendezvousReads(lock, destinations, backlog, completions);
        Losses losses = new Losses(lock, matching, destinations, backlog, reads, completions, lostRanks,
            transports.peers());
        Arrivals arrivals =
            new Arrivals(lock, matching, destinations, backlog, reads, losses, completions, eagerLimit);
        arrivals.handle(Envelope.CTS, sending);
        arrivals.handle(Envelope.FIN, sending);
        arrivals.handle(Envelope.CANCELLED, sending);
        arrivals.handle(Envelope.ASK, inquiries);
        arrivals.handle(Envelope.ENDED, inquiries);
        arrivals.handle(Envelope.DIFFERS, inquiries);
        markers = new Markers(lock, destinations, backlog, lostRanks, losses);
        arrivals.handle(Envelope.MARK, markers);
        arrivals.handle(Envelope.MARKED, markers);
        receiving = new Receiving(lock, matching, arrivals, lostRanks, completions);
        blockingReceives = new BlockingReceives(receiving);
        Traffic traffic = new PacketTraffic(backlog, reads, losses);
        progress = watch == null ? new Progress(lock, transports.all(), arrivals, traffic, completions, waiting)
            : WatchedProgress.of(lock, transports.all(), arrivals, traffic, completions, waiting, watch);
        freed = new FreedCommunicators(lock, matching, progress, lostRanks, inquiries);
        survival = new Survivors(bootstrap, lock, losses, lostRanks, progress);
        finalizeFence = new FinalizeFence(bootstrap, lock, backlog, progress);
        destinations.add(new Destination(rank, null, parts == null ? new LoopbackChannel(rank, arrivals)
            : parts.loopback(rank, arrivals)));
        processEnd = new ProcessEnd(lock, progress, transports.all());
        survival.listen(new EngineWaits(lock, matching, destinations, lostRanks, markers, progress));
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int largestTag() {
        return Integer.MAX_VALUE;
    }

    @Override
    public Peer self() {
        return transports.self();
    }

    @Override
    public byte[] addresses() {
        return transports.ownAddresses();
    }

    @Override
    public int meet(Peer peer, byte[] secret, JobAddresses addresses) {
        lock.acquire();
        try {
            return transports.meet(peer, secret, addresses);
        } finally {
            progress.release();
        }
    }

    @Override
    public String transports() {
        return transports.describe();
    }

    /** Packets need no more than the context. */
    @Override
    public void open(Context context, int[] members) {
    }

    @Override
    public MemorySegment allocate(long bytes, Arena arena) {
        MemorySegment memory = transports.allocate(bytes, arena);
        return memory == null ? super.allocate(bytes, arena) : memory;
    }

    // ---------------------------------------------------------------------------------------------------- sending

    @Override
    public void send(Object buffer, ElementType type, long from, long bytes, long header, int context, int tag,
                     int destination) {
        if (!enter(buffer, bytes)) {
            complete(handOff(buffer, type, from, bytes, header, context, tag, destination, false));
            return;
        }
        try {
            Destination to = destinations.to(destination, context);
            if (!sending.inPlace(to, buffer, from, bytes, header, context, tag)
                && !sending.atOnce(to, buffer, type, from, bytes, header, context, tag)) {
                Send send = sending.eagerly(to, buffer, type, from, bytes, header, context, tag);
                if (send != null) {
                    progress.await(send);
                    send.check();
                    sending.keep(send);
                }
            }
            to.drain(progress);
        } finally {
            progress.release();
        }
    }

    /** Gets the lock, or returns false: what is to be started is handed off to the thread that has it. */
    private boolean enter() {
        if (lock.enter()) {
            startHandedOff();
            return true;
        }
        return false;
    }

    /** The same for a message out of a buffer. */
    private boolean enter(Object buffer, long bytes) {
        if (!enter()) {
            if (Handoff.takes(buffer, bytes)) {
                return false;
            }
            acquire();
        }
        if (bytes > Handoff.MOST_BYTES) {
            lock.stay();
        }
        return true;
    }

    /** Gets the lock. This is for calls that need it themselves; a thread that polls lets them in between two polls. */
    private void acquire() {
        lock.acquire();
        startHandedOff();
    }

    /** What this thread has handed off comes before what it does now. */
    private void startHandedOff() {
        try {
            progress.startHandedOff();
        } catch (RuntimeException e) {
            progress.release();
            throw e;
        }
    }

    private void complete(Send send) {
        finish(send);
        send.check();
    }

    private Send handOff(Object buffer, ElementType type, long from, long bytes, long header, int context, int tag,
                         int destination, boolean synchronous) {
        Send send = sending.describe(buffer, type, from, bytes, header, context, tag);
        send.synchronous(synchronous);
        handOff(send, destination);
        return send;
    }

    private void handOff(Send send, int destination) {
        send.handOff(destination);
        progress.handOff(send);
    }

    @Override
    public Operation startSend(Object buffer, ElementType type, long from, long bytes, long header, int context,
                               int tag, int destination, boolean synchronous) {
        if (!enter(buffer, bytes)) {
            return handOff(buffer, type, from, bytes, header, context, tag, destination, synchronous);
        }
        try {
            Destination to = destinations.to(destination, context);
            if (!synchronous && sending.atOnce(to, buffer, type, from, bytes, header, context, tag)) {
                return to.sent;
            }
            Send send = sending.prepare(to, buffer, type, from, bytes, header, context, tag, synchronous);
            sending.start(send, to);
            return send;
        } finally {
            progress.release();
        }
    }

    @Override
    public Operation prepareSend(Object buffer, ElementType type, long from, long bytes, long header, int context,
                                 int tag, int destination, boolean synchronous) {
        lock.acquire();
        try {
            return sending.prepare(destinations.to(destination), buffer, type, from, bytes, header, context, tag,
                synchronous);
        } finally {
            progress.release();
        }
    }

    @Override
    public void startPrepared(Operation prepared) {
        Send send = (Send) prepared;
        if (!enter(send.buffer(), send.bytes())) {
            if (!send.done()) {
                throw Sending.underWay();
            }
            handOff(send, send.peer());
            return;
        }
        try {
            sending.start(send, destinations.to(send.peer(), send.context()));
        } finally {
            progress.release();
        }
    }

    @Override
    public SharedObjects sharedObjects(int destination) {
        if (sharedObjects == null) {
            return null;
        }
        lock.acquire();
        try {
            return destinations.to(destination).sharedObjects();
        } finally {
            progress.release();
        }
    }

    @Override
    public SharedObjects sharedObjects() {
        return sharedObjects;
    }

    @Override
    public Operation startBufferedSend(Object buffer, ElementType type, long from, long bytes, long header,
                                       int context, int tag, int destination) {
        byte[] copy = new byte[Math.toIntExact(bytes)];
        Payload.write(buffer, type, from, MemorySegment.ofArray(copy), 0, bytes);
        return startSend(copy, ElementType.BYTE, 0, bytes, header, context, tag, destination, false);
    }

    // -------------------------------------------------------------------------------------------------- receiving

    @Override
    public Receive receive(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                           int source, int tag) {
        Receive receive = blockingReceives.mine();
        try {
            if (post(receive, buffer, type, typeCode, from, capacity, context, source, tag)) {
                progress.awaitAndRelease(receive);
            } else {
                await(receive);
            }
            return receive;
        } catch (RuntimeException e) {
            throw withdrawn(receive, e);
        }
    }

    /** Withdraws a receive; returns why. A failure of withdrawing does not hide that. */
    private RuntimeException withdrawn(Receive receive, RuntimeException why) {
        try {
            withdraw(receive);
        } catch (RuntimeException e) {
            if (e != why && !lock.hasEnded()) {
                why.addSuppressed(e);
            }
        }
        return why;
    }

    private void withdraw(Receive receive) {
        acquire();
        try {
            receiving.withdraw(receive);
            blockingReceives.forget(receive);
        } finally {
            progress.release();
        }
    }

    @Override
    public Receive startReceive(MatchedMessage message, Object buffer, ElementType type, int typeCode, long from,
                                long capacity) {
        acquire();
        try {
            Receive receive = new Receive(receiving, null);
            receiving.receive(message, receive, buffer, type, typeCode, from, capacity);
            return receive;
        } finally {
            progress.release();
        }
    }

    @Override
    public Receive startExchange(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                                 int source, int tag) {
        return posted(blockingReceives.mine(), buffer, type, typeCode, from, capacity, context, source, tag);
    }

    @Override
    public Receive startReceive(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                                int source, int tag) {
        return posted(new Receive(receiving, null), buffer, type, typeCode, from, capacity, context, source, tag);
    }

    private Receive posted(Receive receive, Object buffer, ElementType type, int typeCode, long from, long capacity,
                           int context, int source, int tag) {
        if (post(receive, buffer, type, typeCode, from, capacity, context, source, tag)) {
            progress.release();
        }
        return receive;
    }

    /** Posts a receive, or hands it off. Returns whether the lock is held, which the caller then releases. */
    private boolean post(Receive receive, Object buffer, ElementType type, int typeCode, long from, long capacity,
                         int context, int source, int tag) {
        if (!enter()) {
            receive.describe(buffer, type, typeCode, from, capacity, context, source, tag);
            progress.handOff(receive);
            return false;
        }
        boolean posted = false;
        try {
            if (lostRanks.any()) {
                progress.poll(); // what has arrived is received, even if the receive could else not be posted
            }
            receiving.post(receive, buffer, type, typeCode, from, capacity, context, source, tag);
            posted = true;
        } finally {
            if (!posted) {
                progress.release();
            }
        }
        return true;
    }

    @Override
    public Probed probe(int context, int source, int tag) {
        acquire();
        try {
            lookFor(context, source, tag);
            return receiving.probe(context, source, tag);
        } finally {
            progress.release();
        }
    }

    @Override
    public MatchedMessage matchedProbe(int context, int source, int tag) {
        acquire();
        try {
            lookFor(context, source, tag);
            return receiving.match(context, source, tag);
        } finally {
            progress.release();
        }
    }

    private void lookFor(int context, int source, int tag) {
        if (receiving.probe(context, source, tag) == null) {
            progress.poll();
            if (source != Receive.ANY && receiving.probe(context, source, tag) == null) {
                lostRanks.check(source);
            }
        }
    }

    @Override
    public Probed awaitProbe(int context, int source, int tag) {
        acquire();
        try {
            return awaitMessage(context, source, tag);
        } finally {
            progress.release();
        }
    }

    @Override
    public MatchedMessage awaitMatchedProbe(int context, int source, int tag) {
        acquire();
        try {
            awaitMessage(context, source, tag);
            return receiving.match(context, source, tag);
        } finally {
            progress.release();
        }
    }

    /** Others may have taken the first messages that came. When this returns, nobody has taken this one. */
    private Probed awaitMessage(int context, int source, int tag) {
        if (lostRanks.any()) {
            progress.poll();
        }
        progress.await(new ProbeWait(receiving, lostRanks, context, source, tag));
        Probed probed = receiving.probe(context, source, tag);
        if (probed == null) {
            throw new EngineException(lostRanks.preventing(context, source));
        }
        return probed;
    }

    // ------------------------------------------------------------------------------------------------ collectives

    @Override
    public LibraryGroup libraryGroup(Context context) {
        return null;
    }

    @Override
    public CollectiveMessages collective(int context) {
        return collective(context, null);
    }

    @Override
    public CollectiveMessages collective(int context, Inquiry inquiry) {
        return new CollectivePackets(lock, destinations, sending, receiving, lostRanks, progress, context,
            (Questions) inquiry);
    }

    @Override
    public Questions inquiry(int context, int[] members, Inquiry.Calls calls) {
        Questions inquiry = new Questions(lock, destinations, completions, context, members, calls);
        lock.acquire();
        try {
            inquiries.add(context, inquiry);
        } finally {
            progress.release();
        }
        return inquiry;
    }

    @Override
    public void free(Context context, Contexts contexts) {
        acquire();
        try {
            freed.free(context, contexts);
        } finally {
            progress.release();
        }
    }

    @Override
    public void awaitIdle(Context context) {
        await(() -> freed.isIdle(context));
    }

    @Override
    public SharedMemory sharedMemory(int[] ranks) {
        lock.acquire();
        try {
            return transports.sharedMemory(ranks);
        } finally {
            progress.release();
        }
    }

    @Override
    public SharedRooms sharedRooms(int context, int[] members, int own, SharedMemory.Attachment memory,
                                   Inquiry inquiry) {
        return new PostedRooms(lock, memory, destinations, lostRanks, progress, context, members, own,
            (Questions) inquiry);
    }

    @Override
    public void start(CollectiveOperation operation) {
        lock.acquire();
        try {
            progress.add(operation);
        } finally {
            progress.release();
        }
    }

    // ----------------------------------------------------------------------------------- completing and cancelling

    @Override
    public void cancel(Operation operation) {
        acquire();
        try {
            if (!operation.done()) {
                operation.takeBack();
            }
        } finally {
            progress.release();
        }
    }

    @Override
    public void progress() {
        lock.acquire();
        pollAndRelease();
    }

    @Override
    public void tryProgress() {
        if (lock.tryAcquire()) {
            pollAndRelease();
        } else {
            lock.checkOpen();
            EngineLock.lookAgainSoon();
        }
    }

    private void pollAndRelease() {
        try {
            progress.poll();
        } finally {
            progress.release();
        }
    }

    @Override
    public void finish(Operation operation) {
        if (!operation.done()) {
            await(operation);
        }
        Completion left = operation.left();
        if (left != null && !left.reached()) {
            await(left);
        }
    }

    @Override
    public void finishAny(Operation[] operations) {
        await(new AnyOf(operations));
    }

    @Override
    public void finishAll(Operation[] operations) {
        AllOf all = new AllOf(operations);
        if (!all.reached()) {
            await(all);
        }
    }

    @Override
    public void flush() {
        await(backlog::isEmpty);
    }

    public EngineLock lock() {
        return lock;
    }

    public Completions completions() {
        return completions;
    }

    /** Whether nothing is under way that the peers need this rank's progress for. */
    public boolean isQuiet() {
        return progress.isQuiet();
    }

    /** Starts an operation, with the lock held. */
    public void add(CollectiveOperation operation) {
        progress.add(operation);
    }

    /** Makes progress, with the lock held. */
    public void poll() {
        progress.poll();
    }

    /** Gives the lock back. */
    public void release() {
        progress.release();
    }

    public void await(Completion completion) {
        if (lock.acquireUnless(completion)) {
            progress.awaitAndRelease(completion);
        }
    }

    // -------------------------------------------------------------------------------------------- the end

    @Override
    public Survival survival() {
        return survival;
    }

    @Override
    public void awaitArrivals() {
        acquire();
        try {
            progress.await(backlog::isEmpty);
            long moment = System.nanoTime();
            progress.await(() -> markers.unanswered(moment).isEmpty());
        } finally {
            progress.release();
        }
    }

    @Override
    public List<Unreceived> unreceived() {
        acquire();
        try {
            progress.poll();
            List<Unreceived> all = new ArrayList<>();
            unexpected.forEach(arrival -> {
                if (!lostRanks.isCollective(arrival.context)) {
                    all.add(new Unreceived(arrival.context,
                        new Probed(arrival.source, arrival.tag, arrival.header, arrival.bytes)));
                }
            });
            return all;
        } finally {
            progress.release();
        }
    }

    @Override
    public boolean awaitAll() {
        if (!finalizeFence.isPossible()) {
            return false;
        }
        finalizeFence.awaitAll();
        return true;
    }

    @Override
    public void abort(int code, String message) {
        bootstrap.abort(code, message);
    }

    @Override
    public void end() {
        if (!lock.hasEnded()) {
            acquire();
            progress.endAll();
        }
    }

    /** The lock stays with the thread that ended the engine. Whoever asks for it afterwards is told of the end. */
    @Override
    public void close() {
        end();
        if (!closed) {
            closed = true;
            progress.close();
            processEnd.cancel();
            transports.close();
            memory.close();
            bootstrap.close();
        }
    }
}
