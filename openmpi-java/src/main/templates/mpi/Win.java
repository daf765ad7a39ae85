package mpi;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import mpj.core.comm.Attributes;
import mpj.core.comm.Communicator;
import mpj.core.window.Window;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * A window: memory of each rank of a communicator that the other ranks can read and write, without a call of the rank
 * that owns the memory. MPI: MPI_Win, chapter 11 of MPI 3.1.
 *
 * <p>An operation names a rank of the communicator as its target, and a place in that rank's memory. The place is the
 * displacement, multiplied by the target's unit of displacements. An operation must be called in an epoch: between two
 * calls of {@link #fence}, between {@link #start} and {@link #complete}, between {@link #lock} and {@link #unlock}, or
 * between {@link #lockAll} and {@link #unlockAll}. The operation may continue after the call. Until its epoch ends, or
 * until {@link #flush} or {@link #flushLocal} returns, the program must not change the operation's buffers, nor read
 * results from them.
 *
 * {@snippet :
 * // each rank writes its number into the memory of the next rank
 * IntBuffer memory = MPI.newIntBuffer(1);
 * Win win = new Win(memory, 1, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
 * int rank = MPI.COMM_WORLD.getRank();
 * win.fence(0);
 * win.put(new int[] {rank}, 1, MPI.INT, (rank + 1) % MPI.COMM_WORLD.getSize(), 0, 1, MPI.INT);
 * win.fence(0);
 * System.out.println("rank " + memory.get(0) + " wrote this");
 * win.free();
 * }
 *
 * <p>The memory of a window is a direct buffer or a segment off the heap that the program has, or the library allocates
 * it ({@link #allocate}). Memory that the library allocates is faster between ranks of one host. The first element of a
 * java.nio buffer is element 0: its position and limit do not count. The elements in the memory have the machine's byte
 * order, which is also the byte order of buffers from {@link MPI#newIntBuffer} and the similar methods.
 *
 * <p>Any thread may use a window. The following errors exist in addition to the errors of messages. They are reported
 * to the calling rank, and an operation that fails with one of them changes nothing at the target:
 * <ul>
 * <li>{@link MPI#ERR_RMA_RANGE}: the items are not in the target's memory;
 * <li>{@link MPI#ERR_RMA_SYNC}: an operation is not in an epoch, or epochs are opened or closed in a wrong order;
 * <li>{@link MPI#ERR_WIN}: the window was freed;
 * <li>{@link MPI#ERR_TYPE}: a datatype is null, freed or not committed, or its elements differ from the elements of the
 *     other datatype;
 * <li>{@link MPI#ERR_OP}: an operation was defined by the program, or is not defined for the datatype.
 * </ul>
 * Every rank of the communicator must call the constructors and the static methods that make a window. Either all ranks
 * get the window, or all ranks get an error.
 */
public final class Win implements Freeable {
    /** No window. MPI: MPI_WIN_NULL. */
    public static final int WIN_NULL = 0;

    /**
     * Memory of one rank, which other ranks reach only through operations of the window. MPI: MPI_WIN_FLAVOR_ALLOCATE.
     */
    public static final int FLAVOR_PRIVATE = 0;

    /** Memory that the ranks of a host share. MPI: MPI_WIN_FLAVOR_SHARED. */
    public static final int FLAVOR_SHARED = 1;

    /** Stands for a heap buffer. A window cannot use the memory of one, so all ranks get an error. */
    private static final MemorySegment HEAP = MemorySegment.ofArray(new byte[0]);

    private final Window core;
    /** The buffer that the program has passed as the memory, or null if it has passed none. */
    private final Buffer base;
    private final Attributes attributes = Attributes.ofWindow(MPI.KEYVALS);

    /** No other constructor takes an object of core. javac would need its class to choose among the constructors. */
    private Win(Window core) {
        this.core = core;
        base = null;
    }

    // ------------------------------------------------------------------------------------------- making, freeing

    /**
     * Makes a window of memory that the program has. Every rank of the communicator must call this.
     * MPI: MPI_Win_create.
     *
     * @param base this rank's memory, a direct buffer
     * @param size the size of the part that is in the window, in elements of the buffer
     * @param dispUnit the unit of displacements, in elements of the buffer, at least 1
     * @param info hints; {@link MPI#INFO_NULL} for none
     * @param comm the communicator whose ranks take part, not an intercommunicator
     * @throws MPIException of class {@link MPI#ERR_BUFFER} when the buffer is a heap buffer or read-only,
     *     {@link MPI#ERR_SIZE} when the buffer has fewer elements, {@link MPI#ERR_DISP} when the unit is not positive
     */
    public Win(Buffer base, int size, int dispUnit, Info info, Comm comm) {
        core = created(Comm.argument(comm, "comm"), base, size, dispUnit, info);
        this.base = base;
    }

    private static Window created(Communicator comm, Buffer base, int size, int dispUnit, Info info) {
        return Window.create(comm, memory(base), bytes(size, base), (long) dispUnit * elementBytes(base),
            Info.core(info));
    }

    /**
     * Makes a window of the memory of {@code base}, as {@link #Win(Buffer, int, int, Info, Comm)} does, or, if
     * {@code base} is null, a window of memory that the library allocates. The flavor matters only in the second case.
     * {@link #getSegment} and the attribute {@link MPI#WIN_BASE} return the memory. Every rank of the communicator must
     * call this. MPI: MPI_Win_allocate or MPI_Win_allocate_shared.
     *
     * @param size the size of the memory, in elements of {@code base}, or in bytes if {@code base} is null
     * @param dispUnit the unit of displacements, in elements of {@code base}, or in bytes if {@code base} is null
     * @param info hints; {@link MPI#INFO_NULL} for none
     * @param comm the communicator whose ranks take part, not an intercommunicator
     * @param base the memory, a direct buffer; or null
     * @param flavor {@link #FLAVOR_PRIVATE} or {@link #FLAVOR_SHARED}
     * @throws MPIException like {@link #Win(Buffer, int, int, Info, Comm)}, {@link #allocate} and
     *     {@link #allocateShared}, and of class {@link MPI#ERR_ARG} for another flavor
     */
    public Win(int size, int dispUnit, Info info, Comm comm, Buffer base, int flavor) {
        core = made(size, dispUnit, info, Comm.argument(comm, "comm"), base, flavor);
        this.base = base;
    }

    private static Window made(int size, int dispUnit, Info info, Communicator comm, Buffer base, int flavor) {
        if (flavor != FLAVOR_PRIVATE && flavor != FLAVOR_SHARED) {
            return Window.wrong(comm, ErrorClass.ERR_ARG, "flavor is " + flavor
                + "; it must be Win.FLAVOR_PRIVATE or Win.FLAVOR_SHARED");
        }
        if (base != null) {
            return created(comm, base, size, dispUnit, info);
        }
        return flavor == FLAVOR_SHARED ? Window.allocateShared(comm, size, dispUnit, Info.core(info))
            : Window.allocate(comm, size, dispUnit, Info.core(info));
    }

    /**
     * Makes a dynamic window, which has no memory until {@link #attach}. Displacements in a dynamic window are
     * addresses in bytes, as {@link #getAddress} returns them. Every rank of the communicator must call this.
     * MPI: MPI_Win_create_dynamic.
     *
     * @param info hints; {@link MPI#INFO_NULL} for none
     * @param comm the communicator whose ranks take part, not an intercommunicator
     */
    public Win(Info info, Comm comm) {
        core = Window.createDynamic(Comm.argument(comm, "comm"), Info.core(info));
        base = null;
    }

    /**
     * Makes a window of memory that the program has. Every rank of the communicator must call this. Open MPI's bindings
     * do not have this method. MPI: MPI_Win_create.
     *
     * @param base this rank's memory, a segment off the heap. The whole segment is in the window. A rank without memory
     *     passes a segment of length 0
     * @param dispUnit the unit of displacements, in bytes, at least 1
     * @param info hints; {@link MPI#INFO_NULL} for none
     * @param comm the communicator whose ranks take part, not an intercommunicator
     * @return the window
     * @throws MPIException like {@link #Win(Buffer, int, int, Info, Comm)}, and of class {@link MPI#ERR_BUFFER} when
     *     the segment's arena is confined to one thread
     */
    public static Win create(MemorySegment base, int dispUnit, Info info, Comm comm) {
        return new Win(Window.create(Comm.argument(comm, "comm"), base, base == null ? 0 : base.byteSize(), dispUnit,
            Info.core(info)));
    }

    /**
     * Makes a window of memory that the library allocates, in which every byte is 0. The memory exists as long as the
     * window. Every rank of the communicator must call this. Open MPI's bindings do not have this method.
     * MPI: MPI_Win_allocate.
     *
     * @param bytes the size of this rank's memory in bytes, at least 0; 2^31 and more are possible
     * @param dispUnit the unit of displacements, in bytes, at least 1
     * @param info hints; {@link MPI#INFO_NULL} for none
     * @param comm the communicator whose ranks take part, not an intercommunicator
     * @return the window, whose {@link #getSegment} returns the memory
     * @throws MPIException of class {@link MPI#ERR_SIZE} when the size is negative, {@link MPI#ERR_DISP} when the unit
     *     is not positive, {@link MPI#ERR_NO_MEM} when there is not enough memory
     */
    public static Win allocate(long bytes, int dispUnit, Info info, Comm comm) {
        return new Win(Window.allocate(Comm.argument(comm, "comm"), bytes, dispUnit, Info.core(info)));
    }

    /**
     * Makes a window of memory that all ranks can load from and store to ({@link #sharedQuery}). Every byte of it is 0.
     * The memory exists as long as the window. The ranks must be on one host ({@link Intracomm#splitType}). Every rank
     * of the communicator must call this. Open MPI's bindings do not have this method. MPI: MPI_Win_allocate_shared.
     *
     * @param bytes the size of this rank's memory in bytes, at least 0; 2^31 and more are possible
     * @param dispUnit the unit of displacements, in bytes, at least 1
     * @param info hints; {@link MPI#INFO_NULL} for none
     * @param comm the communicator whose ranks take part, not an intercommunicator
     * @return the window, whose {@link #getSegment} returns this rank's own memory
     * @throws MPIException like {@link #allocate}, and of class {@link MPI#ERR_RMA_SHARED} when the ranks have no
     *     memory in common
     */
    public static Win allocateShared(long bytes, int dispUnit, Info info, Comm comm) {
        return new Win(Window.allocateShared(Comm.argument(comm, "comm"), bytes, dispUnit, Info.core(info)));
    }

    /**
     * Frees the window, when every rank has called this and every operation is complete. This also frees the memory
     * that the library has allocated. An access to a segment or buffer of this memory then throws an
     * {@link IllegalStateException}. MPI: MPI_Win_free.
     *
     * @throws MPIException of class {@link MPI#ERR_RMA_SYNC} while this rank has an epoch open that was not opened by
     *     {@link #fence}, and {@link MPI#ERR_WIN} when the window was freed before
     */
    @Override
    public void free() {
        core.free();
    }

    // ------------------------------------------------------------------------------------------- memory

    /**
     * Adds memory to a dynamic window. MPI: MPI_Win_attach.
     *
     * @param base the memory, a direct buffer
     * @param size the size of the part to attach, in elements of the buffer
     * @throws MPIException of class {@link MPI#ERR_RMA_FLAVOR} when the window is not dynamic,
     *     {@link MPI#ERR_RMA_ATTACH} when a part of the memory is already attached, {@link MPI#ERR_BUFFER} when the
     *     buffer is a heap buffer, {@link MPI#ERR_SIZE} when the buffer has fewer elements
     */
    public void attach(Buffer base, int size) {
        long bytes = bytes(size, base);
        MemorySegment memory = memory(base);
        if (memory != null && memory != HEAP && (bytes < 0 || bytes > memory.byteSize())) {
            throw new MPIException(ErrorClass.ERR_SIZE, "size is " + size + "; it must be 0 to " + base.capacity()
                + ", the number of elements of base");
        }
        core.attach(memory == null || memory == HEAP ? memory : memory.asSlice(0, bytes));
    }

    /**
     * Adds memory to a dynamic window. Open MPI's bindings do not have this method. MPI: MPI_Win_attach.
     *
     * @param base the memory, a segment off the heap
     * @throws MPIException like {@link #attach(Buffer, int)}, and of class {@link MPI#ERR_BUFFER} when the segment's
     *     arena is confined to one thread
     */
    public void attach(MemorySegment base) {
        core.attach(base);
    }

    /**
     * Removes memory from a dynamic window. MPI: MPI_Win_detach.
     *
     * @param base the memory that was attached
     * @throws MPIException of class {@link MPI#ERR_RMA_ATTACH} when the memory is not attached
     */
    public void detach(Buffer base) {
        core.detach(first(memory(base)));
    }

    /**
     * The same as {@link #detach(Buffer)}, but for a segment.
     *
     * @param base the memory that was attached
     * @throws MPIException of class {@link MPI#ERR_RMA_ATTACH} when the memory is not attached
     */
    public void detach(MemorySegment base) {
        core.detach(base);
    }

    /**
     * The address of attached memory: the displacement with which other ranks name its first byte. The address is not
     * an address of the machine. The memory that a rank attaches first to a window has address 0. Open MPI's bindings
     * do not have this method. MPI: MPI_Get_address.
     *
     * @param base a direct buffer whose first element lies in attached memory
     * @return the address, in bytes
     * @throws MPIException of class {@link MPI#ERR_RMA_ATTACH} when the memory is not attached
     */
    public long getAddress(Buffer base) {
        return core.address(first(memory(base)));
    }

    /**
     * The same as {@link #getAddress(Buffer)}, but for a segment.
     *
     * @param base a segment whose first byte lies in attached memory
     * @return the address, in bytes
     * @throws MPIException of class {@link MPI#ERR_RMA_ATTACH} when the memory is not attached
     */
    public long getAddress(MemorySegment base) {
        return core.address(first(base));
    }

    /**
     * This rank's memory. Open MPI's bindings do not have this method. MPI: the attribute MPI_WIN_BASE.
     *
     * @return the memory; its length is 0 if this rank has no memory or if the window is dynamic
     */
    public MemorySegment getSegment() {
        return core.base();
    }

    /**
     * The memory of a rank of a shared window. Both ranks may load from it and store to it. {@link #sync} together with
     * messages, or {@link #fence}, orders the accesses of the two ranks. Open MPI's bindings do not have this method.
     * MPI: MPI_Win_shared_query.
     *
     * @param rank the rank that owns the memory; {@link MPI#PROC_NULL} for the first rank that has memory
     * @return the memory
     * @throws MPIException of class {@link MPI#ERR_RMA_FLAVOR} when the window is not shared
     */
    public MemorySegment sharedQuery(int rank) {
        return core.shared(rank).memory();
    }

    /** The whole memory of a buffer, whatever its position and limit are. */
    private static MemorySegment memory(Buffer buffer) {
        return buffer == null ? null : buffer.isDirect() ? MemorySegment.ofBuffer(buffer.duplicate().clear()) : HEAP;
    }

    /**
     * The first byte of the memory. The rest does not matter, because a buffer may be longer than its attached part.
     */
    private static MemorySegment first(MemorySegment memory) {
        return memory == null ? MemorySegment.NULL : memory.asSlice(0, Math.min(1, memory.byteSize()));
    }

    /** The size of the given number of elements, in bytes; 0 for a heap buffer, because its size does not matter. */
    private static long bytes(int elements, Buffer buffer) {
        return buffer == null || buffer.isDirect() ? (long) elements * elementBytes(buffer) : 0;
    }

    private static int elementBytes(Buffer buffer) {
        return switch (buffer) {
            case null -> 1;
            case ByteBuffer _ -> Byte.BYTES;
            case CharBuffer _ -> Character.BYTES;
            case ShortBuffer _ -> Short.BYTES;
            case IntBuffer _ -> Integer.BYTES;
            case LongBuffer _ -> Long.BYTES;
            case FloatBuffer _ -> Float.BYTES;
            case DoubleBuffer _ -> Double.BYTES;
        };
    }

    // ------------------------------------------------------------------------------------------- operations

    //@any
    /**
     * Writes items into a target's memory. MPI: MPI_Put.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in the buffer
     * @param orgType the type of these items
     * @param targetRank the target, or {@link MPI#PROC_NULL}, for which nothing is done
     * @param targetDisp the place of the items in the target's memory, in the target's unit of displacements
     * @param targetCount the number of items there
     * @param targetType the type of the items there
     */
    public void put(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
                    Datatype targetType) {
        core.put(origin, 0, orgCount, Datatype.core(orgType), targetRank, targetDisp, targetCount,
            Datatype.core(targetType));
    }

    //@any
    /**
     * Writes items into a target's memory, as {@link #put} does, and returns a request. The request is complete when
     * the buffer may be used again. It does not tell whether the items have arrived at the target; use {@link #flush}
     * for this. MPI allows this only in epochs of {@link #lock} and {@link #lockAll}; this library allows it in all
     * epochs. MPI: MPI_Rput.
     *
     * @param origin_addr this rank's buffer
     * @param origin_count the number of items in the buffer
     * @param origin_datatype the type of these items
     * @param target_rank the target, or {@link MPI#PROC_NULL}, for which nothing is done
     * @param target_disp the place of the items in the target's memory, in the target's unit of displacements
     * @param target_count the number of items there
     * @param target_datatype the type of the items there
     * @return the request
     */
    public Request rPut(Buffer origin_addr, int origin_count, Datatype origin_datatype, int target_rank,
                        int target_disp, int target_count, Datatype target_datatype) {
        return request(core.startPut(origin_addr, 0, origin_count, Datatype.core(origin_datatype), target_rank,
            target_disp, target_count, Datatype.core(target_datatype)));
    }

    //@any
    /**
     * Reads items from a target's memory. MPI: MPI_Get.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in the buffer
     * @param orgType the type of these items
     * @param targetRank the target, or {@link MPI#PROC_NULL}, for which nothing is done
     * @param targetDisp the place of the items in the target's memory, in the target's unit of displacements
     * @param targetCount the number of items there
     * @param targetType the type of the items there
     */
    public void get(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
                    Datatype targetType) {
        core.get(origin, 0, orgCount, Datatype.core(orgType), targetRank, targetDisp, targetCount,
            Datatype.core(targetType));
    }

    //@any
    /**
     * Reads items from a target's memory, as {@link #get} does, and returns a request. The request is complete when the
     * items are in the buffer. See {@link #rPut} for the epochs. MPI: MPI_Rget.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in the buffer
     * @param orgType the type of these items
     * @param targetRank the target, or {@link MPI#PROC_NULL}, for which nothing is done
     * @param targetDisp the place of the items in the target's memory, in the target's unit of displacements
     * @param targetCount the number of items there
     * @param targetType the type of the items there
     * @return the request
     */
    public Request rGet(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp, int targetCount,
                        Datatype targetType) {
        return request(core.startGet(origin, 0, orgCount, Datatype.core(orgType), targetRank, targetDisp, targetCount,
            Datatype.core(targetType)));
    }

    //@any
    /**
     * Combines items with the items in a target's memory: {@code target = target op origin}. Each element is combined
     * atomically. The accumulates of one rank are carried out in the order of its calls. MPI: MPI_Accumulate.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in the buffer
     * @param orgType the type of these items
     * @param targetRank the target, or {@link MPI#PROC_NULL}, for which nothing is done
     * @param targetDisp the place of the items in the target's memory, in the target's unit of displacements
     * @param targetCount the number of items there
     * @param targetType the type of the items there
     * @param op a predefined operation, or {@link MPI#REPLACE}
     */
    public void accumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                           int targetCount, Datatype targetType, Op op) {
        core.accumulate(origin, 0, orgCount, Datatype.core(orgType), targetRank, targetDisp, targetCount,
            Datatype.core(targetType), Op.core(op));
    }

    //@any
    /**
     * Combines items with the items in a target's memory, as {@link #accumulate} does, and returns a request. The
     * request is complete when the buffer may be used again. See {@link #rPut} for the epochs. MPI: MPI_Raccumulate.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in the buffer
     * @param orgType the type of these items
     * @param targetRank the target, or {@link MPI#PROC_NULL}, for which nothing is done
     * @param targetDisp the place of the items in the target's memory, in the target's unit of displacements
     * @param targetCount the number of items there
     * @param targetType the type of the items there
     * @param op a predefined operation, or {@link MPI#REPLACE}
     * @return the request
     */
    public Request rAccumulate(Buffer origin, int orgCount, Datatype orgType, int targetRank, int targetDisp,
                               int targetCount, Datatype targetType, Op op) {
        return request(core.startAccumulate(origin, 0, orgCount, Datatype.core(orgType), targetRank, targetDisp,
            targetCount, Datatype.core(targetType), Op.core(op)));
    }

    //@any
    /**
     * Combines items with the items in a target's memory, and reads the items that were there before. With
     * {@link MPI#NO_OP}, it only reads, and {@code origin} is ignored. MPI: MPI_Get_accumulate.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in the buffer
     * @param orgType the type of these items
     * @param resultAddr the buffer for the previous content
     * @param resultCount the number of items read
     * @param resultType the type of the items read
     * @param targetRank the target, or {@link MPI#PROC_NULL}, for which nothing is done
     * @param targetDisp the place of the items in the target's memory, in the target's unit of displacements
     * @param targetCount the number of items there
     * @param targetType the type of the items there
     * @param op a predefined operation, or {@link MPI#REPLACE} or {@link MPI#NO_OP}
     */
    public void getAccumulate(Buffer origin, int orgCount, Datatype orgType, Buffer resultAddr, int resultCount,
                              Datatype resultType, int targetRank, int targetDisp, int targetCount, Datatype targetType,
                              Op op) {
        core.getAccumulate(origin, 0, orgCount, Datatype.core(orgType), resultAddr, 0, resultCount,
            Datatype.core(resultType), targetRank, targetDisp, targetCount, Datatype.core(targetType), Op.core(op));
    }

    //@any
    /**
     * Combines and reads items, as {@link #getAccumulate} does, and returns a request. The request is complete when the
     * previous content is in its buffer. See {@link #rPut} for the epochs. MPI: MPI_Rget_accumulate.
     *
     * @param origin this rank's buffer
     * @param orgCount the number of items in the buffer
     * @param orgType the type of these items
     * @param resultAddr the buffer for the previous content
     * @param resultCount the number of items read
     * @param resultType the type of the items read
     * @param targetRank the target, or {@link MPI#PROC_NULL}, for which nothing is done
     * @param targetDisp the place of the items in the target's memory, in the target's unit of displacements
     * @param targetCount the number of items there
     * @param targetType the type of the items there
     * @param op a predefined operation, or {@link MPI#REPLACE} or {@link MPI#NO_OP}
     * @return the request
     */
    public Request rGetAccumulate(Buffer origin, int orgCount, Datatype orgType, Buffer resultAddr, int resultCount,
                                  Datatype resultType, int targetRank, int targetDisp, int targetCount,
                                  Datatype targetType, Op op) {
        return request(core.startGetAccumulate(origin, 0, orgCount, Datatype.core(orgType), resultAddr, 0, resultCount,
            Datatype.core(resultType), targetRank, targetDisp, targetCount, Datatype.core(targetType), Op.core(op)));
    }

    //@any
    /**
     * Combines one element with one element in a target's memory, and reads the previous content. It is a
     * {@link #getAccumulate} of one element. MPI: MPI_Fetch_and_op.
     *
     * @param origin this rank's buffer
     * @param resultAddr the buffer for the previous content
     * @param dataType the type of the element, a predefined one
     * @param targetRank the target, or {@link MPI#PROC_NULL}, for which nothing is done
     * @param targetDisp the place of the element in the target's memory, in the target's unit of displacements
     * @param op a predefined operation, {@link MPI#REPLACE}, or {@link MPI#NO_OP}, which ignores {@code origin}
     */
    public void fetchAndOp(Buffer origin, Buffer resultAddr, Datatype dataType, int targetRank, int targetDisp, Op op) {
        core.fetchAndOp(origin, 0, resultAddr, 0, Datatype.core(dataType), targetRank, targetDisp, Op.core(op));
    }

    //@any
    /**
     * Writes one element into a target's memory if the content there is equal to a given element, and reads the
     * previous content. MPI: MPI_Compare_and_swap.
     *
     * @param origin the buffer with the element to write
     * @param compareAddr the buffer with the element to compare with
     * @param resultAddr the buffer for the previous content
     * @param targetType the type of the element, a predefined one; elements are compared bit by bit
     * @param targetRank the target, or {@link MPI#PROC_NULL}, for which nothing is done
     * @param targetDisp the place of the element in the target's memory, in the target's unit of displacements
     */
    public void compareAndSwap(Buffer origin, Buffer compareAddr, Buffer resultAddr, Datatype targetType,
                               int targetRank, int targetDisp) {
        core.compareAndSwap(origin, 0, compareAddr, 0, resultAddr, 0, Datatype.core(targetType), targetRank,
            targetDisp);
    }

    private Request request(Operation operation) {
        return new Request(core.requests(), operation);
    }

    // ------------------------------------------------------------------------------------------- synchronisation

    /**
     * Ends the epoch that the previous fence began on all ranks, when all operations of this epoch are complete, and
     * begins the next one. Every rank must call this. MPI: MPI_Win_fence.
     *
     * @param assertion 0, or a sum of {@link MPI#MODE_NOSTORE}, {@link MPI#MODE_NOPUT}, {@link MPI#MODE_NOPRECEDE} and
     *     {@link MPI#MODE_NOSUCCEED}
     * @throws MPIException of class {@link MPI#ERR_ASSERT} when the assertion has other bits
     */
    public void fence(int assertion) {
        core.fence(assertion);
    }

    /**
     * Begins an epoch in which this rank can access the ranks of a group. Each of these ranks calls {@link #post}.
     * MPI: MPI_Win_start.
     *
     * @param group the targets
     * @param assertion 0, or {@link MPI#MODE_NOCHECK} if every target has already called {@link #post}
     * @throws MPIException of class {@link MPI#ERR_GROUP} when the group is null or was freed, or when it has members
     *     that are not ranks of the window
     */
    public void start(Group group, int assertion) {
        core.start(Group.core(group), assertion);
    }

    /**
     * Ends the epoch that {@link #start} has begun, when this rank's operations in the epoch are complete.
     * MPI: MPI_Win_complete.
     */
    public void complete() {
        core.complete();
    }

    /**
     * Begins an epoch in which the ranks of a group can access this rank. Each of these ranks calls {@link #start}.
     * This method does not wait for them. MPI: MPI_Win_post.
     *
     * @param group the ranks that may access this rank
     * @param assertion 0, or a sum of {@link MPI#MODE_NOCHECK}, {@link MPI#MODE_NOSTORE} and {@link MPI#MODE_NOPUT}
     * @throws MPIException of class {@link MPI#ERR_GROUP} when the group is null or was freed, or when it has members
     *     that are not ranks of the window
     */
    public void post(Group group, int assertion) {
        core.post(Group.core(group), assertion);
    }

    /**
     * Ends the epoch that {@link #post} has begun, when every rank of the group has called {@link #complete} and all
     * their operations are complete. MPI: MPI_Win_wait.
     */
    public void waitFor() {
        core.await();
    }

    /**
     * The same as {@link #waitFor}, but without waiting. MPI: MPI_Win_test.
     *
     * @return true if the epoch has ended; if false, the program may call this again
     */
    public boolean test() {
        return core.test();
    }

    /**
     * Begins an epoch in which this rank can access one target. The target makes no call for this. MPI: MPI_Win_lock.
     *
     * @param lockType {@link MPI#LOCK_EXCLUSIVE} if no other rank may lock the target at the same time, or
     *     {@link MPI#LOCK_SHARED} if other ranks may have a shared lock of it
     * @param rank the target, which may be this rank
     * @param assertion 0, or {@link MPI#MODE_NOCHECK} if no other rank has, or requests, a lock that conflicts with
     *     this one
     * @throws MPIException of class {@link MPI#ERR_LOCKTYPE} for another type
     */
    public void lock(int lockType, int rank, int assertion) {
        core.lock(lockType, rank, assertion);
    }

    /**
     * Ends the epoch that {@link #lock} has begun, when all operations of the epoch are complete, at this rank and at
     * the target. MPI: MPI_Win_unlock.
     *
     * @param rank the target
     */
    public void unlock(int rank) {
        core.unlock(rank);
    }

    /**
     * Begins an epoch in which this rank can access all ranks. It has a shared lock of each rank.
     * MPI: MPI_Win_lock_all.
     *
     * @param assertion 0, or {@link MPI#MODE_NOCHECK} if no rank has, or requests, an exclusive lock
     */
    public void lockAll(int assertion) {
        core.lockAll(assertion);
    }

    /**
     * Ends the epoch that {@link #lockAll} has begun, when all operations of the epoch are complete.
     * MPI: MPI_Win_unlock_all.
     */
    public void unlockAll() {
        core.unlockAll();
    }

    /**
     * Waits until all operations on a target are complete, at this rank and at the target. This is allowed only in
     * epochs of {@link #lock} and {@link #lockAll}. MPI: MPI_Win_flush.
     *
     * @param targetRank the target
     */
    public void flush(int targetRank) {
        core.flush(targetRank);
    }

    /** The same as {@link #flush}, for all targets. MPI: MPI_Win_flush_all. */
    public void flushAll() {
        core.flushAll();
    }

    /**
     * Waits until the buffers of all operations on a target may be used again and contain the results. This is allowed
     * only in epochs of {@link #lock} and {@link #lockAll}. MPI: MPI_Win_flush_local.
     *
     * @param targetRank the target
     */
    public void flushLocal(int targetRank) {
        core.flushLocal(targetRank);
    }

    /** The same as {@link #flushLocal}, for all targets. MPI: MPI_Win_flush_local_all. */
    public void flushLocalAll() {
        core.flushLocalAll();
    }

    /**
     * Orders this rank's loads and stores in the window's memory with the loads and stores of other ranks. After the
     * call, this rank sees the stores that another rank made before its own call of this method, if a message that the
     * other rank sent after its call has arrived here. MPI: MPI_Win_sync.
     */
    public void sync() {
        core.sync();
    }

    // ----------------------------------------------------------------------------------- information about the window

    /**
     * The window's ranks. MPI: MPI_Win_get_group.
     *
     * @return a new group, the group of the communicator
     */
    public Group getGroup() {
        return new Group(core.group());
    }

    /**
     * Sets the handler for errors of this rank in calls on this window. MPI: MPI_Win_set_errhandler.
     *
     * @param errhandler {@link MPI#ERRORS_RETURN}, {@link MPI#ERRORS_ARE_FATAL} or {@link MPI#ERRORS_ABORT}
     */
    public void setErrhandler(Errhandler errhandler) {
        core.errorHandler(errhandler, errhandler != null && errhandler.fatal());
    }

    /**
     * The handler for errors of this rank in calls on this window. MPI: MPI_Win_get_errhandler.
     *
     * @return the handler; {@link MPI#ERRORS_RETURN} until another handler is set, whatever handler the communicator
     *     has
     */
    public Errhandler getErrhandler() {
        return (Errhandler) core.errorHandler();
    }

    /**
     * Calls the window's error handler. {@link MPI#ERRORS_RETURN} throws an exception of the given class, and the other
     * handlers end the job. MPI: MPI_Win_call_errhandler.
     *
     * @param errorCode the class of the error
     * @throws MPIException of that class
     */
    public void callErrhandler(int errorCode) {
        core.callErrorHandler(errorCode);
    }

    /**
     * Makes a new key for attributes, on this process. MPI: MPI_Win_create_keyval.
     *
     * @return the keyval
     */
    public static int createKeyval() {
        return MPI.KEYVALS.create(false);
    }

    /**
     * Frees a keyval, which no later call may use. MPI: MPI_Win_free_keyval.
     *
     * @param keyval a keyval that {@link #createKeyval} returned
     * @throws MPIException of class {@link MPI#ERR_KEYVAL} when it is not a keyval, or when it is one of MPI's own
     */
    public static void freeKeyval(int keyval) {
        MPIException.run(() -> MPI.KEYVALS.free(keyval));
    }

    /**
     * Sets the attribute of a key. MPI: MPI_Win_set_attr.
     *
     * @param keyval a keyval that {@link #createKeyval} returned
     * @param value the value, not null
     */
    public void setAttr(int keyval, Object value) {
        Attributes all = attributes();
        MPIException.run(() -> all.put(keyval, value));
    }

    /**
     * The attribute of a key. MPI: MPI_Win_get_attr. MPI's own attributes are:
     * <ul>
     * <li>{@link MPI#WIN_BASE}: this rank's memory. It is the buffer that the program has passed, or else a direct
     *     {@link ByteBuffer} in the machine's byte order, or a {@link MemorySegment} if the memory is too large for a
     *     buffer. It is null in a dynamic window;
     * <li>{@link MPI#WIN_SIZE}: the size of this memory in bytes, as an Integer, or as a Long if the size does not fit
     *     an Integer;
     * <li>{@link MPI#WIN_DISP_UNIT}: the unit of displacements in bytes, as an Integer;
     * <li>{@link MPI#WIN_CREATE_FLAVOR}: {@link MPI#WIN_FLAVOR_CREATE} or a similar constant, as an Integer;
     * <li>{@link MPI#WIN_MODEL}: {@link MPI#WIN_UNIFIED} or {@link MPI#WIN_SEPARATE}, as an Integer.
     * </ul>
     *
     * @param keyval one of these keyvals, or a keyval that {@link #createKeyval} returned
     * @return the value, or null when the window has no such attribute
     */
    public Object getAttr(int keyval) {
        if (keyval == MPI.WIN_BASE) {
            return baseAttribute();
        } else if (keyval == MPI.WIN_SIZE) {
            long bytes = core.bytes();
            return bytes <= Integer.MAX_VALUE ? (Object) (int) bytes : bytes;
        } else if (keyval == MPI.WIN_DISP_UNIT) {
            return core.displacementUnit();
        } else if (keyval == MPI.WIN_CREATE_FLAVOR) {
            return flavorAttribute();
        } else if (keyval == MPI.WIN_MODEL) {
            return core.isUnified() ? MPI.WIN_UNIFIED : MPI.WIN_SEPARATE;
        }
        Attributes all = attributes();
        return MPIException.result(() -> all.get(keyval));
    }

    private int flavorAttribute() {
        return switch (core.flavor()) {
            case CREATE -> MPI.WIN_FLAVOR_CREATE;
            case ALLOCATE -> MPI.WIN_FLAVOR_ALLOCATE;
            case DYNAMIC -> MPI.WIN_FLAVOR_DYNAMIC;
            case SHARED -> MPI.WIN_FLAVOR_SHARED;
        };
    }

    /** The program's own attributes. Throws if the window was freed, as every call does. */
    private Attributes attributes() {
        core.flavor();
        return attributes;
    }

    private Object baseAttribute() {
        MemorySegment memory = core.base();
        if (base != null || core.flavor() == Window.Flavor.DYNAMIC) {
            return base;
        }
        return memory.byteSize() <= Integer.MAX_VALUE ? memory.asByteBuffer().order(ByteOrder.nativeOrder()) : memory;
    }

    /**
     * Removes the attribute of a key. MPI: MPI_Win_delete_attr.
     *
     * @param keyval a keyval that {@link #createKeyval} returned
     * @throws MPIException also of class {@link MPI#ERR_ARG}, when the window has no such attribute
     */
    public void deleteAttr(int keyval) {
        Attributes all = attributes();
        MPIException.run(() -> all.delete(keyval));
    }

    /**
     * The hints of the window. MPI: MPI_Win_get_info.
     *
     * @return a new info; changing it does not change the window
     */
    public Info getInfo() {
        return new Info(core.info());
    }

    /**
     * Adds hints to the hints of the window. Every rank must call this. MPI: MPI_Win_set_info.
     *
     * @param info the hints; {@link MPI#INFO_NULL} for none
     */
    public void setInfo(Info info) {
        core.info(Info.core(info));
    }

    /**
     * Gives the window a name, on this rank only. MPI: MPI_Win_set_name.
     *
     * @param name at most {@link MPI#MAX_OBJECT_NAME} characters
     */
    public void setName(String name) {
        core.name(name);
    }

    /**
     * The window's name. MPI: MPI_Win_get_name.
     *
     * @return the name that {@link #setName} has set; otherwise an empty text
     */
    public String getName() {
        return core.name();
    }
}
