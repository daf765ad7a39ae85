package mpj.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import mpj.engine.packet.Peers;
import mpj.transport.spi.Peer;
import mpj.transport.spi.SharedMemory;
import mpj.transport.spi.SharedObjects;
import mpjbuf.layout.ElementType;

/**
 * The messages of one rank. Ranks here are {@linkplain Peers indices of peers}; in the own job these are the ranks.
 * Communicators are contexts. Thread-safe.
 *
 * <p>A JVM loads one of its kinds: the messages' calls are bound to it as if there were no other.
 */
public abstract class Engine implements AutoCloseable {
    private static final long LINE = 64;
    private static final long PAGE = 4096;

    /** This process's rank in the job. */
    public abstract int rank();

    /** The number of ranks in the job. */
    public abstract int size();

    /** The largest tag of a message. MPI: MPI_TAG_UB. */
    public abstract int largestTag();

    /** Who this process is to those of other jobs. */
    public abstract Peer self();

    /** What this process publishes of its transports: to its own job, and to any other job that is to meet it. */
    public abstract byte[] addresses();

    /**
     * Makes a process of another job known. From now on it is a peer like the ranks of the own job, and it may itself
     * connect to this process. In all other methods its index takes the place of a rank.
     *
     * @param peer who it is ({@link #self} there)
     * @param secret what only the two jobs know, the same in both processes
     * @param addresses of the processes of its job
     * @return its index; the same each time
     */
    public abstract int meet(Peer peer, byte[] secret, JobAddresses addresses);

    /** Which transport leads to which ranks, in one line. Asks the launcher about every rank. */
    public abstract String transports();

    /**
     * Tells of a communicator in which messages are to be sent. All its ranks call this, at about the same time.
     *
     * @param context its own
     * @param members the ranks in the job that take part: those of both groups if there are two; the same order on all
     */
    public abstract void open(Context context, int[] members);

    /**
     * Allocates memory for messages, such that peers can read it where that is possible. MPI: MPI_Alloc_mem.
     *
     * @param bytes its size, at least 0
     * @param arena what it belongs to
     * @return memory in which every byte is 0
     */
    public MemorySegment allocate(long bytes, Arena arena) {
        return arena.allocate(bytes, bytes < PAGE ? LINE : PAGE);
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
    public abstract void send(Object buffer, ElementType type, long from, long bytes, long header, int context, int tag,
                              int destination);

    /** Starts a send; the buffer may be used again when it is {@linkplain Operation#done done}. */
    public abstract Operation startSend(Object buffer, ElementType type, long from, long bytes, long header,
                                        int context, int tag, int destination, boolean synchronous);

    /**
     * Prepares a send that is {@linkplain #startPrepared started} later, as often as one likes. It is {@linkplain
     * Operation#done done} until its first start, and between its starts.
     */
    public abstract Operation prepareSend(Object buffer, ElementType type, long from, long bytes, long header,
                                          int context, int tag, int destination, boolean synchronous);

    /**
     * Starts a send that was {@linkplain #prepareSend prepared}, or starts it again.
     *
     * @throws EngineException when it is still under way, or its receiver is lost
     */
    public abstract void startPrepared(Operation send);

    /** Hands objects to a rank by reference; null if they cannot be. */
    public abstract SharedObjects sharedObjects(int destination);

    /** Takes objects that are handed to this rank by reference; null if none can be. */
    public abstract SharedObjects sharedObjects();

    /** Starts a send from a copy of the buffer, which the caller may use again at once. */
    public abstract Operation startBufferedSend(Object buffer, ElementType type, long from, long bytes, long header,
                                                int context, int tag, int destination);

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
    public abstract Receive receive(Object buffer, ElementType type, int typeCode, long from, long capacity, int
                                    context, int source, int tag);

    /**
     * Begins to receive a message that a probe has matched; see {@link #receive}.
     *
     * @throws EngineException when it was received already
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
     * @throws EngineException when there is none and the source is lost
     */
    public abstract Probed probe(int context, int source, int tag);

    /** The same message, taken out so that nobody else can receive it; or null. */
    public abstract MatchedMessage matchedProbe(int context, int source, int tag);

    /**
     * Waits for a message that a receive with these arguments would take.
     *
     * @throws EngineException when a receive would fail, because a rank is lost
     */
    public abstract Probed awaitProbe(int context, int source, int tag);

    /** Waits for the same message, and takes it out so that nobody else can receive it. */
    public abstract MatchedMessage awaitMatchedProbe(int context, int source, int tag);

    // ------------------------------------------------------------------------------------------------ collectives

    /**
     * A communicator whose blocking collectives a library carries out where it can.
     *
     * @param context the communicator's
     * @return null where there is no such library, or it does not have the communicator
     */
    public abstract LibraryGroup libraryGroup(Context context);

    /**
     * The messages of one collective operation at a time, whose ranks do not ask each other.
     *
     * @param context of its messages
     */
    public abstract CollectiveMessages collective(int context);

    /**
     * The messages of a communicator's blocking collectives.
     *
     * @param context of their messages
     * @param inquiry asks a rank that is waited for long
     */
    public abstract CollectiveMessages collective(int context, Inquiry inquiry);

    /**
     * The questions that the ranks of a communicator ask each other.
     *
     * @param context of its collectives
     * @param members the communicator's ranks in the job
     * @param calls explains the words in which ranks say what they call
     */
    public abstract Inquiry inquiry(int context, int[] members, Inquiry.Calls calls);

    /**
     * Forgets a communicator that the program has freed. What is under way in it goes on.
     *
     * @param context its own; it is released when nothing is under way in it
     * @param contexts those in use, the communicator's still among them
     */
    public abstract void free(Context context, Contexts contexts);

    /** Waits until nothing is to be received any more in a context, and no collective is under way there. */
    public abstract void awaitIdle(Context context);

    /** Memory that these ranks of the job can share with this one, or null if there is none. */
    public abstract SharedMemory sharedMemory(int[] ranks);

    /**
     * Collectives through memory that all ranks of a communicator have attached to.
     *
     * @param context of their messages
     * @param members the communicator's ranks in the job
     * @param own this process's rank among them
     * @param memory of {@link SharedRooms#bytes}, all zero at first
     * @param inquiry asks a rank that is waited for long
     */
    public abstract SharedRooms sharedRooms(int context, int[] members, int own, SharedMemory.Attachment memory, Inquiry
                                            inquiry);

    /** Starts a collective operation that goes on whenever progress is made. */
    public abstract void start(CollectiveOperation operation);

    // ----------------------------------------------------------------------------------- completing and cancelling

    /**
     * Asks for an operation to be taken back if it is not matched yet. The operation is done some time later, cancelled
     * or not.
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

    /** Makes some progress, unless another thread does so just now. */
    public void tryProgress() {
        progress();
    }

    /**
     * Whether the operation is done, and nothing it sent still waits in this process. The second half matters because
     * the program may compute for hours before it makes progress again.
     */
    public static boolean isComplete(Operation operation) {
        return operation.done() && !isPending(operation);
    }

    /** Waits until the operation is done; its {@link Operation#failure} says whether it has failed. */
    public abstract void finish(Operation operation);

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
    public abstract void finishAny(Operation[] operations);

    /** Waits until all operations are {@linkplain #isComplete complete}. Nulls are passed over. */
    public abstract void finishAll(Operation[] operations);

    /** Waits until every packet has left. */
    public abstract void flush();

    // -------------------------------------------------------------------------------------------- the end

    /** How this rank goes on when others are lost. */
    public abstract Survival survival();

    /** Waits until the ranks to which this one has sent anything have got all of it, though perhaps not received. */
    public abstract void awaitArrivals();

    /** The messages that have come, outside of collectives, and that nobody has received; in the order of arrival. */
    public abstract List<Unreceived> unreceived();

    /**
     * Waits until every rank that is left calls this, if there is a shorter way than a collective.
     *
     * @return false if there is no shorter way; then it is false on every rank
     * @throws EngineException when a rank has ended without calling it
     */
    public abstract boolean awaitAll();

    /** Ends the job. */
    public abstract void abort(int code, String message);

    /**
     * Ends the calls that other threads of this rank are in: they throw. Returns when none of these threads is in the
     * engine any more. Nothing but {@link #close} may follow.
     */
    public abstract void end();

    /** Leaves the job; every rank has ended its messages. */
    @Override
    public abstract void close();
}
