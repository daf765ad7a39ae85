package mpj.core.collective;

import java.util.function.Supplier;
import mpj.collectives.Collective;
import mpj.collectives.Schedule;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.InPlace;
import mpj.core.op.OpDescriptor;
import mpj.engine.Operation;

/**
 * One call of a collective: the arguments that the program passes, and all that is derived from them. The methods that
 * are named after collectives only write down the arguments. Then {@link #run}, {@link #start} or {@link #keep} does
 * everything else, in this order: check the arguments and bind the buffers, take a tag, begin to compare with other
 * ranks' calls, find the schedule, carry it out. Every class that has a part in this reads the call from here.
 *
 * <p>All blocking calls of a communicator use the same instance, so that they make no object. A non-blocking call has
 * an instance of its own. A persistent call keeps its instance from {@code _init} on.
 */
public sealed class CollectiveCall permits WatchedCall {
    /** How a collective is called. */
    enum Form { BLOCKING, NONBLOCKING, PERSISTENT }

    private final Form form;
    private final CallCarrier carrier;

    // The program's arguments.
    private Collective collective;
    private final DescribedBuffer sent = new DescribedBuffer();
    private final DescribedBuffer received = new DescribedBuffer();
    private OpDescriptor op;
    private int root;

    // Set when the buffers are bound.
    private TypeDescriptor type;
    private long bytes;
    private boolean blocksSent;
    private boolean blocksReceived;
    private int givenRoot;
    private boolean between;
    private Region like;

    // What carries the call out.
    private int tag;
    private long word;
    private Schedule schedule;

    CollectiveCall(Form form, CallCarrier carrier) {
        this.form = form;
        this.carrier = carrier;
    }

    // ------------------------------------------------------------------------------------------- what is called

    // The build writes one method for each collective of collectives.table (class Core in core/src/generator), such as:
    //
    //     public CollectiveCall gatherv(Object sendbuf, int sendoffset, int sendcount, TypeDescriptor sendtype,
    //                                   Object recvbuf, int recvoffset, int[] recvcount, int[] displs,
    //                                   TypeDescriptor recvtype, int root) {
    //         sent.equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype);
    //         received.varying("recvbuf", recvbuf, recvoffset, recvcount, displs, recvtype);
    //         return of(Collective.GATHERV, null, root);
    //     }

    //@collectives

    private CollectiveCall of(Collective called, OpDescriptor with, int from) {
        if (collective != called) {
            collective = called;
        }
        if (op != with) {
            op = with;
        }
        root = from;
        return this;
    }

    /** With one buffer: the root receives into it, with its own block in place; the others send it. */
    public CollectiveCall gather(Object buf, int offset, int count, TypeDescriptor datatype, int to) {
        return carrier.isRoot(to) ? gather(InPlace.ABSENT, 0, 0, null, buf, offset, count, datatype, to)
            : gather(buf, offset, count, datatype, InPlace.ABSENT, 0, 0, null, to);
    }

    /** With one buffer: the root sends it, and its own block stays there; the others receive into it. */
    public CollectiveCall scatter(Object buf, int offset, int count, TypeDescriptor datatype, int from) {
        return carrier.isRoot(from) ? scatter(buf, offset, count, datatype, InPlace.ABSENT, 0, 0, null, from)
            : scatter(InPlace.ABSENT, 0, 0, null, buf, offset, count, datatype, from);
    }

    /** With one buffer: the root has its operands and the results in it; the others send it. */
    public CollectiveCall reduce(Object buf, int offset, int count, TypeDescriptor datatype, OpDescriptor with,
                                 int to) {
        return carrier.isRoot(to) ? reduce(InPlace.ABSENT, 0, buf, offset, count, datatype, with, to)
            : reduce(buf, offset, InPlace.ABSENT, 0, count, datatype, with, to);
    }

    // ------------------------------------------------------------------------------------------- what is done

    /** Makes a blocking call: returns when this rank's part is done. */
    public void run() {
        try {
            if (carrier.runByLibrary(this)) {
                return;
            }
            prepare();
            exchange();
        } catch (RuntimeException e) {
            throw carrier.raise(e);
        }
    }

    /** Starts a non-blocking call. */
    public Operation start() {
        try {
            prepare();
            return carrier.launch();
        } catch (RuntimeException e) {
            throw carrier.raise(e);
        }
    }

    /**
     * Prepares a persistent call. All its starts have one tag, so the ranks may start several such calls in any order.
     * A call that is refused also takes a tag, so that the tags stay the same as on other ranks.
     *
     * @return a supplier that starts the call, any number of times
     */
    public Supplier<Operation> keep() {
        tag = carrier.persistentTag(collective);
        carrier.makePersistent();
        try {
            prepare();
        } catch (RuntimeException e) {
            throw carrier.raise(e);
        }
        return carrier::launchAgain;
    }

    /** At the start, copies the data to send, if they have to be copied. */
    void pack(CallBuffers buffers) {
        buffers.takeOver();
    }

    /** At the end, puts the received data where the program wants them, if they were not received there. */
    void unpack(CallBuffers buffers) {
        buffers.unpack();
    }

    /** Carries out the prepared blocking call. */
    void exchange() {
        carrier.run();
    }

    /** Called when a call that does not block has been carried out to its end, with the engine's lock held. */
    void exchanged() {
    }

    void prepare() {
        try {
            carrier.bind(this);
            if (form != Form.PERSISTENT) {
                tag = carrier.nextTag(collective);
            }
            word = carrier.word(this);
            carrier.compare(this);
            if (schedule == null) {
                schedule = carrier.schedule(this);
            }
            carrier.prepare(this);
        } catch (RuntimeException e) {
            carrier.clear();
            throw e;
        } finally {
            forget();
        }
    }

    /** Prepares a call that this library makes itself. It is not checked, and its schedule and its tag are given. */
    CallCarrier prepareAs(Schedule given, int ownTag) {
        carrier.bindOwn(this);
        schedule = given;
        tag = ownTag;
        word = carrier.word(this);
        carrier.prepare(this);
        forget();
        return carrier;
    }

    /** Lets go of the program's arrays: the call no longer needs them. */
    void forget() {
        sent.clear();
        received.clear();
    }

    /**
     * Sets the elements to which the buffers are bound, and undoes what the other setters have set for the call before.
     *
     * @param ofType the type of the elements
     * @param ofBytes the size of this rank's part, or of each block; for objects, their number
     * @param region the region with the kind of elements that the collective's own memory has to hold, or null
     */
    void setElements(TypeDescriptor ofType, long ofBytes, Region region) {
        if (type != ofType) {
            type = ofType;
        }
        if (like != region) {
            like = region;
        }
        bytes = ofBytes;
        blocksSent = false;
        blocksReceived = false;
        givenRoot = root;
        schedule = null;
        between = false;
    }

    /** Sets that a block for each rank is sent. */
    void setBlocksSent() {
        blocksSent = true;
    }

    /** Sets that a block from each rank is received. */
    void setBlocksReceived() {
        blocksReceived = true;
    }

    /** Sets the root's place among all ranks that take part, if the program passes another number as the root. */
    void setRoot(int place) {
        givenRoot = place;
    }

    /** Sets that the call is between two groups. */
    void setBetweenGroups() {
        between = true;
    }

    /** Sets the schedule, if there is only one to choose from. */
    void setSchedule(Schedule only) {
        schedule = only;
    }

    // ------------------------------------------------------------------------------------------- what it is

    Form form() {
        return form;
    }

    Collective collective() {
        return collective;
    }

    /** The root that the program passes. */
    int argumentRoot() {
        return root;
    }

    /** The root's place among all ranks that take part; 0 if there is no root. */
    int root() {
        return givenRoot;
    }

    DescribedBuffer argumentSent() {
        return sent;
    }

    DescribedBuffer argumentReceived() {
        return received;
    }

    /** The data to send, if they are blocks; otherwise null. */
    DescribedBuffer sent() {
        return blocksSent ? sent : null;
    }

    /** The data to receive, if they are blocks; otherwise null. */
    DescribedBuffer received() {
        return blocksReceived ? received : null;
    }

    OpDescriptor op() {
        return op;
    }

    /**
     * The operation, or null. If the call does not block, the call keeps the operation even if the program frees it
     * meanwhile.
     */
    OpDescriptor heldOp() {
        return op == null || form == Form.BLOCKING ? op : op.held();
    }

    TypeDescriptor type() {
        return type;
    }

    long bytes() {
        return bytes;
    }

    Region like() {
        return like;
    }

    boolean isSerialized() {
        return like != null && like.isSerialized();
    }

    int tag() {
        return tag;
    }

    /** Whether the two groups may send different amounts, of different types. */
    boolean differsByGroup() {
        return between && switch (collective) {
            case ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV, ALLTOALLW, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> true;
            default -> false;
        };
    }

    /** See {@link CallWord}. */
    long word() {
        return word;
    }

    Schedule schedule() {
        return schedule;
    }
}
