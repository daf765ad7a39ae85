package mpj.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import mpj.transport.spi.Peer;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpjbuf.layout.ElementType;

/**
 * The messages of one rank. Ranks here are indices of peers, as {@link #peer} takes them. Within this process's job
 * these are the ranks of the job. Communicators are contexts. Thread-safe.
 *
 * <p>Many methods describe a message by several numbers of the same type, without an object, so that no message makes
 * one. CONTRIBUTING.md says which order their parameters have.
 *
 * <p>A JVM loads only one kind of engine, so the compiler binds the calls to it as if there were no other.
 */
public abstract class Engine implements AutoCloseable {
    /** No ranks that take part in something, beside those that an argument names already. */
    public static final int[] NO_RANKS = {};

    private static final long LINE = 64;
    private static final long PAGE = 4096;

    /** This process's rank in the job. */
    public abstract int rank();

    /** The number of ranks in the job. */
    public abstract int size();

    /** The largest tag of a message. MPI: MPI_TAG_UB. */
    public abstract int largestTag();

    /** The peer that this process is to processes of other jobs. */
    public abstract Peer self();

    /**
     * The addresses of its transports that this process publishes to its own job, and to every other job that is to
     * meet it.
     */
    public abstract byte[] addresses();

    /**
     * Makes a process of another job known. From now on that process is a peer like the ranks of this job, and it may
     * itself connect to this process. In all other methods its index takes the place of a rank.
     *
     * @param peer the process, as its own {@link #self} names it
     * @param secret the secret that only the two jobs know, the same in both processes
     * @param addresses the addresses of the processes of its job
     * @return the index of the peer; it is the same each time
     */
    public abstract int meet(Peer peer, byte[] secret, JobAddresses addresses);

    /**
     * Asks for the news that rank 0 of another job is lost. It is given at most once, and only as long as no process of
     * that job was met.
     *
     * @param job the number of the job
     * @param lost gets the news, with the engine's lock held
     */
    public abstract void awaitFirst(long job, Consumer<String> lost);

    /** Withdraws {@link #awaitFirst}, if the news was not given yet. */
    public abstract void awaitFirstNoMore(long job);

    /** Says that no communicator with processes of other jobs is left. They may be met again. */
    public abstract void disconnected();

    /** The process that has this index, as all processes know it. */
    public abstract Peer peer(int index);

    /** Compares two peers, by their indices. Every process orders processes in this way. */
    public final int compare(int first, int second) {
        return first < size() && second < size() ? Integer.compare(first, second)
            : peer(first).compareTo(peer(second));
    }

    /**
     * The addresses that a peer has published, for processes of other jobs that are to meet it.
     *
     * @param index the peer's index
     * @throws EngineException when the addresses cannot be obtained
     */
    public abstract byte[] addresses(int index);

    /** Which transport leads to which ranks, as one line of text. This asks the launcher about every rank. */
    public abstract String transports();

    /**
     * Makes a communicator known before messages are sent in it. All its ranks call this at about the same time.
     *
     * @param context the communicator's context
     * @param members the ranks in the job that take part, including both groups if there are two; the order is the same
     *     on all of them
     */
    public abstract void open(Context context, int[] members);

    /**
     * Allocates memory for messages. Peers can read it, if that is possible at all. MPI: MPI_Alloc_mem.
     *
     * @param bytes the size, at least 0
     * @param arena the arena to which the memory belongs
     * @return memory in which every byte is 0
     */
    public MemorySegment allocate(long bytes, Arena arena) {
        return arena.allocate(bytes, bytes < PAGE ? LINE : PAGE);
    }

    // ---------------------------------------------------------------------------------------- memory of other ranks

    /**
     * Lets peers read and write memory of this rank without this rank's help.
     *
     * @param memory memory off the heap, not empty, which stays allocated until the exposed memory is closed
     * @return null if no transport can do that
     */
    public ExposedMemory expose(MemorySegment memory) {
        return null;
    }

    /**
     * The way to memory that a peer has exposed.
     *
     * @param key from {@link ExposedMemory#key} of the peer
     */
    public RemoteAccess access(int rank, byte[] key) {
        throw new UnsupportedOperationException("this engine exposes no memory");
    }

    // ---------------------------------------------------------------------------------------------------- sending

    /**
     * Sends a message and returns when the buffer may be used again.
     *
     * @param buffer a Java array of {@code type}, or a segment
     * @param type the element type; BYTE for serialized objects
     * @param from where the elements start in the buffer, in bytes
     * @param bytes how many bytes of elements there are
     * @param header the section header
     * @param context the communicator's context
     * @param destination the receiver's rank in the job
     * @param tag the tag
     */
    public abstract void send(Object buffer, ElementType type, long from, long bytes, long header, int context,
                              int destination, int tag);

    /** Starts a send; the buffer may be used again when it is {@linkplain Operation#done done}. */
    public abstract Operation startSend(Object buffer, ElementType type, long from, long bytes, long header,
                                        int context, int destination, int tag, boolean synchronous);

    /**
     * Starts a send that the receiver need not get before the next send from this rank to it, which follows soon. The
     * message may leave only together with that next one, or with the next progress. So short messages that belong
     * together cost one system call.
     */
    public Operation startSendBeforeMore(Object buffer, ElementType type, long from, long bytes, long header,
                                         int context, int destination, int tag) {
        return startSend(buffer, type, from, bytes, header, context, destination, tag, false);
    }

    /**
     * Prepares a send that is {@linkplain #startPrepared started} later, any number of times. It is {@linkplain
     * Operation#done done} until its first start, and between its starts.
     */
    public abstract Operation prepareSend(Object buffer, ElementType type, long from, long bytes, long header,
                                          int context, int destination, int tag, boolean synchronous);

    /**
     * Starts a send that was {@linkplain #prepareSend prepared}, or starts it again.
     *
     * @throws EngineException when the send is still under way, or its receiver is lost
     */
    public abstract void startPrepared(Operation send);

    /** Hands objects to a rank by reference; null if that is not possible. */
    public abstract SharedObjects sharedObjects(int destination);

    /** Takes objects that other ranks hand to this rank by reference; null if that is not possible. */
    public abstract SharedObjects sharedObjects();

    /** Starts a send from a copy of the buffer, which the caller may use again at once. */
    public abstract Operation startBufferedSend(Object buffer, ElementType type, long from, long bytes, long header,
                                                int context, int destination, int tag);

    // -------------------------------------------------------------------------------------------------- receiving

    /**
     * Receives a message and returns it complete. The result is valid until the calling thread's next blocking receive.
     *
     * @param buffer a Java array of {@code type}, or a segment; unused for {@link Receive#OBJECTS}
     * @param type the element type; BYTE for serialized objects
     * @param typeCode the type code that the message's section header must have
     * @param from where the elements go in the buffer, in bytes
     * @param capacity how many bytes the message may have; for objects, how many objects
     * @param context the communicator's context
     * @param source the sender's rank in the job, or {@link Receive#ANY}
     * @param tag the tag, or {@link Receive#ANY}
     */
    public abstract Receive receive(Object buffer, ElementType type, int typeCode, long from, long capacity, int
                                    context, int source, int tag);

    /**
     * Begins to receive a message that a probe has matched; see {@link #receive}.
     *
     * @throws EngineException when the message was received already
     */
    public abstract Receive startReceive(MatchedMessage message, Object buffer, ElementType type, int typeCode, long
                                         from, long capacity);

    /**
     * Posts the receive of an exchange; see {@link #receive}. The calling thread must {@link #finish} it before it
     * calls anything else that receives. Unlike {@link #startReceive} this allocates nothing.
     */
    public abstract Receive startExchange(Object buffer, ElementType type, int typeCode, long from, long capacity, int
                                          context, int source, int tag);

    /** Posts a receive; see {@link #receive}. */
    public abstract Receive startReceive(Object buffer, ElementType type, int typeCode, long from, long capacity, int
                                         context, int source, int tag);

    /**
     * The message that a receive with these arguments would take next, or null. Does not wait.
     *
     * @throws EngineException when there is no such message and the source is lost
     */
    public abstract Probed probe(int context, int source, int tag);

    /** The same message, taken out so that no other receive can get it; or null. */
    public abstract MatchedMessage matchedProbe(int context, int source, int tag);

    /**
     * Waits for a message that a receive with these arguments would take.
     *
     * @throws EngineException when a receive would fail, because a rank is lost
     */
    public final Probed awaitProbe(int context, int source, int tag) {
        return awaitProbe(context, source, tag, NO_RANKS);
    }

    /**
     * Waits for the same message. It belongs to something in which several ranks take part. If one of them is lost, the
     * source may give up as well, and then never sends the message.
     *
     * @param ranks the ranks in the job that take part
     * @throws EngineException when a receive would fail, or one of these ranks is lost
     */
    public abstract Probed awaitProbe(int context, int source, int tag, int[] ranks);

    /** Waits for the same message, and takes it out so that no other receive can get it. */
    public abstract MatchedMessage awaitMatchedProbe(int context, int source, int tag);

    // ------------------------------------------------------------------------------------------------ collectives

    /**
     * A communicator whose blocking collectives a library carries out if it can.
     *
     * @param context the communicator's context
     * @return null if there is no such library, or if it does not have the communicator
     */
    public abstract LibraryGroup libraryGroup(Context context);

    /**
     * The messages of one collective operation at a time. Its ranks do not ask each other what they call.
     *
     * @param context the context of its messages
     */
    public abstract CollectiveMessages collective(int context);

    /**
     * The messages of a communicator's blocking collectives.
     *
     * @param context the context of their messages
     * @param inquiry asks a rank for which this rank has waited long
     */
    public abstract CollectiveMessages collective(int context, Inquiry inquiry);

    /**
     * The questions that the ranks of a communicator ask each other.
     *
     * @param context the context of its collectives
     * @param members the communicator's ranks in the job
     * @param calls explains the words in which ranks say what they call
     */
    public abstract Inquiry inquiry(int context, int[] members, Inquiry.Calls calls);

    /**
     * Forgets a communicator that the program has freed. Operations under way in it go on.
     *
     * @param context the communicator's context, which is released when nothing is under way in it
     * @param contexts the contexts in use, still including that of the communicator
     */
    public abstract void free(Context context, Contexts contexts);

    /** Waits until no receive and no collective is under way in a context. */
    public abstract void awaitIdle(Context context);

    /** Memory that these ranks of the job can share with this one, or null if there is none. */
    public abstract SharedMemory sharedMemory(int[] ranks);

    /**
     * Collectives through memory that all ranks of a communicator have attached to.
     *
     * @param context the context of their messages
     * @param members the communicator's ranks in the job
     * @param own this process's rank among them
     * @param memory memory of {@link SharedRooms#bytes} bytes, all zero at first
     * @param inquiry asks a rank for which this rank has waited long
     */
    public abstract SharedRooms sharedRooms(int context, int[] members, int own, SharedMemory.Attachment memory, Inquiry
                                            inquiry);

    // ------------------------------------------------------------------------------------------ other operations

    /** Starts an operation that goes on whenever progress is made. */
    public abstract void start(SteppedOperation operation);

    /** Sends and receives for the steps of such operations. */
    public abstract StepMessages stepMessages();

    /**
     * Completes an operation, and wakes the threads that wait for it. Any thread may call this, except from within the
     * steps of an operation.
     *
     * @param failure why the operation fails; null if it does not
     */
    public abstract void complete(ExternalOperation operation, Failure failure);

    // ----------------------------------------------------------------------------------- completing and cancelling

    /**
     * Asks to take an operation back if it is not matched yet. The operation is done some time later, cancelled or not.
     */
    public abstract void cancel(Operation operation);

    /** Whether the operation is {@linkplain #isComplete complete}, after some progress. */
    public final boolean test(Operation operation) {
        if (isComplete(operation)) {
            return true;
        }
        tryProgress();
        return isComplete(operation);
    }

    /** Makes some progress. */
    public abstract void progress();

    /** Makes some progress, unless another thread is doing so at the moment. */
    public void tryProgress() {
        progress();
    }

    /**
     * Asks for a thread that makes progress while this rank's own threads compute, or takes one such request back. The
     * rank has the thread as long as any request has not been taken back, unless {@code mpj.progress} forbids it. A
     * rank without transports has no such thread. A rank whose messages a library carries has none if the library does
     * not take calls of several threads.
     *
     * <p>The thread carries on operations under way, so an operation that the program defines may run in it. It sleeps
     * while nothing comes, and keeps out of the way of threads that are in the engine. If it meets an exception, the
     * next call that makes progress throws that exception. {@link #end} ends it.
     *
     * @param wanted whether this asks for the thread, or takes a request back
     */
    public abstract void progressThread(boolean wanted);

    /**
     * Whether the operation is done, and nothing that it sent still waits in this process. The second condition matters
     * because the program may compute for hours before it makes progress again.
     */
    public static boolean isComplete(Operation operation) {
        return operation.done() && !isPending(operation);
    }

    /**
     * Waits until the operation is done; its {@link Operation#failure} says whether it has failed. It also returns
     * while the operation is {@linkplain Operation#interruption interrupted}, and so do the other waits.
     */
    public abstract void finish(Operation operation);

    /**
     * Whether something that the operation sent still waits in this process. This needs no lock. This thread sees the
     * packets that it has committed itself, and the packets of the thread from which it got the request. If other
     * threads commit packets meanwhile, it is those threads that have to wait for them.
     */
    private static boolean isPending(Operation operation) {
        Completion left = operation.left();
        return left != null && !left.reached();
    }

    /**
     * Waits until one of the operations is {@linkplain #isComplete complete}. Ignores nulls; at least one operation is
     * not null.
     */
    public abstract void finishAny(Operation[] operations);

    /** Waits until all operations are {@linkplain #isComplete complete}. Ignores nulls. */
    public abstract void finishAll(Operation[] operations);

    /** Waits until every packet has left. */
    public abstract void flush();

    // -------------------------------------------------------------------------------------------- the end

    /** How this rank goes on when others are lost. */
    public abstract Survival survival();

    /**
     * Waits until everything that this rank has sent has arrived at the ranks to which it was sent. They need not have
     * received it.
     */
    public abstract void awaitArrivals();

    /** The messages outside of collectives that have come and that nobody has received, in the order of arrival. */
    public abstract List<Unreceived> unreceived();

    /**
     * Waits until every rank that is left calls this, if there is a shorter way than a collective.
     *
     * @return false if there is no shorter way, in which case it is false on every rank
     * @throws EngineException when a rank has ended without calling it
     */
    public abstract boolean awaitAll();

    /** Ends the job. */
    public abstract void abort(int code, String message);

    /**
     * Ends the calls in which other threads of this rank are: these calls throw. Returns when none of these threads is
     * in the engine any more. Only {@link #close} may follow.
     */
    public abstract void end();

    /** Leaves the job, after every rank has ended its messages. */
    @Override
    public abstract void close();
}
