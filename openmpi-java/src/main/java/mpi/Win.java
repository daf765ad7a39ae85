package mpi;

import java.nio.Buffer;

/** TODO. MPI: see the list. */
public final class Win implements Freeable {
    /** MPI: MPI_WIN_NULL. */
    public static final int WIN_NULL = 0;

    /** MPI: MPI_FLAVOR_PRIVATE. */
    public static final int FLAVOR_PRIVATE = 0;

    /** MPI: MPI_FLAVOR_SHARED. */
    public static final int FLAVOR_SHARED = 1;

    /**
     * TODO.
     *
     * @param base TODO
     * @param size TODO
     * @param dispUnit TODO
     * @param info TODO
     * @param comm TODO
     */
    public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) {
        throw MPIException.notYet("Win");
    }

    /**
     * TODO.
     *
     * @param size TODO
     * @param dispUnit TODO
     * @param info TODO
     * @param comm TODO
     * @param base TODO
     * @param flavor TODO
     */
    public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor) {
        throw MPIException.notYet("Win");
    }

    /**
     * TODO.
     *
     * @param info TODO
     * @param comm TODO
     */
    public Win(Info info, Comm comm) {
        throw MPIException.notYet("Win");
    }

    /**
     * TODO. MPI: MPI_Win_attach.
     *
     * @param base TODO
     * @param size TODO
     */
    public void attach(Buffer base, int size) {
        throw MPIException.notYet("Win.attach");
    }

    /**
     * TODO. MPI: MPI_Win_detach.
     *
     * @param base TODO
     */
    public void detach(Buffer base) {
        throw MPIException.notYet("Win.detach");
    }

    /**
     * TODO. MPI: MPI_Get_group.
     * @return TODO
     */
    public Group getGroup() {
        throw MPIException.notYet("Win.getGroup");
    }

    /**
     * TODO. MPI: MPI_Put.
     *
     * @param origin TODO
     * @param orgCount TODO
     * @param orgType TODO
     * @param targetRank TODO
     * @param targetDisp TODO
     * @param targetCount TODO
     * @param targetType TODO
     */
    public void put(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
                    Datatype targetType) {
        throw MPIException.notYet("Win.put");
    }

    /**
     * TODO. MPI: MPI_Get.
     *
     * @param origin TODO
     * @param orgCount TODO
     * @param orgType TODO
     * @param targetRank TODO
     * @param targetDisp TODO
     * @param targetCount TODO
     * @param targetType TODO
     */
    public void get(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
                    Datatype targetType) {
        throw MPIException.notYet("Win.get");
    }

    /**
     * TODO. MPI: MPI_Accumulate.
     *
     * @param origin TODO
     * @param orgCount TODO
     * @param orgType TODO
     * @param targetRank TODO
     * @param targetDisp TODO
     * @param targetCount TODO
     * @param targetType TODO
     * @param op TODO
     */
    public void accumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                           int targetCount, Datatype targetType, Op op) {
        throw MPIException.notYet("Win.accumulate");
    }

    /**
     * TODO. MPI: MPI_Win_fence.
     *
     * @param assertion TODO
     */
    public void fence(int assertion) {
        throw MPIException.notYet("Win.fence");
    }

    /**
     * TODO. MPI: MPI_Win_start.
     *
     * @param group TODO
     * @param assertion TODO
     */
    public void start(Group group, int assertion) {
        throw MPIException.notYet("Win.start");
    }

    /**
     * TODO. MPI: MPI_Win_complete.
     */
    public void complete() {
        throw MPIException.notYet("Win.complete");
    }

    /**
     * TODO. MPI: MPI_Win_post.
     *
     * @param group TODO
     * @param assertion TODO
     */
    public void post(Group group, int assertion) {
        throw MPIException.notYet("Win.post");
    }

    /**
     * TODO. MPI: MPI_Win_wait.
     */
    public void waitFor() {
        throw MPIException.notYet("Win.waitFor");
    }

    /**
     * TODO. MPI: MPI_Win_test.
     * @return TODO
     */
    public boolean test() {
        throw MPIException.notYet("Win.test");
    }

    /**
     * TODO. MPI: MPI_Win_lock.
     *
     * @param lockType TODO
     * @param rank TODO
     * @param assertion TODO
     */
    public void lock(int lockType, int rank, int assertion) {
        throw MPIException.notYet("Win.lock");
    }

    /**
     * TODO. MPI: MPI_Win_unlock.
     *
     * @param rank TODO
     */
    public void unlock(int rank) {
        throw MPIException.notYet("Win.unlock");
    }

    /**
     * TODO. MPI: MPI_Win_set_errhandler.
     *
     * @param errhandler TODO
     */
    public void setErrhandler(Errhandler errhandler) {
        throw MPIException.notYet("Win.setErrhandler");
    }

    /**
     * TODO. MPI: MPI_Win_get_errhandler.
     * @return TODO
     */
    public Errhandler getErrhandler() {
        throw MPIException.notYet("Win.getErrhandler");
    }

    /**
     * TODO. MPI: MPI_Win_call_errhandler.
     *
     * @param errorCode TODO
     */
    public void callErrhandler(int errorCode) {
        throw MPIException.notYet("Win.callErrhandler");
    }

    /**
     * TODO. MPI: MPI_Win_create_keyval.
     * @return TODO
     */
    public static int createKeyval() {
        throw MPIException.notYet("Win.createKeyval");
    }

    /**
     * TODO. MPI: MPI_Win_free_keyval.
     *
     * @param keyval TODO
     */
    public static void freeKeyval(int keyval) {
        throw MPIException.notYet("Win.freeKeyval");
    }

    /**
     * TODO. MPI: MPI_Win_set_attr.
     *
     * @param keyval TODO
     * @param value TODO
     */
    public void setAttr(int keyval, Object value) {
        throw MPIException.notYet("Win.setAttr");
    }

    /**
     * TODO. MPI: MPI_Win_get_attr.
     *
     * @param keyval TODO
     * @return TODO
     */
    public Object getAttr(int keyval) {
        throw MPIException.notYet("Win.getAttr");
    }

    /**
     * TODO. MPI: MPI_Win_delete_attr.
     *
     * @param keyval TODO
     */
    public void deleteAttr(int keyval) {
        throw MPIException.notYet("Win.deleteAttr");
    }

    /**
     * TODO.
     */
    public void free() {
        throw MPIException.notYet("Win.free");
    }

    /**
     * TODO. MPI: MPI_Win_get_info.
     * @return TODO
     */
    public Info getInfo() {
        throw MPIException.notYet("Win.getInfo");
    }

    /**
     * TODO. MPI: MPI_Win_set_info.
     *
     * @param info TODO
     */
    public void setInfo(Info info) {
        throw MPIException.notYet("Win.setInfo");
    }

    /**
     * TODO. MPI: MPI_Rput.
     *
     * @param origin_addr TODO
     * @param origin_count TODO
     * @param origin_datatype TODO
     * @param target_rank TODO
     * @param target_disp TODO
     * @param target_count TODO
     * @param target_datatype TODO
     * @return TODO
     */
    public Request rPut(Buffer origin_addr, int origin_count, Datatype origin_datatype, int target_rank,
                              int target_disp, int target_count, Datatype target_datatype) {
        throw MPIException.notYet("Win.rPut");
    }

    /**
     * TODO. MPI: MPI_Rget.
     *
     * @param origin TODO
     * @param orgCount TODO
     * @param orgType TODO
     * @param targetRank TODO
     * @param targetDisp TODO
     * @param targetCount TODO
     * @param targetType TODO
     * @return TODO
     */
    public Request rGet(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                              int targetCount, Datatype targetType) {
        throw MPIException.notYet("Win.rGet");
    }

    /**
     * TODO. MPI: MPI_Raccumulate.
     *
     * @param origin TODO
     * @param orgCount TODO
     * @param orgType TODO
     * @param targetRank TODO
     * @param targetDisp TODO
     * @param targetCount TODO
     * @param targetType TODO
     * @param op TODO
     * @return TODO
     */
    public Request rAccumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                               int targetCount, Datatype targetType, Op op) {
        throw MPIException.notYet("Win.rAccumulate");
    }

    /**
     * TODO. MPI: MPI_Get_accumulate.
     *
     * @param origin TODO
     * @param orgCount TODO
     * @param orgType TODO
     * @param resultAddr TODO
     * @param resultCount TODO
     * @param resultType TODO
     * @param targetRank TODO
     * @param targetDisp TODO
     * @param targetCount TODO
     * @param targetType TODO
     * @param op TODO
     */
    public void getAccumulate(Buffer origin, int orgCount, Datatype orgType, Buffer resultAddr, int resultCount,
                              Datatype resultType, int targetRank, int targetDisp, int targetCount,
                              Datatype targetType, Op op) {
        throw MPIException.notYet("Win.getAccumulate");
    }

    /**
     * TODO. MPI: MPI_Rget_accumulate.
     *
     * @param origin TODO
     * @param orgCount TODO
     * @param orgType TODO
     * @param resultAddr TODO
     * @param resultCount TODO
     * @param resultType TODO
     * @param targetRank TODO
     * @param targetDisp TODO
     * @param targetCount TODO
     * @param targetType TODO
     * @param op TODO
     * @return TODO
     */
    public Request rGetAccumulate(Buffer origin, int orgCount, Datatype orgType, Buffer resultAddr, int resultCount,
                                  Datatype resultType, int targetRank, int targetDisp, int targetCount,
                                  Datatype targetType, Op op) {
        throw MPIException.notYet("Win.rGetAccumulate");
    }

    /**
     * TODO. MPI: MPI_Win_lock_all.
     *
     * @param assertion TODO
     */
    public void lockAll(int assertion) {
        throw MPIException.notYet("Win.lockAll");
    }

    /**
     * TODO. MPI: MPI_Win_unlock_all.
     */
    public void unlockAll() {
        throw MPIException.notYet("Win.unlockAll");
    }

    /**
     * TODO. MPI: MPI_Win_sync.
     */
    public void sync() {
        throw MPIException.notYet("Win.sync");
    }

    /**
     * TODO. MPI: MPI_Win_flush.
     *
     * @param targetRank TODO
     */
    public void flush(int targetRank) {
        throw MPIException.notYet("Win.flush");
    }

    /**
     * TODO. MPI: MPI_Win_flush_all.
     */
    public void flushAll() {
        throw MPIException.notYet("Win.flushAll");
    }

    /**
     * TODO. MPI: MPI_Compare_and_swap.
     *
     * @param origin TODO
     * @param compareAddr TODO
     * @param resultAddr TODO
     * @param targetType TODO
     * @param targetRank TODO
     * @param targetDisp TODO
     */
    public void compareAndSwap(Buffer origin, Buffer compareAddr, Buffer resultAddr, Datatype targetType,
                               int targetRank, int targetDisp) {
        throw MPIException.notYet("Win.compareAndSwap");
    }

    /**
     * TODO. MPI: MPI_Fetch_and_op.
     *
     * @param origin TODO
     * @param resultAddr TODO
     * @param dataType TODO
     * @param targetRank TODO
     * @param targetDisp TODO
     * @param op TODO
     */
    public void fetchAndOp(Buffer origin, Buffer resultAddr, Datatype dataType, int targetRank, int targetDisp,
                           Op op) {
        throw MPIException.notYet("Win.fetchAndOp");
    }

    /**
     * TODO. MPI: MPI_Win_flush_local.
     *
     * @param targetRank TODO
     */
    public void flushLocal(int targetRank) {
        throw MPIException.notYet("Win.flushLocal");
    }

    /**
     * TODO. MPI: MPI_Win_flush_local_all.
     */
    public void flushLocalAll() {
        throw MPIException.notYet("Win.flushLocalAll");
    }

    /**
     * TODO. MPI: MPI_Win_get_name.
     * @return TODO
     */
    public String getName() {
        throw MPIException.notYet("Win.getName");
    }

    /**
     * TODO. MPI: MPI_Win_set_name.
     *
     * @param name TODO
     */
    public void setName(String name) {
        throw MPIException.notYet("Win.setName");
    }
}
