package mpj.engine.packet;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import mpj.engine.AllOf;
import mpj.engine.AnyOf;
import mpj.engine.CollectiveMessages;
import mpj.engine.Completion;
import mpj.engine.Context;
import mpj.engine.Contexts;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.EngineProperties;
import mpj.engine.ErrorClass;
import mpj.engine.ExposedMemory;
import mpj.engine.ExternalOperation;
import mpj.engine.Failure;
import mpj.engine.Inquiry;
import mpj.engine.JobAddresses;
import mpj.engine.LibraryGroup;
import mpj.engine.MatchedMessage;
import mpj.engine.Operation;
import mpj.engine.Payload;
import mpj.engine.Probed;
import mpj.engine.Receive;
import mpj.engine.RemoteAccess;
import mpj.engine.SharedRooms;
import mpj.engine.StepMessages;
import mpj.engine.SteppedOperation;
import mpj.engine.Survival;
import mpj.engine.Unreceived;
import mpj.engine.detector.Heartbeats;
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
import mpj.engine.wait.ProgressRequests;
import mpj.engine.wait.Traffic;
import mpj.engine.wait.WaitPolicy;
import mpj.engine.wait.WatchedProgress;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.transport.spi.Peer;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpj.watch.RankWatch;
import mpjbuf.layout.ElementType;

/**
 * Sends and receives the messages of one rank, in packets over transports. A rank here is the {@linkplain Peers index
 * of a peer}; for peers of the same job, the index is the rank. A communicator here is its context.
 *
 * <p>A message leaves through {@link Sending}, arrives in {@link PacketIntake}, and is received through {@link
 * Receiving}. Threads wait in {@link Progress}. A message that fits a packet goes as one packet ({@link
 * Envelope#MESSAGE}), which is written from the user's buffer straight into the channel. A longer message begins with
 * an announcement, and its elements follow in fragments. Fragments up to the eager limit leave at once, so that the
 * copies on both sides overlap. The rest of the fragments leaves when the receiver has matched the message.
 *
 * <p>Thread-safe. One lock guards everything, and a thread that waits makes progress for all threads. While one thread
 * polls, another thread can post a receive or start a short send without waiting for the lock: it hands the operation
 * to the polling thread ({@link Handoff}). A thread that waits for an operation also needs no lock to see that the
 * operation is complete ({@link EngineLock#acquireUnlessSeen}). All other calls get the lock between two polls.
 */
public final class PacketEngine extends Engine {
    /** In bytes. */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

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
    private final RemoteTransfers transfers;
    private final Survivors survival;
    private final FinalizeFence finalizeFence;
    private final Progress progress;
    private final ProgressRequests progressRequests;
    private final Completions completions = new Completions(lock);
    private final InquiryPackets inquiries = new InquiryPackets(lock);
    private final FreedCommunicators freed;
    private final Markers markers;
    private final UnexpectedMessages unexpected;
    private final StepMessages steps;
    private final ProcessEnd processEnd;
    /** Null if this rank does not find out by itself which ranks are dead. */
    private final Heartbeats heartbeats;
    private final LocalProcesses localProcesses;
    private boolean closed;

    /**
     * Opens the transports, and returns when every rank has opened its own.
     *
     * @param bootstrap knows which rank this is
     * @param choice the transports, in the order of preference
     * @param eagerLimit the size up to which messages leave before they are matched
     */
    public PacketEngine(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit) {
        this(bootstrap, choice, eagerLimit, (RankWatch) null);
    }

    /**
     * Opens the transports of a rank that may be watched.
     *
     * @param watch is told of messages and waits; null if nobody watches
     */
    public PacketEngine(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit, RankWatch watch) {
        this(bootstrap, choice, eagerLimit, LocalProcesses::policy, watch, null);
    }

    /**
     * Opens the transports of a rank that may find out by itself which ranks are dead.
     *
     * @param heartbeats its detector, which is started here, or closed if the transports cannot be opened; null if it
     *     has none
     */
    public static PacketEngine open(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit,
                                    RankWatch watch, Heartbeats heartbeats) {
        try {
            return new PacketEngine(bootstrap, choice, eagerLimit, LocalProcesses::policy, watch, heartbeats);
        } catch (RuntimeException | Error e) {
            if (heartbeats != null) {
                heartbeats.close();
            }
            throw e;
        }
    }

    PacketEngine(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit, WaitPolicy policy) {
        this(bootstrap, choice, eagerLimit, _ -> policy, null, null);
    }

    private PacketEngine(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit,
                         Function<LocalProcesses, WaitPolicy> policy, RankWatch watch, Heartbeats heartbeats) {
        WatchedParts parts = watch == null ? null : new WatchedParts(watch);
        this.bootstrap = bootstrap;
        this.rank = bootstrap.rank();
        this.lostRanks = new LostRanks(rank, watch);
        this.size = bootstrap.size();
        this.localProcesses = new LocalProcesses(bootstrap.localSize(), bootstrap.localCores(),
            bootstrap.parentPort().isPresent());
        this.heartbeats = heartbeats;
        this.transports = OpenTransports.open(bootstrap, choice, parts,
            heartbeats == null ? null : heartbeats.address());
        this.sharedObjects = transports.sharedObjects();
        destinations = new Destinations(transports, lostRanks);
        backlog = new Backlog(lock, completions);
        sending = new Sending(lock, destinations, backlog, completions, eagerLimit);
        memory = new UnexpectedMemory(destinations);
        Matching matching = parts == null
            ? new Matching(new PostedReceives(), new UnexpectedMessages(), memory, new Sources())
            : new Matching(parts.posted(), parts.unexpected(), memory, new Sources());
        unexpected = matching.unexpected();
        RemoteAccesses accesses = new RemoteAccesses(lock);
        RendezvousReads reads = new RendezvousReads(lock, destinations, backlog, accesses, completions);
        transfers = new RemoteTransfers(accesses, completions, lostRanks);
        Losses losses = new Losses(lock, matching, destinations, backlog, completions, lostRanks, transports.peers());
        Answers answers = new Answers(lock, destinations, backlog, reads, losses, System::nanoTime);
        PacketIntake intake =
            new PacketIntake(lock, matching, destinations, answers, accesses, losses, completions, eagerLimit);
        intake.handle(Envelope.CTS, sending);
        intake.handle(Envelope.FIN, sending);
        intake.handle(Envelope.CANCELLED, sending);
        intake.handle(Envelope.ASK, inquiries);
        intake.handle(Envelope.ENDED, inquiries);
        intake.handle(Envelope.DIFFERS, inquiries);
        markers = new Markers(lock, transports.peers(), destinations, backlog, lostRanks, matching.sources(),
            answers);
        intake.handle(Envelope.MARK, markers);
        intake.handle(Envelope.MARKED, markers);
        receiving = new Receiving(lock, matching, intake, lostRanks, completions);
        blockingReceives = new BlockingReceives(receiving);
        steps = new PacketSteps(destinations, sending, receiving, completions);
        Traffic traffic = new PacketTraffic(backlog, answers, accesses, losses);
        Progress.Needs needs = new Progress.Needs(lock, transports.all(), intake, traffic, completions,
            policy.apply(localProcesses));
        progress = watch == null ? new Progress(needs) : WatchedProgress.of(needs, watch);
        progressRequests = new ProgressRequests(progress);
        Agreements agreements = new Agreements(lock, rank, backlog, completions, lostRanks, losses);
        Revocations revocations = new Revocations(lock, rank, backlog, lostRanks, losses,
            transports.peers());
        intake.handle(Envelope.AGREE, agreements);
        intake.handle(Envelope.REVOKE, revocations);
        losses.setSurvivor(agreements);
        freed = new FreedCommunicators(lock, matching, progress, lostRanks, agreements, inquiries);
        survival = new Survivors(bootstrap, losses, lostRanks, agreements, revocations, progress,
            heartbeats);
        losses.setReport(survival);
        finalizeFence = new FinalizeFence(bootstrap, backlog, answers, progress);
        destinations.add(new Destination(rank, null, parts == null ? new LoopbackChannel(rank, intake)
            : parts.loopback(rank, intake)));
        processEnd = new ProcessEnd(lock, progress, transports.all());
        survival.listen(new EngineWaits(lock, matching, destinations, lostRanks, markers, progress));
        if (heartbeats != null) {
            heartbeats.start(transports::detectorOf, survival.detected(size, rank));
        }
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
        progress.acquire();
        try {
            int index = transports.meet(peer, secret, addresses);
            survival.met(index, peer);
            if (!transports.peers().isOwn(index)) {
                localProcesses.met(index, isLocal(index));
                progress.setPolicy(localProcesses.policy());
            }
            return index;
        } finally {
            progress.release();
        }
    }

    @Override
    public void awaitFirst(long job, Consumer<String> lost) {
        progress.acquire();
        try {
            survival.awaitFirst(job, lost);
        } finally {
            progress.release();
        }
    }

    @Override
    public void awaitFirstNoMore(long job) {
        progress.acquire();
        try {
            survival.awaitFirstNoMore(job);
        } finally {
            progress.release();
        }
    }

    /** Whether a process of another job is on this host. */
    private boolean isLocal(int index) {
        try {
            return transports.sharedMemory(new int[] {index}) != null;
        } catch (EngineException e) {
            return false; // its addresses cannot be had; the first message to the process says so
        }
    }

    @Override
    public void disconnected() {
        progress.acquire();
        try {
            localProcesses.clear();
            progress.setPolicy(localProcesses.policy());
        } finally {
            progress.release();
        }
    }

    @Override
    public Peer peer(int index) {
        progress.acquire();
        try {
            return transports.peer(index);
        } finally {
            progress.release();
        }
    }

    @Override
    public byte[] addresses(int index) {
        progress.acquire();
        try {
            return transports.published(index);
        } finally {
            progress.release();
        }
    }

    @Override
    public String transports() {
        return transports.describe();
    }

    /** Nothing to do: packets need only the context. */
    @Override
    public void open(Context context, int[] members) {
    }

    @Override
    public MemorySegment allocate(long bytes, Arena arena) {
        MemorySegment memory = transports.allocate(bytes, arena);
        return memory == null ? super.allocate(bytes, arena) : memory;
    }

    // ---------------------------------------------------------------------------------------- memory of other ranks

    @Override
    public ExposedMemory expose(MemorySegment memory) {
        progress.acquire();
        try {
            OpenTransports.Exposed exposed = transports.expose(memory);
            return exposed == null ? null : new ExposedRegion(progress, exposed);
        } finally {
            progress.release();
        }
    }

    @Override
    public RemoteAccess access(int rank, byte[] key) {
        return new PacketAccess(progress, destinations, transports, transfers, rank, key);
    }

    // ---------------------------------------------------------------------------------------------------- sending

    @Override
    public void send(Object buffer, ElementType type, long from, long bytes, long header, int context, int destination,
                     int tag) {
        if (!acquireToSend(buffer, bytes)) {
            complete(handOff(buffer, type, from, bytes, header, context, destination, tag, false));
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

    /**
     * Acquires the lock for a send from this buffer. If it returns false, the caller hands its send off to the thread
     * that has the lock.
     */
    private boolean acquireToSend(Object buffer, long bytes) {
        if (!progress.acquireUnlessStaying()) {
            if (Handoff.takes(buffer, bytes)) {
                return false;
            }
            progress.acquire();
        }
        if (bytes > Handoff.MOST_BYTES) {
            lock.stay();
        }
        return true;
    }

    private void complete(Send send) {
        finish(send);
        send.check();
    }

    private Send handOff(Object buffer, ElementType type, long from, long bytes, long header, int context,
                         int destination, int tag, boolean synchronous) {
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
                               int destination, int tag, boolean synchronous) {
        if (!acquireToSend(buffer, bytes)) {
            return handOff(buffer, type, from, bytes, header, context, destination, tag, synchronous);
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
    public Operation startSendBeforeMore(Object buffer, ElementType type, long from, long bytes, long header,
                                         int context, int destination, int tag) {
        if (!acquireToSend(buffer, bytes)) {
            return handOff(buffer, type, from, bytes, header, context, destination, tag, false);
        }
        boolean placed = false;
        try {
            Destination to = destinations.to(destination, context);
            placed = sending.beforeMore(to, buffer, type, from, bytes, header, context, tag);
            if (placed) {
                return to.sent;
            }
            Send send = sending.prepare(to, buffer, type, from, bytes, header, context, tag, false);
            sending.start(send, to);
            return send;
        } finally {
            if (placed) {
                progress.releaseBeforeMore();
            } else {
                progress.release();
            }
        }
    }

    @Override
    public Operation prepareSend(Object buffer, ElementType type, long from, long bytes, long header, int context,
                                 int destination, int tag, boolean synchronous) {
        progress.acquire();
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
        if (!acquireToSend(send.buffer(), send.bytes())) {
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
        progress.acquire();
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
                                       int context, int destination, int tag) {
        MemorySegment copy = memoryOf(bytes);
        Payload.write(buffer, type, from, copy, 0, bytes);
        return startSend(copy.heapBase().orElse(copy), ElementType.BYTE, 0, bytes, header, context, destination, tag,
            false);
    }

    /** Memory for the copy of a message: an array, unless the message is too long for an array. */
    private static MemorySegment memoryOf(long bytes) {
        try {
            return bytes <= LONGEST_ARRAY ? MemorySegment.ofArray(new byte[(int) bytes])
                : Arena.ofAuto().allocate(bytes);
        } catch (OutOfMemoryError e) {
            throw new EngineException(ErrorClass.ERR_NO_MEM, "the message is copied, and there is no memory for "
                + bytes + " bytes: " + e.getMessage());
        }
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

    /** Withdraws a receive and returns {@code why}. If withdrawing fails, that failure does not hide {@code why}. */
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
        progress.acquire();
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
        progress.acquire();
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

    /** Posts a receive, or hands it off. If it returns true, the lock is held, and the caller releases it. */
    private boolean post(Receive receive, Object buffer, ElementType type, int typeCode, long from, long capacity,
                         int context, int source, int tag) {
        if (!progress.acquireUnlessStaying()) {
            receive.describe(buffer, type, typeCode, from, capacity, context, source, tag);
            progress.handOff(receive);
            return false;
        }
        boolean posted = false;
        try {
            if (lostRanks.any()) {
                progress.poll(); // a message that has arrived is received, even if a loss prevents new receives
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
        progress.acquire();
        try {
            lookFor(context, source, tag);
            return receiving.probe(context, source, tag);
        } finally {
            progress.release();
        }
    }

    @Override
    public MatchedMessage matchedProbe(int context, int source, int tag) {
        progress.acquire();
        try {
            lookFor(context, source, tag);
            return receiving.match(context, source, tag);
        } finally {
            progress.release();
        }
    }

    private void lookFor(int context, int source, int tag) {
        lostRanks.checkRevoked(context);
        if (receiving.probe(context, source, tag) == null) {
            progress.poll();
            if (receiving.probe(context, source, tag) == null) {
                lostRanks.checkSource(context, source);
            }
        }
    }

    @Override
    public Probed awaitProbe(int context, int source, int tag, int[] ranks) {
        progress.acquire();
        try {
            return awaitMessage(new ProbeWait(receiving, lostRanks, context, source, tag, ranks));
        } finally {
            progress.release();
        }
    }

    @Override
    public MatchedMessage awaitMatchedProbe(int context, int source, int tag) {
        progress.acquire();
        try {
            awaitMessage(new ProbeWait(receiving, lostRanks, context, source, tag, NO_RANKS));
            return receiving.match(context, source, tag);
        } finally {
            progress.release();
        }
    }

    /**
     * Waits for a message. Other threads may take messages that this one has waited for, but when this returns, the
     * message that it returns is still there.
     */
    private Probed awaitMessage(ProbeWait wait) {
        if (lostRanks.any()) {
            progress.poll();
            lostRanks.checkRevoked(wait.context());
        }
        progress.await(wait);
        Probed probed = wait.probed();
        if (probed == null) {
            throw new EngineException(wait.failure());
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
        progress.acquire();
        try {
            inquiries.add(context, inquiry);
        } finally {
            progress.release();
        }
        return inquiry;
    }

    @Override
    public void free(Context context, Contexts contexts) {
        progress.acquire();
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
        progress.acquire();
        try {
            return transports.sharedMemory(ranks);
        } finally {
            progress.release();
        }
    }

    @Override
    public SharedRooms sharedRooms(int context, int[] members, int own, SharedMemory.Attachment memory,
                                   Inquiry inquiry) {
        return new PostedRooms(lock, memory, transports, lostRanks, progress, context, members, own,
            (Questions) inquiry);
    }

    @Override
    public void start(SteppedOperation operation) {
        progress.acquire();
        try {
            progress.add(operation);
        } finally {
            progress.release();
        }
    }

    @Override
    public StepMessages stepMessages() {
        return steps;
    }

    @Override
    public void complete(ExternalOperation operation, Failure failure) {
        progress.acquire();
        try {
            steps.complete(operation, failure);
        } finally {
            progress.release();
        }
    }

    // ----------------------------------------------------------------------------------- completing and cancelling

    @Override
    public void cancel(Operation operation) {
        progress.acquire();
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
        progress.acquire();
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

    @Override
    public void progressThread(boolean wanted) {
        if (EngineProperties.mayProgressThreadRun()) {
            progressRequests.want(wanted);
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

    /** Whether no peer needs this rank's progress for anything that is under way. */
    public boolean isQuiet() {
        return progress.isQuiet();
    }

    /** Starts an operation, with the lock held. */
    public void add(SteppedOperation operation) {
        progress.add(operation);
    }

    /** Makes progress, with the lock held. */
    public void poll() {
        progress.poll();
    }

    /** Acquires the engine's lock. */
    public void acquire() {
        progress.acquire();
    }

    /** Releases the lock. */
    public void release() {
        progress.release();
    }

    public void await(Completion completion) {
        if (lock.acquireUnlessSeen(completion)) {
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
        progress.acquire();
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
        progress.acquire();
        try {
            progress.poll();
            List<Unreceived> all = new ArrayList<>();
            unexpected.forEach(arrival -> {
                if (Context.isPointToPoint(arrival.context)) {
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
            progressRequests.end();
            progress.acquire();
            progress.endAll();
        }
    }

    /**
     * The lock stays with the thread that ended the engine. Threads that ask for it afterwards learn that the engine
     * has ended.
     */
    @Override
    public void close() {
        end();
        if (!closed) {
            closed = true;
            if (heartbeats != null) {
                heartbeats.close();
            }
            progress.close();
            processEnd.cancel();
            transports.close();
            memory.close();
            bootstrap.close();
        }
    }
}
