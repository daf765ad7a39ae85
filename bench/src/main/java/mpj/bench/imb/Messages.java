package mpj.bench.imb;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What benchmarks call of MPI: a communicator, whatever the API that the job has. Each API has one class that extends
 * this, and a job loads one of them only. So the JIT compiler knows what every call here leads to, and inlines it.
 *
 * <p>A datatype and a request are the API's own. Reductions add up.
 */
public abstract class Messages {
    /** Has no communicator before {@link #begin}. */
    protected Messages() {
    }

    /** All ranks of this job, by the API that it has; before Init. */
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

    /** Joins the job; returns the program's own arguments. MPI: MPI_Init. */
    public abstract String[] begin(String[] arguments);

    /** Leaves the job. MPI: MPI_Finalize. */
    public abstract void end();

    /**
     * MPI: MPI_Alloc_mem.
     *
     * @throws OutOfMemoryError as other buffers do, which the table tells in the size's line
     */
    public abstract MemorySegment allocate(long bytes, Arena arena);

    /** What {@link #allocate} throws. The benchmarks' arguments are valid, so it fails for want of memory only. */
    protected static OutOfMemoryError noMemory(RuntimeException cause) {
        OutOfMemoryError error = new OutOfMemoryError(cause.getMessage());
        error.initCause(cause);
        return error;
    }

    /** This rank. */
    public abstract int rank();

    /** The number of ranks. */
    public abstract int size();

    /** MPI: MPI_Comm_split. */
    public abstract Messages split(int color, int key);

    /** MPI: MPI_ANY_SOURCE. */
    public abstract int anySource();

    /** MPI: MPI_ANY_TAG. */
    public abstract int anyTag();

    /** Whether calls that do not wait take arrays, too, or only memory outside the heap. */
    public abstract boolean takesArraysAnywhere();

    /**
     * The type of one element.
     *
     * @param element as byte.class; Object.class for serialized objects
     * @throws IllegalArgumentException if the API has none for it
     */
    public abstract Object basic(Class<?> element);

    /** A row of items. MPI: MPI_Type_contiguous. */
    public abstract Object contiguous(int count, Object type);

    /** Blocks of elements. MPI: MPI_Type_vector. */
    public abstract Object vector(int count, int blockLength, int stride, Object basic);

    /** An element, and as much room behind it. */
    public abstract Object padded(Object basic);

    /** MPI: MPI_Type_commit. */
    public abstract void commit(Object type);

    /** An array for so many requests. */
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

    /** Adds up. MPI: MPI_Reduce. */
    public abstract void reduce(Object sent, int sentOffset, Object received, int offset, int count, Object type,
        int root);

    /** Adds up. MPI: MPI_Allreduce. */
    public abstract void allreduce(Object sent, int sentOffset, Object received, int offset, int count, Object type);

    /** Adds up. MPI: MPI_Reduce_scatter. */
    public abstract void reduceScatter(Object sent, int sentOffset, Object received, int offset, int[] counts,
        Object type);

    /** Adds up. MPI: MPI_Reduce_scatter_block. */
    public abstract void reduceScatterBlock(Object sent, int sentOffset, Object received, int offset, int count,
        Object type);

    /** Adds up. MPI: MPI_Reduce_local. */
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
