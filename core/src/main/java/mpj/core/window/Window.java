package mpj.core.window;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import mpj.core.comm.Communicator;
import mpj.core.comm.Info;
import mpj.core.comm.ObjectName;
import mpj.core.datatype.Constants;
import mpj.core.datatype.TypeDescriptor;
import mpj.core.error.ErrorHandling;
import mpj.core.error.LiveEngine;
import mpj.core.group.ProcessGroup;
import mpj.core.op.OpDescriptor;
import mpj.core.request.Requests;
import mpj.core.request.RmaRequests;
import mpj.engine.CompleteOperation;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * Memory of each rank of a communicator that the other ranks can read and write, as it is below the APIs. MPI: MPI_Win.
 * The window of an API holds one of these and calls it for everything. Its methods throw the exceptions that the API's
 * error handling makes. Any thread may use it.
 *
 * <p>A target is a rank of the communicator for which the window was made, or {@link Constants#PROC_NULL}. A
 * displacement is in the target's displacement unit. The buffer of an operation is a Java array, a java.nio buffer or a
 * segment; the program must not change it or read a result from it until the epoch ends or a flush has returned.
 *
 * <p>The {@link Target} of a rank knows how to reach the rank's memory: by loads and stores if this process sees the
 * memory, by the operations of a C library of MPI if one carries the job, otherwise by requests to the rank's own
 * process.
 */
public final class Window {
    /** Assertions of synchronisation: bits, as MPI names them. */
    public static final int MODE_NOCHECK = 1;
    public static final int MODE_NOPRECEDE = 2;
    public static final int MODE_NOPUT = 4;
    public static final int MODE_NOSTORE = 8;
    public static final int MODE_NOSUCCEED = 16;
    public static final int LOCK_EXCLUSIVE = 0;
    public static final int LOCK_SHARED = 1;

    /** How a window got its memory. MPI: MPI_WIN_CREATE_FLAVOR. */
    public enum Flavor { CREATE, ALLOCATE, DYNAMIC, SHARED }

    /** The memory that a rank of a shared window shares. */
    public record Shared(MemorySegment memory, int displacementUnit) {
    }

    private final Flavor flavor;
    /** A communicator of its own, in which nobody else has messages or collectives. */
    private final Communicator comm;
    private final LiveEngine live;
    private final ErrorHandling errors;
    private final Requests requests;
    private final Info info;
    private final WindowMemory memory;
    private final Targets targets;
    private final Operations operations;
    private final Synchronization synchronization;
    /** Null if no rank needs requests to reach the memory of another. */
    private final Service service;
    private volatile String name = "";
    private volatile boolean freed;

    private Window(WindowCreation creation, Flavor flavor, Communicator parent, Info hints) {
        WindowCreation.Agreed agreed = creation.agree(parent);
        this.flavor = flavor;
        comm = agreed.comm();
        live = comm.live();
        errors = parent.errors().ofAnother("window");
        requests = new RmaRequests(live, errors, comm.membership().ranks);
        info = Info.empty();
        info.setAll(hints);
        memory = new WindowMemory(creation, agreed, flavor);
        targets = new Targets(memory.targets());
        Epochs epochs = new Epochs(targets.size());
        operations = new Operations(targets, epochs);
        synchronization = new Synchronization(comm, targets, epochs, memory);
        service = memory.isServed() ? memory.service() : null;
        if (service != null) {
            live.get().start(service.operation());
        }
        if (memory.needsProgress()) {
            live.get().progressThread(true); // so that a target is served while it computes
        }
        try {
            synchronization.barrier(); // from now on every rank may be a target
        } catch (EngineException e) {
            leave();
            throw e;
        }
    }

    private static Window made(Communicator comm, Supplier<Window> maker) {
        if (comm == null) {
            throw new EngineException(ErrorClass.ERR_COMM, "comm is null; pass one such as MPI.COMM_WORLD");
        }
        comm.checkOpen();
        return comm.errors().result(maker);
    }

    // ------------------------------------------------------------------------------------------- making and freeing

    /**
     * MPI_Win_create. All ranks call this.
     *
     * @param base this rank's memory, off the heap; null if it has none
     * @param bytes how much of it is in the window
     * @param displacementUnit in bytes
     * @param hints may be {@link Info#none}
     */
    public static Window create(Communicator comm, MemorySegment base, long bytes, long displacementUnit, Info hints) {
        MemorySegment memory = base == null && bytes != 0 ? MemorySegment.NULL : base;
        return made(comm, () -> new Window(new WindowCreation(Flavor.CREATE, memory, bytes, displacementUnit, hints),
            Flavor.CREATE, comm, hints));
    }

    /** MPI_Win_allocate: the library allocates the memory, in which every byte is 0; see {@link #base}. */
    public static Window allocate(Communicator comm, long bytes, int displacementUnit, Info hints) {
        return made(comm, () -> new Window(new WindowCreation(Flavor.ALLOCATE, null, bytes, displacementUnit, hints),
            Flavor.ALLOCATE, comm, hints));
    }

    /**
     * MPI_Win_allocate_shared: all ranks see each other's memory; see {@link #shared}. The memory of each rank begins
     * where the memory of the rank before ends, unless the hint {@code alloc_shared_noncontig} is {@code true} on
     * all ranks.
     */
    public static Window allocateShared(Communicator comm, long bytes, int displacementUnit, Info hints) {
        return made(comm, () -> new Window(new WindowCreation(Flavor.SHARED, null, bytes, displacementUnit, hints),
            Flavor.SHARED, comm, hints));
    }

    /**
     * MPI_Win_create_dynamic: the window has no memory at first; see {@link #attach}. Displacements are addresses, in
     * bytes.
     */
    public static Window createDynamic(Communicator comm, Info hints) {
        return made(comm, () -> new Window(new WindowCreation(Flavor.DYNAMIC, null, 0, 1, hints), Flavor.DYNAMIC, comm,
            hints));
    }

    /**
     * Takes part in making a window although the API has found this rank's arguments wrong. So the other ranks get an
     * error too. All ranks call this or one of the above.
     *
     * @return never
     */
    public static Window wrong(Communicator comm, ErrorClass error, String text) {
        return made(comm, () -> new Window(WindowCreation.wrong(new EngineException(error, text)), Flavor.ALLOCATE,
            comm, Info.none()));
    }

    /** MPI_Win_free. All ranks call this. If a rank is lost, the window is freed on this rank, and this is an error. */
    public void free() {
        run(() -> {
            FirstFailure failure;
            try {
                failure = synchronization.end();
            } catch (EngineException e) {
                if (e.error() == ErrorClass.ERR_PROC_FAILED) {
                    leave();
                }
                throw e;
            }
            freed = true;
            if (service != null) {
                service.end();
                live.get().finish(service.operation());
                service.close();
            }
            if (memory.needsProgress()) {
                live.get().progressThread(false);
            }
            memory.close();
            comm.free();
            failure.raise();
        });
    }

    /**
     * Ends the window on this rank, because a rank is lost. The others may not know of the loss yet. So what they reach
     * through this process stays until the end of MPI.
     */
    private void leave() {
        freed = true;
        if (memory.isOnlySeen()) {
            memory.close();
            comm.free();
        }
    }

    public boolean isFreed() {
        return freed;
    }

    // ------------------------------------------------------------------------------------------- memory

    /**
     * This rank's memory; of length 0 if it has none. Memory that the library allocated is gone when the window is
     * freed.
     */
    public MemorySegment base() {
        checkOpen();
        return memory.base();
    }

    /**
     * MPI_Win_shared_query.
     *
     * @param rank a rank, or PROC_NULL for the first rank that has any memory
     */
    public Shared shared(int rank) {
        return result(() -> {
            if (flavor != Flavor.SHARED) {
                throw new EngineException(ErrorClass.ERR_RMA_FLAVOR, "the window is of kind " + flavor
                    + ", whose memory is not shared; make one with allocateShared");
            }
            int found = rank;
            if (rank == Constants.PROC_NULL) {
                found = 0;
                while (found < targets.size() - 1 && targets.of(found).bytes == 0) {
                    found++;
                }
            }
            targets.checkRank(found);
            return new Shared(memory.shared(found), targets.of(found).unit);
        });
    }

    /** MPI_Win_attach: adds memory to a dynamic window. */
    public void attach(MemorySegment piece) {
        run(() -> memory.exposure().attach(WindowCreation.checkedBase(piece)));
    }

    /** MPI_Win_detach. */
    public void detach(MemorySegment piece) {
        run(() -> memory.exposure().detach(piece));
    }

    /**
     * The address of attached memory: the displacement by which other ranks name its first byte. The memory that was
     * attached first has address 0. MPI: MPI_Get_address.
     */
    public long address(MemorySegment piece) {
        return result(() -> memory.exposure().address(piece));
    }

    // ------------------------------------------------------------------------------------------- operations

    /** MPI_Put. */
    public void put(Object origin, int offset, int count, TypeDescriptor datatype, int target, long displacement,
                    int targetCount, TypeDescriptor targetType) {
        checkOpen();
        try {
            operations.put(origin, offset, count, datatype, target, displacement, targetCount, targetType, false);
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    /** MPI_Rput. {@link #requests} completes it. */
    public Operation startPut(Object origin, int offset, int count, TypeDescriptor datatype, int target,
                              long displacement, int targetCount, TypeDescriptor targetType) {
        return started(() -> operations.put(origin, offset, count, datatype, target, displacement, targetCount,
            targetType, true), target);
    }

    /** MPI_Get. */
    public void get(Object origin, int offset, int count, TypeDescriptor datatype, int target, long displacement,
                    int targetCount, TypeDescriptor targetType) {
        checkOpen();
        try {
            operations.get(origin, offset, count, datatype, target, displacement, targetCount, targetType, false);
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    /** MPI_Rget. */
    public Operation startGet(Object origin, int offset, int count, TypeDescriptor datatype, int target,
                              long displacement, int targetCount, TypeDescriptor targetType) {
        return started(() -> operations.get(origin, offset, count, datatype, target, displacement, targetCount,
            targetType, true), target);
    }

    /** MPI_Accumulate. */
    public void accumulate(Object origin, int offset, int count, TypeDescriptor datatype, int target,
                           long displacement, int targetCount, TypeDescriptor targetType, OpDescriptor op) {
        checkOpen();
        try {
            operations.accumulate(origin, offset, count, datatype, null, target, displacement, targetCount, targetType,
                op, false);
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    /** MPI_Raccumulate. */
    public Operation startAccumulate(Object origin, int offset, int count, TypeDescriptor datatype, int target,
                                     long displacement, int targetCount, TypeDescriptor targetType, OpDescriptor op) {
        return started(() -> operations.accumulate(origin, offset, count, datatype, null, target, displacement,
            targetCount, targetType, op, true), target);
    }

    /** MPI_Get_accumulate. With {@link OpDescriptor#NO_OP} nothing is taken from the origin. */
    public void getAccumulate(Object origin, int offset, int count, TypeDescriptor datatype, Object result,
                              int resultOffset, int resultCount, TypeDescriptor resultType, int target,
                              long displacement, int targetCount, TypeDescriptor targetType, OpDescriptor op) {
        checkOpen();
        try {
            operations.accumulate(origin, offset, count, datatype,
                operations.result(result, resultOffset, resultCount, resultType), target, displacement, targetCount,
                targetType, op, false);
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    /** MPI_Rget_accumulate. */
    public Operation startGetAccumulate(Object origin, int offset, int count, TypeDescriptor datatype, Object result,
                                        int resultOffset, int resultCount, TypeDescriptor resultType, int target,
                                        long displacement, int targetCount, TypeDescriptor targetType,
                                        OpDescriptor op) {
        return started(() -> operations.accumulate(origin, offset, count, datatype,
            operations.result(result, resultOffset, resultCount, resultType), target, displacement, targetCount,
            targetType, op, true), target);
    }

    /** MPI_Fetch_and_op. With {@link OpDescriptor#NO_OP} nothing is taken from the origin. */
    public void fetchAndOp(Object origin, int offset, Object result, int resultOffset, TypeDescriptor datatype,
                           int target, long displacement, OpDescriptor op) {
        checkOpen();
        try {
            operations.fetchAndOp(origin, offset, result, resultOffset, datatype, target, displacement, op);
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    /** MPI_Compare_and_swap. */
    public void compareAndSwap(Object origin, int offset, Object compare, int compareOffset, Object result,
                               int resultOffset, TypeDescriptor datatype, int target, long displacement) {
        checkOpen();
        try {
            operations.compareAndSwap(origin, offset, compare, compareOffset, result, resultOffset, datatype, target,
                displacement);
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    /** Completes the operations that {@code start…} returns. */
    public Requests requests() {
        return requests;
    }

    // ------------------------------------------------------------------------------------------- synchronisation

    /** MPI_Win_fence. */
    public void fence(int assertion) {
        checkOpen();
        try {
            synchronization.fence(assertion);
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    /** MPI_Win_start: waits until the targets have called post. */
    public void start(ProcessGroup group, int assertion) {
        run(() -> synchronization.start(group, assertion));
    }

    /** MPI_Win_complete. */
    public void complete() {
        run(synchronization::complete);
    }

    /** MPI_Win_post. */
    public void post(ProcessGroup group, int assertion) {
        run(() -> synchronization.post(group, assertion));
    }

    /** MPI_Win_wait. */
    public void await() {
        run(synchronization::await);
    }

    /** MPI_Win_test. */
    public boolean test() {
        return result(synchronization::test);
    }

    /** MPI_Win_lock. */
    public void lock(int type, int target, int assertion) {
        run(() -> synchronization.lock(type, target, assertion));
    }

    /** MPI_Win_unlock. */
    public void unlock(int target) {
        run(() -> synchronization.unlock(target));
    }

    /** MPI_Win_lock_all. */
    public void lockAll(int assertion) {
        run(() -> synchronization.lockAll(assertion));
    }

    /** MPI_Win_unlock_all. */
    public void unlockAll() {
        run(synchronization::unlockAll);
    }

    /** MPI_Win_flush. */
    public void flush(int target) {
        checkOpen();
        try {
            synchronization.flush(target);
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    /** MPI_Win_flush_all. */
    public void flushAll() {
        run(synchronization::flushAll);
    }

    /** MPI_Win_flush_local. */
    public void flushLocal(int target) {
        run(() -> synchronization.flushLocal(target));
    }

    /** MPI_Win_flush_local_all. */
    public void flushLocalAll() {
        run(synchronization::flushLocalAll);
    }

    /** MPI_Win_sync: makes this rank's stores visible to other ranks, and theirs to this rank. */
    public void sync() {
        run(synchronization::sync);
    }

    // ------------------------------------------------------------------------------------------- what is known of it

    public Flavor flavor() {
        checkOpen();
        return flavor;
    }

    /**
     * Whether a rank's own accesses and those of others go to the same memory, as they do in every window. MPI:
     * MPI_WIN_UNIFIED.
     */
    public boolean isUnified() {
        checkOpen();
        return true;
    }

    /** How much memory this rank has in the window, in bytes. MPI: MPI_WIN_SIZE. */
    public long bytes() {
        checkOpen();
        return memory.base().byteSize();
    }

    /** The displacement unit of this rank, in bytes. MPI: MPI_WIN_DISP_UNIT. */
    public int displacementUnit() {
        checkOpen();
        return targets.of(comm.membership().rank).unit;
    }

    /** MPI_Win_get_group. */
    public ProcessGroup group() {
        checkOpen();
        return comm.group();
    }

    /** MPI_Win_get_info: a copy of the hints in use. */
    public Info info() {
        checkOpen();
        return info.duplicate();
    }

    /** MPI_Win_set_info. */
    public void info(Info hints) {
        run(() -> {
            if (hints == null) {
                throw new EngineException(ErrorClass.ERR_INFO, "info is null; pass MPI.INFO_NULL if there is none");
            }
            info.setAll(hints);
        });
    }

    /** MPI_Win_get_name. */
    public String name() {
        checkOpen();
        return name;
    }

    /** MPI_Win_set_name. */
    public void name(String newName) {
        run(() -> name = ObjectName.checked(newName));
    }

    /**
     * Sets how errors are handled.
     *
     * @param handler the API's object
     */
    public void errorHandler(Object handler, boolean fatal) {
        checkOpen();
        errors.set(handler, fatal);
    }

    /** The API's object. */
    public Object errorHandler() {
        checkOpen();
        return errors.handler();
    }

    /** Handles an error of this class as if a call had found it. MPI: MPI_Win_call_errhandler. */
    public void callErrorHandler(int code) {
        checkOpen();
        throw errors.called(code);
    }

    // ------------------------------------------------------------------------------------------- every call

    /** Throws if the window was freed, or MPI has ended. */
    private void checkOpen() {
        if (freed) {
            throw errors.raise(ErrorClass.ERR_WIN, "the window was freed; no call may use it");
        }
        if (!live.isLive()) {
            throw errors.raise(LiveEngine.ended());
        }
    }

    private void run(Runnable call) {
        checkOpen();
        try {
            call.run();
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    private <T> T result(Supplier<T> call) {
        checkOpen();
        try {
            return call.get();
        } catch (RuntimeException e) {
            throw raised(e);
        }
    }

    private RuntimeException raised(RuntimeException e) {
        return errors.raise(e instanceof IllegalStateException || e instanceof WrongThreadException
            ? new EngineException(ErrorClass.ERR_WIN, "the memory of rank " + comm.membership().rank + "'s window"
                + " cannot be accessed (" + e.getMessage() + "); keep its arena open until the window is freed", e)
            : EngineException.of(e));
    }

    private Operation started(Supplier<Operation> call, int target) {
        Operation operation = result(call);
        return operation != null ? operation : new CompleteOperation(target == Constants.PROC_NULL);
    }
}
