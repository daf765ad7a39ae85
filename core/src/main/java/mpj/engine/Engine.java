package mpj.engine;

import java.lang.foreign.MemorySegment;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.transport.spi.Peer;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpjbuf.layout.ElementType;

/**
 * The point-to-point messages of one rank. Package {@code mpi} calls this. Ranks here are {@linkplain Peers indices of
 * peers}; in the own job these are the ranks. Communicators are contexts.
 *
 * <p>A message leaves through {@link Sending}, arrives in {@link Arrivals}, and is received through {@link Receiving}.
 * A thread that waits does so in {@link Progress}. A message that fits a packet goes as one packet ({@link
 * Envelope#MESSAGE}), which is written from the user's buffer straight into the channel. A longer message begins with
 * an announcement and follows in fragments. Fragments up to the eager limit leave at once, so that the copies on both
 * sides overlap. The rest leaves when the receiver has matched the message.
 *
 * <p>Thread-safe: one lock guards everything, and a thread that waits makes progress for all.
 */
public final class Engine implements AutoCloseable {
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
    private final Survival survival;
    private final FinalizeFence finalizeFence;
    private final Progress progress;
    private final Completions completions = new Completions(lock);
    private final InquiryPackets inquiries = new InquiryPackets(lock);
    private final FreedCommunicators freed;
    private boolean closed;

    /**
     * Opens the transports, and returns when every rank's are open.
     *
     * @param bootstrap who this rank is
     * @param choice the transports, in the order of preference
     * @param eagerLimit up to which size messages leave before they are matched
     */
    public Engine(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit) {
        this(bootstrap, choice, eagerLimit, Waiting.forThisHost(bootstrap.localSize()));
    }

    Engine(Bootstrap bootstrap, TransportChoice choice, EagerLimit eagerLimit, Waiting waiting) {
        this.bootstrap = bootstrap;
        this.rank = bootstrap.rank();
        this.lostRanks = new LostRanks(rank);
        this.size = bootstrap.size();
        this.transports = OpenTransports.open(bootstrap, choice);
        this.sharedObjects = transports.sharedObjects();
        destinations = new Destinations(transports, lostRanks);
        backlog = new Backlog(lock, completions);
        sending = new Sending(lock, destinations, backlog, completions, eagerLimit);
        memory = new UnexpectedMemory(destinations);
        Matching matching =
            new Matching(new PostedReceives(), new UnexpectedMessages(), memory, new Sources());
        RendezvousReads reads = new RendezvousReads(lock, destinations, backlog, completions);
        Losses losses = new Losses(lock, matching, destinations, sending, backlog, reads, completions, lostRanks,
            transports.peers());
        Arrivals arrivals =
            new Arrivals(lock, matching, destinations, backlog, reads, losses, completions, eagerLimit);
        arrivals.handle(Envelope.CTS, sending);
        arrivals.handle(Envelope.FIN, sending);
        arrivals.handle(Envelope.CANCELLED, sending);
        arrivals.handle(Envelope.ASK, inquiries);
        arrivals.handle(Envelope.ENDED, inquiries);
        arrivals.handle(Envelope.DIFFERS, inquiries);
        receiving = new Receiving(lock, matching, arrivals, lostRanks, completions);
        blockingReceives = new BlockingReceives(receiving);
        progress = new Progress(lock, transports.all(), arrivals, backlog, reads, losses, completions, waiting);
        freed = new FreedCommunicators(lock, matching, progress, lostRanks, inquiries);
        survival = new Survival(bootstrap, lock, losses, lostRanks, progress);
        finalizeFence = new FinalizeFence(bootstrap, lock, backlog, progress);
        destinations.add(new Destination(rank, null, new LoopbackChannel(rank, arrivals)));
        survival.listen();
    }

    /** This process's rank in the job. */
    public int rank() {
        return rank;
    }

    /** The number of ranks in the job. */
    public int size() {
        return size;
    }

    /** Who this process is to those of other jobs. */
    public Peer self() {
        return transports.self();
    }

    /** What this process publishes of its transports: to its own job, and to any other job that is to meet it. */
    public byte[] addresses() {
        return transports.ownAddresses();
    }

    /**
     * Makes a process of another job known. From now on it is a peer like the ranks of the own job, and it may itself
     * connect to this process. In all other methods its index takes the place of a rank.
     *
     * @param peer who it is ({@link #self} there)
     * @param secret what only the two jobs know, the same in both processes
     * @param addresses of the processes of its job
     * @return its index; the same each time
     */
    public int meet(Peer peer, byte[] secret, JobAddresses addresses) {
        lock.acquire();
        try {
            return transports.meet(peer, secret, addresses);
        } finally {
            progress.release();
        }
    }

    /** Which transport leads to which ranks, in one line. Asks the launcher about every rank. */
    public String transports() {
        return transports.describe();
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
            Destination to = to(destination, context);
            if (!sending.inPlace(to, buffer, from, bytes, header, context, tag)
                && !sending.atOnce(to, buffer, type, from, bytes, header, context, tag)) {
                Send send = sending.eagerly(to, buffer, type, from, bytes, header, context, tag);
                if (send != null) {
                    progress.await(send);
                    send.check();
                    sending.keep(send);
                }
            }
            progress.drain(to);
        } finally {
            progress.release();
        }
    }

    private Destination to(int destination, int context) {
        if (lostRanks.any()) {
            lostRanks.checkCollective(context);
        }
        return destinations.to(destination);
    }

    /** Starts a send; the buffer may be used again when it is {@linkplain Operation#done done}. */
    public Send startSend(Object buffer, ElementType type, long from, long bytes, long header, int context, int tag,
                          int destination, boolean synchronous) {
        lock.acquire();
        try {
            Destination to = to(destination, context);
            Send send = sending.prepare(to, buffer, type, from, bytes, header, context, tag, synchronous);
            sending.start(send, to);
            return send;
        } finally {
            progress.release();
        }
    }

    /**
     * Prepares a send that is {@linkplain #start started} later, as often as one likes. It is {@linkplain
     * Operation#done done} until its first start, and between its starts.
     */
    public Send prepareSend(Object buffer, ElementType type, long from, long bytes, long header, int context, int tag,
                            int destination, boolean synchronous) {
        lock.acquire();
        try {
            return sending.prepare(destinations.to(destination), buffer, type, from, bytes, header, context, tag,
                synchronous);
        } finally {
            progress.release();
        }
    }

    /**
     * Starts a send that was {@linkplain #prepareSend prepared}, or starts it again.
     *
     * @throws EngineException when it is still under way, or its receiver is lost
     */
    public void start(Send send) {
        lock.acquire();
        try {
            sending.start(send, to(send.peer(), send.context()));
        } finally {
            progress.release();
        }
    }

    /**
     * Notes that a part of a send {@linkplain Send#inParts in parts} is ready. It leaves when those before it have
     * left.
     *
     * @param send started, and not complete
     * @param part its number, from 0 on; each becomes ready once for a start
     */
    public void ready(Send send, int part) {
        lock.acquire();
        try {
            sending.ready(send, part);
        } finally {
            progress.release();
        }
    }

    /** Hands objects to a rank by reference; null if they cannot be. */
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

    /** Takes objects that are handed to this rank by reference; null if none can be. */
    public SharedObjects sharedObjects() {
        return sharedObjects;
    }

    /** Starts a send from a copy of the buffer, which the caller may use again at once. */
    public Send startBufferedSend(Object buffer, ElementType type, long from, long bytes, long header, int context,
                                  int tag, int destination) {
        byte[] copy = new byte[Math.toIntExact(bytes)];
        Payload.write(buffer, type, from, MemorySegment.ofArray(copy), 0, bytes);
        return startSend(copy, ElementType.BYTE, 0, bytes, header, context, tag, destination, false);
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
     * @param capacity how many bytes it may have; for objects, how many objects
     * @param context the communicator's
     * @param source the sender's rank in the job, or {@link Receive#ANY}
     * @param tag the tag, or {@link Receive#ANY}
     */
    public Receive receive(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                           int source, int tag) {
        Receive receive = blockingReceives.mine();
        lock.acquire();
        try {
            post(receive, buffer, type, typeCode, from, capacity, context, source, tag);
            progress.await(receive);
            return receive;
        } catch (RuntimeException e) {
            receiving.withdraw(receive);
            blockingReceives.forget(receive);
            throw e;
        } finally {
            progress.release();
        }
    }

    /**
     * Begins to receive a message that a probe has matched; see {@link #receive}.
     *
     * @throws EngineException when it was received already
     */
    public Receive startReceive(MatchedMessage message, Object buffer, ElementType type, int typeCode, long from,
                                long capacity) {
        lock.acquire();
        try {
            Receive receive = new Receive(receiving, null);
            receiving.receive(message, receive, buffer, type, typeCode, from, capacity);
            return receive;
        } finally {
            progress.release();
        }
    }

    /**
     * Posts the receive of an exchange; see {@link #receive}. The calling thread must {@link #finish} it before it
     * calls anything else that receives. Unlike {@link #startReceive} this allocates nothing.
     */
    public Receive startExchange(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                                 int source, int tag) {
        Receive receive = blockingReceives.mine();
        lock.acquire();
        try {
            post(receive, buffer, type, typeCode, from, capacity, context, source, tag);
            return receive;
        } finally {
            progress.release();
        }
    }

    /** Posts a receive; see {@link #receive}. */
    public Receive startReceive(Object buffer, ElementType type, int typeCode, long from, long capacity, int context,
                                int source, int tag) {
        lock.acquire();
        try {
            Receive receive = new Receive(receiving, null);
            post(receive, buffer, type, typeCode, from, capacity, context, source, tag);
            return receive;
        } finally {
            progress.release();
        }
    }

    private void post(Receive receive, Object buffer, ElementType type, int typeCode, long from, long capacity,
                      int context, int source, int tag) {
        if (lostRanks.any()) {
            progress.poll(); // a message that has arrived is received, even if the receive could else not be posted
        }
        receiving.post(receive, buffer, type, typeCode, from, capacity, context, source, tag);
    }

    /**
     * The message that a receive with these arguments would take next, or null. Does not wait.
     *
     * @throws EngineException when there is none and the source is lost
     */
    public Probed probe(int context, int source, int tag) {
        lock.acquire();
        try {
            lookFor(context, source, tag);
            return receiving.probe(context, source, tag);
        } finally {
            progress.release();
        }
    }

    /** The same message, taken out so that nobody else can receive it; or null. */
    public MatchedMessage matchedProbe(int context, int source, int tag) {
        lock.acquire();
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

    /**
     * Waits for a message that a receive with these arguments would take.
     *
     * @throws EngineException when a receive would fail, because a rank is lost
     */
    public Probed awaitProbe(int context, int source, int tag) {
        lock.acquire();
        try {
            return awaitMessage(context, source, tag);
        } finally {
            progress.release();
        }
    }

    /** Waits for the same message, and takes it out so that nobody else can receive it. */
    public MatchedMessage awaitMatchedProbe(int context, int source, int tag) {
        lock.acquire();
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
        progress.await(() -> receiving.probe(context, source, tag) != null
            || lostRanks.preventing(context, source) != null);
        Probed probed = receiving.probe(context, source, tag);
        if (probed == null) {
            throw new EngineException(lostRanks.preventing(context, source));
        }
        return probed;
    }

    // ------------------------------------------------------------------------------------------------ collectives

    /**
     * The messages of one collective operation at a time, whose ranks do not ask each other.
     *
     * @param context of its messages
     */
    public CollectiveMessages collective(int context) {
        return collective(context, null);
    }

    /**
     * The messages of a communicator's blocking collectives.
     *
     * @param context of their messages
     * @param inquiry asks a rank that is waited for long
     */
    public CollectiveMessages collective(int context, Inquiry inquiry) {
        return new CollectiveMessages(lock, destinations, sending, receiving, lostRanks, progress, context, inquiry);
    }

    /**
     * The questions that the ranks of a communicator ask each other.
     *
     * @param context of its collectives
     * @param members the communicator's ranks in the job
     * @param calls explains the words in which ranks say what they call
     */
    public Inquiry inquiry(int context, int[] members, Inquiry.Calls calls) {
        Inquiry inquiry = new Inquiry(lock, destinations, completions, context, members, calls);
        lock.acquire();
        try {
            inquiries.add(context, inquiry);
        } finally {
            progress.release();
        }
        return inquiry;
    }

    /**
     * Forgets a communicator that the program has freed. What is under way in it goes on.
     *
     * @param context of its messages; it is released when nothing is under way in it
     * @param collectiveContext of the messages of its collective operations
     * @param contexts those in use, the communicator's still among them
     */
    public void free(int context, int collectiveContext, Contexts contexts) {
        lock.acquire();
        try {
            freed.free(context, collectiveContext, contexts);
        } finally {
            progress.release();
        }
    }

    /** Waits until nothing is to be received any more in these contexts, and no collective is under way there. */
    public void awaitIdle(int context, int collectiveContext) {
        await(() -> freed.isIdle(context, collectiveContext));
    }

    /** Memory that these ranks of the job can share with this one, or null if there is none. */
    public SharedMemory sharedMemory(int[] ranks) {
        lock.acquire();
        try {
            return transports.sharedMemory(ranks);
        } finally {
            progress.release();
        }
    }

    /**
     * Collectives through memory that all ranks of a communicator have attached to.
     *
     * @param context of their messages
     * @param members the communicator's ranks in the job
     * @param own this process's rank among them
     * @param memory of {@link SharedRooms#bytes}, all zero at first
     * @param inquiry asks a rank that is waited for long
     */
    public SharedRooms sharedRooms(int context, int[] members, int own, SharedMemory.Attachment memory,
                                   Inquiry inquiry) {
        return new SharedRooms(lock, memory, destinations, lostRanks, progress, context, members, own, inquiry);
    }

    /** Starts a collective operation that goes on whenever progress is made. */
    public void start(CollectiveOperation operation) {
        lock.acquire();
        try {
            progress.add(operation);
        } finally {
            progress.release();
        }
    }

    // ----------------------------------------------------------------------------------- completing and cancelling

    /**
     * Asks for an operation to be taken back if it is not matched yet. The operation is done some time later, cancelled
     * or not.
     */
    public void cancel(Operation operation) {
        lock.acquire();
        try {
            if (!operation.done()) {
                operation.takeBack();
            }
        } finally {
            progress.release();
        }
    }

    /** Whether the operation is {@linkplain #isComplete complete}, after some progress. */
    public boolean test(Operation operation) {
        if (isComplete(operation)) {
            return true;
        }
        progress();
        return isComplete(operation);
    }

    /** Makes some progress, and does not wait. */
    public void progress() {
        lock.acquire();
        try {
            progress.poll();
        } finally {
            progress.release();
        }
    }

    /**
     * Whether the operation is done, and nothing it sent still waits in this process. The second half matters because
     * the program may compute for hours before it makes progress again.
     */
    public static boolean isComplete(Operation operation) {
        return operation.done() && !isPending(operation);
    }

    /** Waits until the operation is done; its {@link Operation#failure} says whether it has failed. */
    public void finish(Operation operation) {
        if (isComplete(operation)) {
            return;
        }
        lock.acquire();
        try {
            progress.await(operation);
            Completion left = operation.left();
            if (left != null && !left.reached()) {
                progress.await(left);
            }
        } finally {
            progress.release();
        }
    }

    /**
     * Whether something that the operation sent still waits in this process. This needs no lock. This thread sees what
     * it has committed itself, and what was committed by the thread that it got the request from. Packets that other
     * threads commit meanwhile are for those threads to wait for.
     */
    private static boolean isPending(Operation operation) {
        Completion left = operation.left();
        return left != null && !left.reached();
    }

    /**
     * Waits until one of the operations is {@linkplain #isComplete complete}. Nulls are passed over; at least one
     * operation is not null.
     */
    public void finishAny(Operation[] operations) {
        await(() -> {
            for (Operation operation : operations) {
                if (operation != null && isComplete(operation)) {
                    return true;
                }
            }
            return false;
        });
    }

    /** Waits until every packet has left. */
    public void flush() {
        await(backlog::isEmpty);
    }

    private void await(Completion completion) {
        lock.acquire();
        try {
            progress.await(completion);
        } finally {
            progress.release();
        }
    }

    // -------------------------------------------------------------------------------------------- the end

    /** How this rank goes on when others are lost. */
    public Survival survival() {
        return survival;
    }

    /**
     * Waits until every rank that is left calls this, if there is a shorter way than a collective.
     *
     * @return false if there is no shorter way; then it is false on every rank
     * @throws EngineException when a rank has ended without calling it
     */
    public boolean awaitAll() {
        if (!finalizeFence.isPossible()) {
            return false;
        }
        finalizeFence.awaitAll();
        return true;
    }

    /** Ends the job. */
    public void abort(int code, String message) {
        bootstrap.abort(code, message);
    }

    @Override
    public void close() {
        lock.acquire();
        try {
            if (!closed) {
                closed = true;
                progress.close();
                transports.close();
                memory.close();
                bootstrap.close();
            }
        } finally {
            lock.release();
        }
    }
}
