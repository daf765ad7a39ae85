package mpi;

import java.nio.Buffer;
import mpj.core.comm.Communicator;
import mpj.core.comm.Duplication;
import mpj.core.group.CartTopology;
import mpj.core.group.DistGraphTopology;
import mpj.core.group.GraphTopology;
import mpj.engine.ErrorClass;

/**
 * A communicator: ranks that send each other messages which no other communicator's receives take. MPI: MPI_Comm.
 *
 * <p>A rank that is not in a new communicator gets an object for it all the same, which {@link #isNull} tells from
 * others: MPI_COMM_NULL. Every other call on it, as on one that was freed, is an error of class {@link MPI#ERR_COMM}.
 *
 * <p>Messages may be sent and received by any number of threads.
 */
public class Comm implements Freeable, Cloneable {
    /** The split type of {@link Intracomm#splitType}: the ranks of one host. MPI: MPI_COMM_TYPE_SHARED. */
    public static final int TYPE_SHARED = 0;

    /** Null before Init, of those that are there by then; of a null communicator; and of one that is being made. */
    private Communicator core;
    /** Of one that {@link #iDup} has made; else null. */
    private Duplication duplication;
    private Request request;

    Comm() {
    }

    /** @param core what it is below the API; null for a null communicator */
    Comm(Communicator core) {
        this.core = core;
    }

    /** The duplicate of another, which is being made. */
    Comm(Comm original, Duplication duplication) {
        this.duplication = duplication;
        request = new Request(original.core().requests(), duplication.operation());
    }

    /** Makes a communicator that the program has had since before Init one that can be used. */
    final void open(Communicator opened) {
        core = opened;
    }

    /** What it is below the API. */
    final Communicator core() {
        Communicator open = core;
        return open == null ? later() : open;
    }

    private Communicator later() {
        if (duplication == null) {
            throw MPI.isInitialized() ? new MPIException(ErrorClass.ERR_COMM,
                "the communicator is null, as this rank is not in it; isNull() tells") : MPI.notOpen();
        }
        core = duplication.get();
        return core;
    }

    /** What an argument of this name is below the API. */
    private static Communicator argument(Comm comm, String name) {
        if (comm == null) {
            throw new MPIException(ErrorClass.ERR_COMM, name + " is null; pass a communicator");
        }
        return comm.core();
    }

    // -------------------------------------------------------------------------- the communicator: making, freeing

    /**
     * The same as {@link #dup}. MPI: MPI_Comm_dup.
     *
     * @return the new communicator
     */
    @Override
    public Comm clone() {
        return dup();
    }

    /**
     * A communicator of the same kind, with the same groups, topology, attributes and hints, and a context of its own.
     * Every rank must call this. MPI: MPI_Comm_dup.
     *
     * @return the new communicator
     */
    public Comm dup() {
        return new Comm(core().creation().duplicate());
    }

    /**
     * Starts to make a duplicate, as {@link #dup} does, and does not wait for the other ranks. The new communicator may
     * be used when the request that its {@link #getRequest} returns is complete. It has the attributes and hints of
     * this one as they are now. Every rank must call this, in the same order as its collectives. MPI: MPI_Comm_idup.
     *
     * @return the new communicator
     */
    public Comm iDup() {
        return new Comm(this, core().creation().startDuplicate());
    }

    /**
     * A duplicate, as {@link #dup} makes it, with other hints. Every rank must call this. MPI: MPI_Comm_dup_with_info.
     *
     * @param info the hints, instead of those of this communicator; {@link MPI#INFO_NULL} for none
     * @return the new communicator
     */
    public Comm dupWithInfo(Info info) {
        return new Comm(core().creation().duplicate(Info.core(info)));
    }

    /**
     * The request that {@link #iDup} has started, on the communicator that it has returned.
     *
     * @return the request; {@link MPI#REQUEST_NULL} of a communicator that was made otherwise
     */
    public final Request getRequest() {
        return request == null ? MPI.REQUEST_NULL : request;
    }

    /**
     * The number of ranks. MPI: MPI_Comm_size.
     *
     * @return at least 1; of an intercommunicator, those of the local group
     */
    public final int getSize() {
        return core().size();
    }

    /**
     * This process's rank. MPI: MPI_Comm_rank.
     *
     * @return 0 to {@link #getSize} - 1; of an intercommunicator, in the local group
     */
    public final int getRank() {
        return core().rank();
    }

    /**
     * Whether two communicators have the same members. MPI: MPI_Comm_compare.
     *
     * @param comm1 one
     * @param comm2 the other
     * @return {@link MPI#IDENT} when they are the same, {@link MPI#CONGRUENT} when they have the same members in the
     *     same order, {@link MPI#SIMILAR} when in another order, else {@link MPI#UNEQUAL}; of intercommunicators both
     *     groups count
     */
    public static int compare(Comm comm1, Comm comm2) {
        return Communicator.compare(argument(comm1, "comm1"), argument(comm2, "comm2")).ordinal();
    }

    /**
     * Frees the communicator: no later call may use it. Every rank of it must call this. What was started with it
     * completes as usual. MPI: MPI_Comm_free.
     *
     * @throws MPIException of class {@link MPI#ERR_COMM} for {@link MPI#COMM_WORLD}, {@link MPI#COMM_SELF}, one that
     *     was freed before, and one on which a blocking collective is under way
     */
    @Override
    public final void free() {
        core().free();
    }

    /**
     * Whether this is no communicator: it was freed, or this rank is not in it. MPI: a comparison with MPI_COMM_NULL.
     *
     * @return true if so
     */
    public final boolean isNull() {
        return core == null ? duplication == null && MPI.isInitialized() : core.isFreed();
    }

    /**
     * Adds hints to those of the communicator. None changes anything so far. Every rank must call this.
     * MPI: MPI_Comm_set_info.
     *
     * @param info the hints; {@link MPI#INFO_NULL} for none
     */
    public final void setInfo(Info info) {
        core().info(Info.core(info));
    }

    /**
     * The hints of the communicator. MPI: MPI_Comm_get_info.
     *
     * @return a new info; changes there change nothing here
     */
    public final Info getInfo() {
        return new Info(core().info());
    }

    /**
     * Waits until everything that was started in the communicator is complete, then frees it. Every rank must call
     * this. MPI: MPI_Comm_disconnect.
     *
     * @throws MPIException as {@link #free} does
     */
    public final void disconnect() {
        core().disconnect();
    }

    /**
     * The group of this process. MPI: MPI_Comm_group.
     *
     * @return the group; of an intercommunicator the local one
     */
    public final Group getGroup() {
        return new Group(core().group());
    }

    /**
     * Whether this is an intercommunicator. MPI: MPI_Comm_test_inter.
     *
     * @return true if so
     */
    public final boolean isInter() {
        return core().isInter();
    }

    /**
     * Makes an intercommunicator of two groups that have no member in common. Every rank of both groups calls this.
     * This communicator must have the leaders of both groups; others may call it on any. MPI: MPI_Intercomm_create.
     *
     * @param localComm the communicator of this process's group
     * @param localLeader the rank in {@code localComm} of its leader
     * @param remoteLeader the rank in this communicator of the other group's leader; of use at the leader only
     * @param tag the tag of the leaders' messages in this communicator, not negative
     * @return the new communicator
     */
    public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
        return new Intercomm(
            argument(localComm, "localComm").creation().inter(core(), localLeader, remoteLeader, tag));
    }

    /**
     * TODO. MPI: MPI_Send.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     */
    public final void send(Object buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.send");
    }

    /**
     * TODO. MPI: MPI_Recv.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param source TODO
     * @param tag TODO
     * @return TODO
     */
    public final Status recv(Object buf, int count, Datatype type, int source, int tag) {
        throw MPIException.notYet("Comm.recv");
    }

    /**
     * TODO. MPI: MPI_Sendrecv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param dest TODO
     * @param sendtag TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @param source TODO
     * @param recvtag TODO
     * @return TODO
     */
    public final Status sendRecv(Object sendbuf, int sendcount, Datatype sendtype, int dest, int sendtag,
                                 Object recvbuf, int recvcount, Datatype recvtype, int source, int recvtag) {
        throw MPIException.notYet("Comm.sendRecv");
    }

    /**
     * TODO. MPI: MPI_Sendrecv_replace.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param sendtag TODO
     * @param source TODO
     * @param recvtag TODO
     * @return TODO
     */
    public final Status sendRecvReplace(Object buf, int count, Datatype type, int dest, int sendtag, int source,
                                        int recvtag) {
        throw MPIException.notYet("Comm.sendRecvReplace");
    }

    /**
     * TODO. MPI: MPI_Bsend.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.bSend");
    }

    /**
     * TODO. MPI: MPI_Ssend.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.sSend");
    }

    /**
     * TODO. MPI: MPI_Rsend.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.rSend");
    }

    /**
     * TODO. MPI: MPI_Isend.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     * @return TODO
     */
    public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.iSend");
    }

    /**
     * TODO. MPI: MPI_Ibsend.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     * @return TODO
     */
    public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.ibSend");
    }

    /**
     * TODO. MPI: MPI_Issend.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     * @return TODO
     */
    public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.isSend");
    }

    /**
     * TODO. MPI: MPI_Irsend.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     * @return TODO
     */
    public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.irSend");
    }

    /**
     * TODO. MPI: MPI_Irecv.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param source TODO
     * @param tag TODO
     * @return TODO
     */
    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) {
        throw MPIException.notYet("Comm.iRecv");
    }

    /**
     * TODO. MPI: MPI_Send_init.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     * @return TODO
     */
    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.sendInit");
    }

    /**
     * TODO. MPI: MPI_Bsend_init.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     * @return TODO
     */
    public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.bSendInit");
    }

    /**
     * TODO. MPI: MPI_Ssend_init.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     * @return TODO
     */
    public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.sSendInit");
    }

    /**
     * TODO. MPI: MPI_Rsend_init.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param dest TODO
     * @param tag TODO
     * @return TODO
     */
    public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag) {
        throw MPIException.notYet("Comm.rSendInit");
    }

    /**
     * TODO. MPI: MPI_Recv_init.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param source TODO
     * @param tag TODO
     * @return TODO
     */
    public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag) {
        throw MPIException.notYet("Comm.recvInit");
    }

    /**
     * TODO. MPI: MPI_Pack.
     *
     * @param inbuf TODO
     * @param incount TODO
     * @param type TODO
     * @param outbuf TODO
     * @param position TODO
     * @return TODO
     */
    public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position) {
        throw MPIException.notYet("Comm.pack");
    }

    /**
     * TODO. MPI: MPI_Unpack.
     *
     * @param inbuf TODO
     * @param position TODO
     * @param outbuf TODO
     * @param outcount TODO
     * @param type TODO
     * @return TODO
     */
    public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type) {
        throw MPIException.notYet("Comm.unpack");
    }

    /**
     * TODO. MPI: MPI_Pack_size.
     *
     * @param incount TODO
     * @param type TODO
     * @return TODO
     */
    public final int packSize(int incount, Datatype type) {
        throw MPIException.notYet("Comm.packSize");
    }

    /**
     * TODO. MPI: MPI_Iprobe.
     *
     * @param source TODO
     * @param tag TODO
     * @return TODO
     */
    public final Status iProbe(int source, int tag) {
        throw MPIException.notYet("Comm.iProbe");
    }

    /**
     * TODO. MPI: MPI_Probe.
     *
     * @param source TODO
     * @param tag TODO
     * @return TODO
     */
    public final Status probe(int source, int tag) {
        throw MPIException.notYet("Comm.probe");
    }

    // ----------------------------------------------------------------------------------------- attributes, errors

    /**
     * A new key of attributes, on this process. A duplicate of a communicator gets the attributes of such keys, the
     * same objects. MPI: MPI_Comm_create_keyval.
     *
     * @return the keyval
     */
    public static int createKeyval() {
        return MPI.KEYVALS.create(true);
    }

    /**
     * Frees a keyval: no later call may use it. MPI: MPI_Comm_free_keyval.
     *
     * @param keyval one that {@link #createKeyval} returned
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when it is none, or one of MPI's own
     */
    public static void freeKeyval(int keyval) {
        MPIException.run(() -> MPI.KEYVALS.free(keyval));
    }

    /**
     * Sets the attribute of a key. MPI: MPI_Comm_set_attr.
     *
     * @param keyval one that {@link #createKeyval} returned
     * @param value the value, not null
     */
    public final void setAttr(int keyval, Object value) {
        core().attribute(keyval, value);
    }

    /**
     * The attribute of a key. MPI: MPI_Comm_get_attr.
     *
     * @param keyval one that {@link #createKeyval} returned; or {@link MPI#TAG_UB}, {@link MPI#HOST}, {@link MPI#IO},
     *     {@link MPI#WTIME_IS_GLOBAL}, {@link MPI#APPNUM}, {@link MPI#UNIVERSE_SIZE} or {@link MPI#LASTUSEDCODE}, each
     *     an Integer
     * @return the value, or null when the communicator has none
     */
    public final Object getAttr(int keyval) {
        return core().attribute(keyval);
    }

    /**
     * Takes the attribute of a key away. MPI: MPI_Comm_delete_attr.
     *
     * @param keyval one that {@link #createKeyval} returned
     * @throws MPIException also, of class {@link MPI#ERR_ARG}, when the communicator has no such attribute
     */
    public final void deleteAttr(int keyval) {
        core().deleteAttribute(keyval);
    }

    /**
     * Which topology the communicator has. MPI: MPI_Topo_test.
     *
     * @return {@link MPI#CART}, {@link MPI#GRAPH}, {@link MPI#DIST_GRAPH} or {@link MPI#UNDEFINED}
     */
    public final int getTopology() {
        return switch (core().topology()) {
            case null -> MPI.UNDEFINED;
            case GraphTopology _ -> MPI.GRAPH;
            case CartTopology _ -> MPI.CART;
            case DistGraphTopology _ -> MPI.DIST_GRAPH;
        };
    }

    /**
     * Ends the job: every rank of it, whichever communicator this is. Does not return. MPI: MPI_Abort.
     *
     * @param errorcode the job's exit code
     */
    public final void abort(int errorcode) {
        core().abort(errorcode);
    }

    /**
     * Sets what becomes of this rank's errors in calls on this communicator. Those made from it inherit this.
     * MPI: MPI_Comm_set_errhandler.
     *
     * <p>{@link MPI#ERRORS_RETURN}, set on {@link MPI#COMM_WORLD}, also says that this rank goes on when another's
     * process dies. When every rank that is left has said so, mpjrun does not end the job then; what needs the lost
     * rank throws an {@link MPIException} that names it, and the job's exit code is not 0.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN}, {@link MPI#ERRORS_ARE_FATAL} or {@link MPI#ERRORS_ABORT}
     */
    public final void setErrhandler(Errhandler errhandler) {
        core().errorHandler(errhandler, errhandler != null && errhandler.fatal());
    }

    /**
     * What becomes of this rank's errors in calls on this communicator. MPI: MPI_Comm_get_errhandler.
     *
     * @return the handler; {@link MPI#ERRORS_RETURN} until another is set
     */
    public final Errhandler getErrhandler() {
        return (Errhandler) core().errorHandler();
    }

    /**
     * Has the communicator's error handler called: {@link MPI#ERRORS_RETURN} throws an exception of this class, others
     * end the job. MPI: MPI_Comm_call_errhandler.
     *
     * @param errorCode the error's class
     * @throws MPIException of that class
     */
    public void callErrhandler(int errorCode) {
        core().callErrorHandler(errorCode);
    }

    /**
     * TODO. MPI: MPI_Barrier.
     */
    public final void barrier() {
        throw MPIException.notYet("Comm.barrier");
    }

    /**
     * TODO. MPI: MPI_Ibarrier.
     * @return TODO
     */
    public final Request iBarrier() {
        throw MPIException.notYet("Comm.iBarrier");
    }

    /**
     * TODO. MPI: MPI_Bcast.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param root TODO
     */
    public final void bcast(Object buf, int count, Datatype type, int root) {
        throw MPIException.notYet("Comm.bcast");
    }

    /**
     * TODO. MPI: MPI_Ibcast.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iBcast(Buffer buf, int count, Datatype type, int root) {
        throw MPIException.notYet("Comm.iBcast");
    }

    /**
     * TODO. MPI: MPI_Gather.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @param root TODO
     */
    public final void gather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
                             Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.gather");
    }

    /**
     * TODO. MPI: MPI_Gather.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param root TODO
     */
    public final void gather(Object buf, int count, Datatype type, int root) {
        throw MPIException.notYet("Comm.gather");
    }

    /**
     * TODO. MPI: MPI_Igather.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iGather(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount,
                                 Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.iGather");
    }

    /**
     * TODO. MPI: MPI_Igather.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iGather(Buffer buf, int count, Datatype type, int root) {
        throw MPIException.notYet("Comm.iGather");
    }

    /**
     * TODO. MPI: MPI_Gatherv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param displs TODO
     * @param recvtype TODO
     * @param root TODO
     */
    public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int[] recvcount,
                              int[] displs, Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.gatherv");
    }

    /**
     * TODO. MPI: MPI_Gatherv.
     *
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param displs TODO
     * @param recvtype TODO
     * @param root TODO
     */
    public final void gatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.gatherv");
    }

    /**
     * TODO. MPI: MPI_Gatherv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param root TODO
     */
    public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, int root) {
        throw MPIException.notYet("Comm.gatherv");
    }

    /**
     * TODO. MPI: MPI_Igatherv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param displs TODO
     * @param recvtype TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int[] recvcount,
                                  int[] displs, Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.iGatherv");
    }

    /**
     * TODO. MPI: MPI_Igatherv.
     *
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param displs TODO
     * @param recvtype TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iGatherv(Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.iGatherv");
    }

    /**
     * TODO. MPI: MPI_Igatherv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, int root) {
        throw MPIException.notYet("Comm.iGatherv");
    }

    /**
     * TODO. MPI: MPI_Scatter.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @param root TODO
     */
    public final void scatter(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
                              Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.scatter");
    }

    /**
     * TODO. MPI: MPI_Scatter.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param root TODO
     */
    public final void scatter(Object buf, int count, Datatype type, int root) {
        throw MPIException.notYet("Comm.scatter");
    }

    /**
     * TODO. MPI: MPI_Iscatter.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iScatter(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount,
                                  Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.iScatter");
    }

    /**
     * TODO. MPI: MPI_Iscatter.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iScatter(Buffer buf, int count, Datatype type, int root) {
        throw MPIException.notYet("Comm.iScatter");
    }

    /**
     * TODO. MPI: MPI_Scatterv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param displs TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @param root TODO
     */
    public final void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, Object recvbuf,
                               int recvcount, Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.scatterv");
    }

    /**
     * TODO. MPI: MPI_Scatterv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param displs TODO
     * @param sendtype TODO
     * @param root TODO
     */
    public final void scatterv(Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root) {
        throw MPIException.notYet("Comm.scatterv");
    }

    /**
     * TODO. MPI: MPI_Scatterv.
     *
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @param root TODO
     */
    public final void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.scatterv");
    }

    /**
     * TODO. MPI: MPI_Iscatterv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param displs TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iScatterv(Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, Buffer recvbuf,
                                   int recvcount, Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.iScatterv");
    }

    /**
     * TODO. MPI: MPI_Iscatterv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param displs TODO
     * @param sendtype TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iScatterv(Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root) {
        throw MPIException.notYet("Comm.iScatterv");
    }

    /**
     * TODO. MPI: MPI_Iscatterv.
     *
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iScatterv(Buffer recvbuf, int recvcount, Datatype recvtype, int root) {
        throw MPIException.notYet("Comm.iScatterv");
    }

    /**
     * TODO. MPI: MPI_Allgather.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     */
    public final void allGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
                                Datatype recvtype) {
        throw MPIException.notYet("Comm.allGather");
    }

    /**
     * TODO. MPI: MPI_Allgather.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     */
    public final void allGather(Object buf, int count, Datatype type) {
        throw MPIException.notYet("Comm.allGather");
    }

    /**
     * TODO. MPI: MPI_Iallgather.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @return TODO
     */
    public final Request iAllGather(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount,
                                    Datatype recvtype) {
        throw MPIException.notYet("Comm.iAllGather");
    }

    /**
     * TODO. MPI: MPI_Iallgather.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @return TODO
     */
    public final Request iAllGather(Buffer buf, int count, Datatype type) {
        throw MPIException.notYet("Comm.iAllGather");
    }

    /**
     * TODO. MPI: MPI_Allgatherv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param displs TODO
     * @param recvtype TODO
     */
    public final void allGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int[] recvcount,
                                 int[] displs, Datatype recvtype) {
        throw MPIException.notYet("Comm.allGatherv");
    }

    /**
     * TODO. MPI: MPI_Allgatherv.
     *
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param displs TODO
     * @param recvtype TODO
     */
    public final void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) {
        throw MPIException.notYet("Comm.allGatherv");
    }

    /**
     * TODO. MPI: MPI_Iallgatherv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param displs TODO
     * @param recvtype TODO
     * @return TODO
     */
    public final Request iAllGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf,
                                     int[] recvcount, int[] displs, Datatype recvtype) {
        throw MPIException.notYet("Comm.iAllGatherv");
    }

    /**
     * TODO. MPI: MPI_Iallgatherv.
     *
     * @param buf TODO
     * @param count TODO
     * @param displs TODO
     * @param type TODO
     * @return TODO
     */
    public final Request iAllGatherv(Buffer buf, int[] count, int[] displs, Datatype type) {
        throw MPIException.notYet("Comm.iAllGatherv");
    }

    /**
     * TODO. MPI: MPI_Alltoall.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     */
    public final void allToAll(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf, int recvcount,
                               Datatype recvtype) {
        throw MPIException.notYet("Comm.allToAll");
    }

    /**
     * TODO. MPI: MPI_Ialltoall.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @return TODO
     */
    public final Request iAllToAll(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf, int recvcount,
                                   Datatype recvtype) {
        throw MPIException.notYet("Comm.iAllToAll");
    }

    /**
     * TODO. MPI: MPI_Alltoallv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sdispls TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param rdispls TODO
     * @param recvtype TODO
     */
    public final void allToAllv(Object sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype, Object recvbuf,
                                int[] recvcount, int[] rdispls, Datatype recvtype) {
        throw MPIException.notYet("Comm.allToAllv");
    }

    /**
     * TODO. MPI: MPI_Ialltoallv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sdispls TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param rdispls TODO
     * @param recvtype TODO
     * @return TODO
     */
    public final Request iAllToAllv(Buffer sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype,
                                    Buffer recvbuf, int[] recvcount, int[] rdispls, Datatype recvtype) {
        throw MPIException.notYet("Comm.iAllToAllv");
    }

    /**
     * TODO. MPI: MPI_Alltoallw.
     *
     * @param sendBuf TODO
     * @param sendCount TODO
     * @param sDispls TODO
     * @param sendTypes TODO
     * @param recvBuf TODO
     * @param recvCount TODO
     * @param rDispls TODO
     * @param recvTypes TODO
     */
    public final void allToAllw(Object sendBuf, int[] sendCount, int[] sDispls, Datatype[] sendTypes,
                                Object recvBuf, int[] recvCount, int[] rDispls, Datatype[] recvTypes) {
        throw MPIException.notYet("Comm.allToAllw");
    }

    /**
     * TODO. MPI: MPI_Ialltoallw.
     *
     * @param sendBuf TODO
     * @param sendCount TODO
     * @param sDispls TODO
     * @param sendTypes TODO
     * @param recvBuf TODO
     * @param recvCount TODO
     * @param rDispls TODO
     * @param recvTypes TODO
     * @return TODO
     */
    public final Request iAllToAllw(Buffer sendBuf, int[] sendCount, int[] sDispls, Datatype[] sendTypes,
                                    Buffer recvBuf, int[] recvCount, int[] rDispls, Datatype[] recvTypes) {
        throw MPIException.notYet("Comm.iAllToAllw");
    }

    /**
     * TODO. MPI: MPI_Neighbor_allgather.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     */
    public final void neighborAllGather(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
                                        int recvcount, Datatype recvtype) {
        throw MPIException.notYet("Comm.neighborAllGather");
    }

    /**
     * TODO. MPI: MPI_Ineighbor_allgather.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @return TODO
     */
    public final Request iNeighborAllGather(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf,
                                            int recvcount, Datatype recvtype) {
        throw MPIException.notYet("Comm.iNeighborAllGather");
    }

    /**
     * TODO. MPI: MPI_Neighbor_allgatherv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param displs TODO
     * @param recvtype TODO
     */
    public final void neighborAllGatherv(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
                                         int[] recvcount, int[] displs, Datatype recvtype) {
        throw MPIException.notYet("Comm.neighborAllGatherv");
    }

    /**
     * TODO. MPI: MPI_Ineighbor_allgatherv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param displs TODO
     * @param recvtype TODO
     * @return TODO
     */
    public final Request iNeighborAllGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf,
                                             int[] recvcount, int[] displs, Datatype recvtype) {
        throw MPIException.notYet("Comm.iNeighborAllGatherv");
    }

    /**
     * TODO. MPI: MPI_Neighbor_alltoall.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     */
    public final void neighborAllToAll(Object sendbuf, int sendcount, Datatype sendtype, Object recvbuf,
                                       int recvcount, Datatype recvtype) {
        throw MPIException.notYet("Comm.neighborAllToAll");
    }

    /**
     * TODO. MPI: MPI_Ineighbor_alltoall.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param recvtype TODO
     * @return TODO
     */
    public final Request iNeighborAllToAll(Buffer sendbuf, int sendcount, Datatype sendtype, Buffer recvbuf,
                                           int recvcount, Datatype recvtype) {
        throw MPIException.notYet("Comm.iNeighborAllToAll");
    }

    /**
     * TODO. MPI: MPI_Neighbor_alltoallv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sdispls TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param rdispls TODO
     * @param recvtype TODO
     */
    public final void neighborAllToAllv(Object sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype,
                                        Object recvbuf, int[] recvcount, int[] rdispls, Datatype recvtype) {
        throw MPIException.notYet("Comm.neighborAllToAllv");
    }

    /**
     * TODO. MPI: MPI_Ineighbor_alltoallv.
     *
     * @param sendbuf TODO
     * @param sendcount TODO
     * @param sdispls TODO
     * @param sendtype TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param rdispls TODO
     * @param recvtype TODO
     * @return TODO
     */
    public final Request iNeighborAllToAllv(Buffer sendbuf, int[] sendcount, int[] sdispls, Datatype sendtype,
                                            Buffer recvbuf, int[] recvcount, int[] rdispls, Datatype recvtype) {
        throw MPIException.notYet("Comm.iNeighborAllToAllv");
    }

    /**
     * TODO. MPI: MPI_Reduce.
     *
     * @param sendbuf TODO
     * @param recvbuf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     * @param root TODO
     */
    public final void reduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root) {
        throw MPIException.notYet("Comm.reduce");
    }

    /**
     * TODO. MPI: MPI_Reduce.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     * @param root TODO
     */
    public final void reduce(Object buf, int count, Datatype type, Op op, int root) {
        throw MPIException.notYet("Comm.reduce");
    }

    /**
     * TODO. MPI: MPI_Ireduce.
     *
     * @param sendbuf TODO
     * @param recvbuf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op, int root) {
        throw MPIException.notYet("Comm.iReduce");
    }

    /**
     * TODO. MPI: MPI_Ireduce.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     * @param root TODO
     * @return TODO
     */
    public final Request iReduce(Buffer buf, int count, Datatype type, Op op, int root) {
        throw MPIException.notYet("Comm.iReduce");
    }

    /**
     * TODO. MPI: MPI_Allreduce.
     *
     * @param sendbuf TODO
     * @param recvbuf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     */
    public final void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        throw MPIException.notYet("Comm.allReduce");
    }

    /**
     * TODO. MPI: MPI_Allreduce.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     */
    public final void allReduce(Object buf, int count, Datatype type, Op op) {
        throw MPIException.notYet("Comm.allReduce");
    }

    /**
     * TODO. MPI: MPI_Iallreduce.
     *
     * @param sendbuf TODO
     * @param recvbuf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     * @return TODO
     */
    public final Request iAllReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op) {
        throw MPIException.notYet("Comm.iAllReduce");
    }

    /**
     * TODO. MPI: MPI_Iallreduce.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     * @return TODO
     */
    public final Request iAllReduce(Buffer buf, int count, Datatype type, Op op) {
        throw MPIException.notYet("Comm.iAllReduce");
    }

    /**
     * TODO. MPI: MPI_Reduce_scatter.
     *
     * @param sendbuf TODO
     * @param recvbuf TODO
     * @param recvcounts TODO
     * @param type TODO
     * @param op TODO
     */
    public final void reduceScatter(Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op) {
        throw MPIException.notYet("Comm.reduceScatter");
    }

    /**
     * TODO. MPI: MPI_Reduce_scatter.
     *
     * @param buf TODO
     * @param counts TODO
     * @param type TODO
     * @param op TODO
     */
    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op) {
        throw MPIException.notYet("Comm.reduceScatter");
    }

    /**
     * TODO. MPI: MPI_Ireduce_scatter.
     *
     * @param sendbuf TODO
     * @param recvbuf TODO
     * @param recvcounts TODO
     * @param type TODO
     * @param op TODO
     * @return TODO
     */
    public final Request iReduceScatter(Buffer sendbuf, Buffer recvbuf, int[] recvcounts, Datatype type, Op op) {
        throw MPIException.notYet("Comm.iReduceScatter");
    }

    /**
     * TODO. MPI: MPI_Ireduce_scatter.
     *
     * @param buf TODO
     * @param counts TODO
     * @param type TODO
     * @param op TODO
     * @return TODO
     */
    public final Request iReduceScatter(Buffer buf, int[] counts, Datatype type, Op op) {
        throw MPIException.notYet("Comm.iReduceScatter");
    }

    /**
     * TODO. MPI: MPI_Reduce_scatter_block.
     *
     * @param sendbuf TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param type TODO
     * @param op TODO
     */
    public final void reduceScatterBlock(Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op) {
        throw MPIException.notYet("Comm.reduceScatterBlock");
    }

    /**
     * TODO. MPI: MPI_Reduce_scatter_block.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     */
    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op) {
        throw MPIException.notYet("Comm.reduceScatterBlock");
    }

    /**
     * TODO. MPI: MPI_Ireduce_scatter_block.
     *
     * @param sendbuf TODO
     * @param recvbuf TODO
     * @param recvcount TODO
     * @param type TODO
     * @param op TODO
     * @return TODO
     */
    public final Request iReduceScatterBlock(Buffer sendbuf, Buffer recvbuf, int recvcount, Datatype type, Op op) {
        throw MPIException.notYet("Comm.iReduceScatterBlock");
    }

    /**
     * TODO. MPI: MPI_Ireduce_scatter_block.
     *
     * @param buf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     * @return TODO
     */
    public final Request iReduceScatterBlock(Buffer buf, int count, Datatype type, Op op) {
        throw MPIException.notYet("Comm.iReduceScatterBlock");
    }

    /**
     * TODO. MPI: MPI_Reduce_local.
     *
     * @param inBuf TODO
     * @param inOutBuf TODO
     * @param count TODO
     * @param type TODO
     * @param op TODO
     */
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op) {
        throw MPIException.notYet("Comm.reduceLocal");
    }

    /**
     * Names the communicator, on this rank. MPI: MPI_Comm_set_name.
     *
     * @param name at most {@link MPI#MAX_OBJECT_NAME} characters
     */
    public final void setName(String name) {
        core().name(name);
    }

    /**
     * The communicator's name. MPI: MPI_Comm_get_name.
     *
     * @return what {@link #setName} has set; else {@code MPI_COMM_WORLD}, {@code MPI_COMM_SELF}, or nothing
     */
    public final String getName() {
        return core().name();
    }
}
