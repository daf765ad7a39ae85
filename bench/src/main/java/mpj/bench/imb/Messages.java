package mpj.bench.imb;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The calls of MPI that benchmarks make on a communicator, whatever API the job has. Each API has one class that
 * extends this one, and a job loads only one of these classes. The JIT compiler therefore knows the target of every
 * call here, and inlines it.
 *
 * <p>A datatype and a request are objects of the API. Reductions add.
 */
public abstract class Messages {
    /** Makes an object that has no communicator before {@link #begin}. */
    protected Messages() {
    }

    /** The messages of all ranks of this job, through the job's API. It is called before Init. */
    static Messages ofJob() {
        String adapter = has("mpi.Cartcomm") ? "mpj.bench.imb.MpiJavaMessages" : "mpj.bench.openmpi.OpenMpiMessages";
        try {
            return (Messages) Class.forName(adapter).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(adapter + " cannot be used", e);
        }
    }

    private static boolean has(String name) {
        try {
            return Class.forName(name, false, Messages.class.getClassLoader()) != null;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Joins the job, and returns the program's own arguments. MPI: MPI_Init. */
    public abstract String[] begin(String[] arguments);

    /** Leaves the job. MPI: MPI_Finalize. */
    public abstract void end();

    /**
     * MPI: MPI_Alloc_mem.
     *
     * @throws OutOfMemoryError if there is not enough memory. Other buffers throw the same, and the table says so in
     *   the line of the size
     */
    public abstract MemorySegment allocate(long bytes, Arena arena);

    /**
     * The error that {@link #allocate} throws. The benchmarks' arguments are valid, so a call can only fail for lack of
     * memory.
     */
    protected static OutOfMemoryError noMemory(RuntimeException cause) {
        OutOfMemoryError error = new OutOfMemoryError(cause.getMessage());
        error.initCause(cause);
        return error;
    }

    /** Whether the API has windows. */
    public boolean hasWindows() {
        return false;
    }

    /**
     * Makes a window of the caller's memory. Every rank calls this. MPI: MPI_Win_create.
     *
     * @param memory a direct buffer or a segment outside the heap; the window has all of it
     * @param unit the bytes of one unit of displacement
     * @throws IllegalArgumentException if the API has no windows, or the memory is on the heap
     */
    public OneSided window(Object memory, int unit) {
        throw noWindows();
    }

    /**
     * Makes a window of this many bytes on this rank. Every rank calls this. MPI: MPI_Win_allocate.
     *
     * @throws IllegalArgumentException if the API has no windows
     */
    public OneSided window(long bytes, int unit) {
        throw noWindows();
    }

    static IllegalArgumentException noWindows() {
        return new IllegalArgumentException("this API has no windows; give mpjrun --api openmpi");
    }

    /** The number of this rank. */
    public abstract int rank();

    /** The number of ranks. */
    public abstract int size();

    /** MPI: MPI_Comm_split. */
    public abstract Messages split(int color, int key);

    /** MPI: MPI_ANY_SOURCE. */
    public abstract int anySource();

    /** MPI: MPI_ANY_TAG. */
    public abstract int anyTag();

    /** Whether calls that do not wait also take arrays. If not, they take only memory outside the heap. */
    public abstract boolean takesArraysAnywhere();

    /**
     * The type of one element.
     *
     * @param element the class of the element, such as byte.class; Object.class means serialized objects
     * @throws IllegalArgumentException if the API has no type for this class
     */
    public abstract Object basic(Class<?> element);

    /** A type that is a row of items. MPI: MPI_Type_contiguous. */
    public abstract Object contiguous(int count, Object type);

    /** A type of blocks of elements. MPI: MPI_Type_vector. */
    public abstract Object vector(int count, int blockLength, int stride, Object basic);

    /** A type that is an element followed by a gap of the same length. */
    public abstract Object padded(Object basic);

    /** MPI: MPI_Type_commit. */
    public abstract void commit(Object type);

    /** An array for this many requests. */
    public abstract Object[] requests(int length);

    /** MPI: MPI_Wait. */
    public abstract void await(Object request);

    /** MPI: MPI_Waitall. */
    public abstract void awaitAll(Object[] requests);

    /** MPI: MPI_Barrier. */
    public abstract void barrier();

    /** Sends. MPI: MPI_Send. */
    public abstract void send(Object buffer, int offset, int count, Object type, int dest, int tag);

    /** Receives. MPI: MPI_Recv. */
    public abstract void recv(Object buffer, int offset, int count, Object type, int source, int tag);

    /** Sends and receives. MPI: MPI_Sendrecv. */
    public abstract void sendrecv(Object sent, int sentOffset, int sentCount, Object sentType, int dest, int sentTag,
        Object received, int offset, int count, Object type, int source, int tag);

    /** Starts to send. MPI: MPI_Isend. */
    public abstract Object isend(Object buffer, int offset, int count, Object type, int dest, int tag);

    /** Starts to receive. MPI: MPI_Irecv. */
    public abstract Object irecv(Object buffer, int offset, int count, Object type, int source, int tag);

    /** MPI: MPI_Bcast. */
    public abstract void bcast(Object buffer, int offset, int count, Object type, int root);

    /** MPI: MPI_Gather. */
    public abstract void gather(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int count, Object type, int root);

    /** MPI: MPI_Gatherv. */
    public abstract void gatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int[] counts, int[] places, Object type, int root);

    /** MPI: MPI_Scatter. */
    public abstract void scatter(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int count, Object type, int root);

    /** MPI: MPI_Scatterv. */
    public abstract void scatterv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
        Object received, int offset, int count, Object type, int root);

    /** MPI: MPI_Allgather. */
    public abstract void allgather(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int count, Object type);

    /** MPI: MPI_Allgatherv. */
    public abstract void allgatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int[] counts, int[] places, Object type);

    /** MPI: MPI_Alltoall. */
    public abstract void alltoall(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int count, Object type);

    /** MPI: MPI_Alltoallv. */
    public abstract void alltoallv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
        Object received, int offset, int[] counts, int[] places, Object type);

    /** Reduces by adding. MPI: MPI_Reduce. */
    public abstract void reduce(Object sent, int sentOffset, Object received, int offset, int count, Object type,
        int root);

    /** Reduces by adding. MPI: MPI_Allreduce. */
    public abstract void allreduce(Object sent, int sentOffset, Object received, int offset, int count, Object type);

    /** Reduces by adding. MPI: MPI_Reduce_scatter. */
    public abstract void reduceScatter(Object sent, int sentOffset, Object received, int offset, int[] counts,
        Object type);

    /** Reduces by adding. MPI: MPI_Reduce_scatter_block. */
    public abstract void reduceScatterBlock(Object sent, int sentOffset, Object received, int offset, int count,
        Object type);

    /** Reduces by adding. MPI: MPI_Reduce_local. */
    public abstract void reduceLocal(Object added, Object sum, int count, Object type);

    /** MPI: MPI_Ibcast. */
    public abstract Object ibcast(Object buffer, int offset, int count, Object type, int root);

    /** MPI: MPI_Igather. */
    public abstract Object igather(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int count, Object type, int root);

    /** MPI: MPI_Igatherv. */
    public abstract Object igatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int[] counts, int[] places, Object type, int root);

    /** MPI: MPI_Iscatter. */
    public abstract Object iscatter(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int count, Object type, int root);

    /** MPI: MPI_Iscatterv. */
    public abstract Object iscatterv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces, Object sentType,
        Object received, int offset, int count, Object type, int root);

    /** MPI: MPI_Iallgather. */
    public abstract Object iallgather(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int count, Object type);

    /** MPI: MPI_Iallgatherv. */
    public abstract Object iallgatherv(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int[] counts, int[] places, Object type);

    /** MPI: MPI_Ialltoall. */
    public abstract Object ialltoall(Object sent, int sentOffset, int sentCount, Object sentType, Object received,
        int offset, int count, Object type);

    /** MPI: MPI_Ialltoallv. */
    public abstract Object ialltoallv(Object sent, int sentOffset, int[] sentCounts, int[] sentPlaces,
        Object sentType, Object received, int offset, int[] counts, int[] places, Object type);

    /** MPI: MPI_Ireduce. */
    public abstract Object ireduce(Object sent, int sentOffset, Object received, int offset, int count, Object type,
        int root);

    /** MPI: MPI_Iallreduce. */
    public abstract Object iallreduce(Object sent, int sentOffset, Object received, int offset, int count,
        Object type);

    /** MPI: MPI_Ireduce_scatter. */
    public abstract Object ireduceScatter(Object sent, int sentOffset, Object received, int offset, int[] counts,
        Object type);

    /** MPI: MPI_Ibarrier. */
    public abstract Object ibarrier();
}
