package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.Arrays;
import mpj.core.collective.LocalReduction;
import mpj.core.comm.Communicator;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.message.BufferArgument;

/** TODO. MPI: see the list. */
public class Comm implements Freeable, Cloneable {
    /** Null before Init, of those that are there by then. */
    private Communicator core;

    Comm() {
    }

    Comm(Communicator core) {
        this.core = core;
    }

    /** Makes a communicator that the program has had since before Init one that can be used. */
    final void open(Communicator opened) {
        core = opened;
    }

    /** What it is below the API. */
    final Communicator core() {
        Communicator open = core;
        if (open == null) {
            throw MPI.notOpen();
        }
        return open;
    }

    /** MPI: MPI_TYPE_SHARED. */
    public static final int TYPE_SHARED = 0;

    /**
     * TODO.
     * @return TODO
     */
    @Override
    public Comm clone() {
        throw MPIException.notYet("Comm.clone");
    }

    /**
     * TODO. MPI: MPI_Comm_dup.
     * @return TODO
     */
    public Comm dup() {
        throw MPIException.notYet("Comm.dup");
    }

    /**
     * TODO. MPI: MPI_Comm_idup.
     * @return TODO
     */
    public Comm iDup() {
        throw MPIException.notYet("Comm.iDup");
    }

    /**
     * TODO. MPI: MPI_Comm_dup_with_info.
     *
     * @param info TODO
     * @return TODO
     */
    public Comm dupWithInfo(Info info) {
        throw MPIException.notYet("Comm.dupWithInfo");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final Request getRequest() {
        throw MPIException.notYet("Comm.getRequest");
    }

    /**
     * TODO. MPI: MPI_Comm_size.
     * @return TODO
     */
    public final int getSize() {
        return core().size();
    }

    /**
     * TODO. MPI: MPI_Comm_rank.
     * @return TODO
     */
    public final int getRank() {
        return core().rank();
    }

    /**
     * TODO. MPI: MPI_Comm_compare.
     *
     * @param comm1 TODO
     * @param comm2 TODO
     * @return TODO
     */
    public static int compare(Comm comm1, Comm comm2) {
        throw MPIException.notYet("Comm.compare");
    }

    /**
     * TODO.
     */
    public final void free() {
        throw MPIException.notYet("Comm.free");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final boolean isNull() {
        throw MPIException.notYet("Comm.isNull");
    }

    /**
     * TODO. MPI: MPI_Comm_set_info.
     *
     * @param info TODO
     */
    public final void setInfo(Info info) {
        throw MPIException.notYet("Comm.setInfo");
    }

    /**
     * TODO. MPI: MPI_Comm_get_info.
     * @return TODO
     */
    public final Info getInfo() {
        throw MPIException.notYet("Comm.getInfo");
    }

    /**
     * TODO. MPI: MPI_Comm_disconnect.
     */
    public final void disconnect() {
        throw MPIException.notYet("Comm.disconnect");
    }

    /**
     * TODO. MPI: MPI_Comm_group.
     * @return TODO
     */
    public final Group getGroup() {
        throw MPIException.notYet("Comm.getGroup");
    }

    /**
     * TODO. MPI: MPI_Comm_test_inter.
     * @return TODO
     */
    public final boolean isInter() {
        throw MPIException.notYet("Comm.isInter");
    }

    /**
     * TODO. MPI: MPI_Intercomm_create.
     *
     * @param localComm TODO
     * @param localLeader TODO
     * @param remoteLeader TODO
     * @param tag TODO
     * @return TODO
     */
    public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag) {
        throw MPIException.notYet("Comm.createIntercomm");
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

    /**
     * TODO. MPI: MPI_Comm_create_keyval.
     * @return TODO
     */
    public static int createKeyval() {
        throw MPIException.notYet("Comm.createKeyval");
    }

    /**
     * TODO. MPI: MPI_Comm_free_keyval.
     *
     * @param keyval TODO
     */
    public static void freeKeyval(int keyval) {
        throw MPIException.notYet("Comm.freeKeyval");
    }

    /**
     * TODO. MPI: MPI_Comm_set_attr.
     *
     * @param keyval TODO
     * @param value TODO
     */
    public final void setAttr(int keyval, Object value) {
        throw MPIException.notYet("Comm.setAttr");
    }

    /**
     * TODO. MPI: MPI_Comm_get_attr.
     *
     * @param keyval TODO
     * @return TODO
     */
    public final Object getAttr(int keyval) {
        throw MPIException.notYet("Comm.getAttr");
    }

    /**
     * TODO. MPI: MPI_Comm_delete_attr.
     *
     * @param keyval TODO
     */
    public final void deleteAttr(int keyval) {
        throw MPIException.notYet("Comm.deleteAttr");
    }

    /**
     * TODO. MPI: MPI_Topo_test.
     * @return TODO
     */
    public final int getTopology() {
        throw MPIException.notYet("Comm.getTopology");
    }

    /**
     * TODO. MPI: MPI_Abort.
     *
     * @param errorcode TODO
     */
    public final void abort(int errorcode) {
        throw MPIException.notYet("Comm.abort");
    }

    /**
     * TODO. MPI: MPI_Comm_set_errhandler.
     *
     * @param errhandler TODO
     */
    public final void setErrhandler(Errhandler errhandler) {
        throw MPIException.notYet("Comm.setErrhandler");
    }

    /**
     * TODO. MPI: MPI_Comm_get_errhandler.
     * @return TODO
     */
    public final Errhandler getErrhandler() {
        throw MPIException.notYet("Comm.getErrhandler");
    }

    /**
     * TODO. MPI: MPI_Comm_call_errhandler.
     *
     * @param errorCode TODO
     */
    public void callErrhandler(int errorCode) {
        throw MPIException.notYet("Comm.callErrhandler");
    }

    // ------------------------------------------------------------------------------------------------ collectives

    //@set NEIGHBOURS The neighbours are those of the communicator's topology.
    //@arg root the root's rank, the same everywhere; between two groups see {@link Intercomm}
    //@collectives all

    /**
     * Combines two buffers, without other ranks: {@code inOutBuf = inBuf op inOutBuf}. MPI: MPI_Reduce_local.
     *
     * @param inBuf the left operands
     * @param inOutBuf the right operands and the results
     * @param count the number of items
     * @param type their type
     * @param op the operation
     */
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op) {
        MPIException.run(() ->
            LocalReduction.combine(Op.core(op), inBuf, 0, inOutBuf, 0, count, Datatype.core(type)));
    }

    /** A buffer of an operation that goes on after the call. */
    final Buffer direct(String name, Buffer buf) {
        return core().errors().result(() -> BufferArgument.direct(name, buf, "MPI.newByteBuffer and the like"));
    }

    private static TypeDescriptor[] core(Datatype[] types) {
        if (types == null) {
            return null;
        }
        TypeDescriptor[] core = new TypeDescriptor[types.length];
        Arrays.setAll(core, i -> Datatype.core(types[i]));
        return core;
    }

    /**
     * TODO.
     *
     * @param name TODO
     */
    public final void setName(String name) {
        throw MPIException.notYet("Comm.setName");
    }

    /**
     * TODO.
     * @return TODO
     */
    public final String getName() {
        throw MPIException.notYet("Comm.getName");
    }
}
