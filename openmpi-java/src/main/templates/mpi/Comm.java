package mpi;

import java.nio.Buffer;
import mpj.core.comm.Communicator;

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
