package mpi;

import java.nio.Buffer;

/**
 * A window: memory of each rank that others read and write. MPI: MPI_Win. Not supported yet: every constructor throws
 * an {@link MPIException} of class {@link MPI#ERR_UNSUPPORTED_OPERATION}.
 */
public final class Win implements Freeable {
    /** No window. MPI: MPI_WIN_NULL. */
    public static final int WIN_NULL = 0;

    /** Memory of the rank alone. MPI: MPI_WIN_FLAVOR_ALLOCATE. */
    public static final int FLAVOR_PRIVATE = 0;

    /** Memory that the ranks of a host share. MPI: MPI_WIN_FLAVOR_SHARED. */
    public static final int FLAVOR_SHARED = 1;

    /**
     * Not supported yet. MPI: MPI_Win_create.
     *
     * @param base the memory
     * @param size how much, in bytes
     * @param dispUnit the unit of displacements, in bytes
     * @param info hints
     * @param comm whose ranks take part
     */
    public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) {
        throw MPIException.notYet("Win");
    }

    /**
     * Not supported yet. MPI: MPI_Win_allocate or MPI_Win_allocate_shared.
     *
     * @param size how much, in bytes
     * @param dispUnit the unit of displacements, in bytes
     * @param info hints
     * @param comm whose ranks take part
     * @param base the memory
     * @param flavor {@link #FLAVOR_PRIVATE} or {@link #FLAVOR_SHARED}
     */
    public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor) {
        throw MPIException.notYet("Win");
    }

    /**
     * Not supported yet. MPI: MPI_Win_create_dynamic.
     *
     * @param info hints
     * @param comm whose ranks take part
     */
    public Win(Info info, Comm comm) {
        throw MPIException.notYet("Win");
    }

    /**
     * Not supported yet. MPI: MPI_Win_attach.
     *
     * @param base the memory
     * @param size how much, in bytes
     */
    public void attach(Buffer base, int size) {
        throw MPIException.notYet("Win.attach");
    }

    /**
     * Not supported yet. MPI: MPI_Win_detach.
     *
     * @param base the memory
     */
    public void detach(Buffer base) {
        throw MPIException.notYet("Win.detach");
    }

    /**
     * Not supported yet. MPI: MPI_Win_get_group.
     *
     * @return the group
     */
    public Group getGroup() {
        throw MPIException.notYet("Win.getGroup");
    }

    /**
     * Not supported yet. MPI: MPI_Put.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in it
     * @param orgType their type
     * @param targetRank the other rank
     * @param targetDisp where the items are in its window, in the unit of displacements
     * @param targetCount the number of items there
     * @param targetType their type
     */
    public void put(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
                    Datatype targetType) {
        throw MPIException.notYet("Win.put");
    }

    /**
     * Not supported yet. MPI: MPI_Get.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in it
     * @param orgType their type
     * @param targetRank the other rank
     * @param targetDisp where the items are in its window, in the unit of displacements
     * @param targetCount the number of items there
     * @param targetType their type
     */
    public void get(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
                    Datatype targetType) {
        throw MPIException.notYet("Win.get");
    }

    /**
     * Not supported yet. MPI: MPI_Accumulate.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in it
     * @param orgType their type
     * @param targetRank the other rank
     * @param targetDisp where the items are in its window, in the unit of displacements
     * @param targetCount the number of items there
     * @param targetType their type
     * @param op the operation
     */
    public void accumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                           int targetCount, Datatype targetType, Op op) {
        throw MPIException.notYet("Win.accumulate");
    }

    /**
     * Not supported yet. MPI: MPI_Win_fence.
     *
     * @param assertion 0, or some of {@link MPI#MODE_NOCHECK} and the like
     */
    public void fence(int assertion) {
        throw MPIException.notYet("Win.fence");
    }

    /**
     * Not supported yet. MPI: MPI_Win_start.
     *
     * @param group the ranks on the other side
     * @param assertion 0, or some of {@link MPI#MODE_NOCHECK} and the like
     */
    public void start(Group group, int assertion) {
        throw MPIException.notYet("Win.start");
    }

    /**
     * Not supported yet. MPI: MPI_Win_complete.
     */
    public void complete() {
        throw MPIException.notYet("Win.complete");
    }

    /**
     * Not supported yet. MPI: MPI_Win_post.
     *
     * @param group the ranks on the other side
     * @param assertion 0, or some of {@link MPI#MODE_NOCHECK} and the like
     */
    public void post(Group group, int assertion) {
        throw MPIException.notYet("Win.post");
    }

    /**
     * Not supported yet. MPI: MPI_Win_wait.
     */
    public void waitFor() {
        throw MPIException.notYet("Win.waitFor");
    }

    /**
     * Not supported yet. MPI: MPI_Win_test.
     *
     * @return true if so
     */
    public boolean test() {
        throw MPIException.notYet("Win.test");
    }

    /**
     * Not supported yet. MPI: MPI_Win_lock.
     *
     * @param lockType {@link MPI#LOCK_EXCLUSIVE} or {@link MPI#LOCK_SHARED}
     * @param rank the window's rank
     * @param assertion 0, or some of {@link MPI#MODE_NOCHECK} and the like
     */
    public void lock(int lockType, int rank, int assertion) {
        throw MPIException.notYet("Win.lock");
    }

    /**
     * Not supported yet. MPI: MPI_Win_unlock.
     *
     * @param rank the window's rank
     */
    public void unlock(int rank) {
        throw MPIException.notYet("Win.unlock");
    }

    /**
     * Not supported yet. MPI: MPI_Win_set_errhandler.
     *
     * @param errhandler the handler
     */
    public void setErrhandler(Errhandler errhandler) {
        throw MPIException.notYet("Win.setErrhandler");
    }

    /**
     * Not supported yet. MPI: MPI_Win_get_errhandler.
     *
     * @return the handler
     */
    public Errhandler getErrhandler() {
        throw MPIException.notYet("Win.getErrhandler");
    }

    /**
     * Not supported yet. MPI: MPI_Win_call_errhandler.
     *
     * @param errorCode the error's class
     */
    public void callErrhandler(int errorCode) {
        throw MPIException.notYet("Win.callErrhandler");
    }

    /**
     * Not supported yet. MPI: MPI_Win_create_keyval.
     *
     * @return the keyval
     */
    public static int createKeyval() {
        throw MPIException.notYet("Win.createKeyval");
    }

    /**
     * Not supported yet. MPI: MPI_Win_free_keyval.
     *
     * @param keyval the key
     */
    public static void freeKeyval(int keyval) {
        throw MPIException.notYet("Win.freeKeyval");
    }

    /**
     * Not supported yet. MPI: MPI_Win_set_attr.
     *
     * @param keyval the key
     * @param value the value
     */
    public void setAttr(int keyval, Object value) {
        throw MPIException.notYet("Win.setAttr");
    }

    /**
     * Not supported yet. MPI: MPI_Win_get_attr.
     *
     * @param keyval the key
     * @return the value
     */
    public Object getAttr(int keyval) {
        throw MPIException.notYet("Win.getAttr");
    }

    /**
     * Not supported yet. MPI: MPI_Win_delete_attr.
     *
     * @param keyval the key
     */
    public void deleteAttr(int keyval) {
        throw MPIException.notYet("Win.deleteAttr");
    }

    /**
     * Not supported yet. MPI: MPI_Win_free.
     */
    public void free() {
        throw MPIException.notYet("Win.free");
    }

    /**
     * Not supported yet. MPI: MPI_Win_get_info.
     *
     * @return the hints
     */
    public Info getInfo() {
        throw MPIException.notYet("Win.getInfo");
    }

    /**
     * Not supported yet. MPI: MPI_Win_set_info.
     *
     * @param info hints
     */
    public void setInfo(Info info) {
        throw MPIException.notYet("Win.setInfo");
    }

    /**
     * Not supported yet. MPI: MPI_Rput.
     *
     * @param origin_addr this rank's buffer
     * @param origin_count the number of items in it
     * @param origin_datatype their type
     * @param target_rank the other rank
     * @param target_disp where the items are in its window, in the unit of displacements
     * @param target_count the number of items there
     * @param target_datatype their type
     * @return the request
     */
    public Request rPut(Buffer origin_addr, int origin_count, Datatype origin_datatype, int target_rank,
                              int target_disp, int target_count, Datatype target_datatype) {
        throw MPIException.notYet("Win.rPut");
    }

    /**
     * Not supported yet. MPI: MPI_Rget.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in it
     * @param orgType their type
     * @param targetRank the other rank
     * @param targetDisp where the items are in its window, in the unit of displacements
     * @param targetCount the number of items there
     * @param targetType their type
     * @return the request
     */
    public Request rGet(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                              int targetCount, Datatype targetType) {
        throw MPIException.notYet("Win.rGet");
    }

    /**
     * Not supported yet. MPI: MPI_Raccumulate.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in it
     * @param orgType their type
     * @param targetRank the other rank
     * @param targetDisp where the items are in its window, in the unit of displacements
     * @param targetCount the number of items there
     * @param targetType their type
     * @param op the operation
     * @return the request
     */
    public Request rAccumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                               int targetCount, Datatype targetType, Op op) {
        throw MPIException.notYet("Win.rAccumulate");
    }

    /**
     * Not supported yet. MPI: MPI_Get_accumulate.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in it
     * @param orgType their type
     * @param resultAddr what was there before
     * @param resultCount the number of items of it
     * @param resultType their type
     * @param targetRank the other rank
     * @param targetDisp where the items are in its window, in the unit of displacements
     * @param targetCount the number of items there
     * @param targetType their type
     * @param op the operation
     */
    public void getAccumulate(Buffer origin, int orgCount, Datatype orgType, Buffer resultAddr, int resultCount,
                              Datatype resultType, int targetRank, int targetDisp, int targetCount,
                              Datatype targetType, Op op) {
        throw MPIException.notYet("Win.getAccumulate");
    }

    /**
     * Not supported yet. MPI: MPI_Rget_accumulate.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in it
     * @param orgType their type
     * @param resultAddr what was there before
     * @param resultCount the number of items of it
     * @param resultType their type
     * @param targetRank the other rank
     * @param targetDisp where the items are in its window, in the unit of displacements
     * @param targetCount the number of items there
     * @param targetType their type
     * @param op the operation
     * @return the request
     */
    public Request rGetAccumulate(Buffer origin, int orgCount, Datatype orgType, Buffer resultAddr, int resultCount,
                                  Datatype resultType, int targetRank, int targetDisp, int targetCount,
                                  Datatype targetType, Op op) {
        throw MPIException.notYet("Win.rGetAccumulate");
    }

    /**
     * Not supported yet. MPI: MPI_Win_lock_all.
     *
     * @param assertion 0, or some of {@link MPI#MODE_NOCHECK} and the like
     */
    public void lockAll(int assertion) {
        throw MPIException.notYet("Win.lockAll");
    }

    /**
     * Not supported yet. MPI: MPI_Win_unlock_all.
     */
    public void unlockAll() {
        throw MPIException.notYet("Win.unlockAll");
    }

    /**
     * Not supported yet. MPI: MPI_Win_sync.
     */
    public void sync() {
        throw MPIException.notYet("Win.sync");
    }

    /**
     * Not supported yet. MPI: MPI_Win_flush.
     *
     * @param targetRank the other rank
     */
    public void flush(int targetRank) {
        throw MPIException.notYet("Win.flush");
    }

    /**
     * Not supported yet. MPI: MPI_Win_flush_all.
     */
    public void flushAll() {
        throw MPIException.notYet("Win.flushAll");
    }

    /**
     * Not supported yet. MPI: MPI_Compare_and_swap.
     *
     * @param origin this rank's buffer
     * @param compareAddr what is compared with
     * @param resultAddr what was there before
     * @param targetType their type
     * @param targetRank the other rank
     * @param targetDisp where the items are in its window, in the unit of displacements
     */
    public void compareAndSwap(Buffer origin, Buffer compareAddr, Buffer resultAddr, Datatype targetType,
                               int targetRank, int targetDisp) {
        throw MPIException.notYet("Win.compareAndSwap");
    }

    /**
     * Not supported yet. MPI: MPI_Fetch_and_op.
     *
     * @param origin this rank's buffer
     * @param resultAddr what was there before
     * @param dataType the type of the item
     * @param targetRank the other rank
     * @param targetDisp where the items are in its window, in the unit of displacements
     * @param op the operation
     */
    public void fetchAndOp(Buffer origin, Buffer resultAddr, Datatype dataType, int targetRank, int targetDisp,
                           Op op) {
        throw MPIException.notYet("Win.fetchAndOp");
    }

    /**
     * Not supported yet. MPI: MPI_Win_flush_local.
     *
     * @param targetRank the other rank
     */
    public void flushLocal(int targetRank) {
        throw MPIException.notYet("Win.flushLocal");
    }

    /**
     * Not supported yet. MPI: MPI_Win_flush_local_all.
     */
    public void flushLocalAll() {
        throw MPIException.notYet("Win.flushLocalAll");
    }

    /**
     * Not supported yet. MPI: MPI_Win_get_name.
     *
     * @return the name
     */
    public String getName() {
        throw MPIException.notYet("Win.getName");
    }

    /**
     * Not supported yet. MPI: MPI_Win_set_name.
     *
     * @param name the name
     */
    public void setName(String name) {
        throw MPIException.notYet("Win.setName");
    }
}
