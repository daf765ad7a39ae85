package mpj.transport.spi;

/**
 * The blocking collectives of a {@link MessageLibrary}. Memory is off the heap, and named by its address; the caller
 * keeps it. What this rank does not have is at 0. Blocks are bytes, reductions are of elements. MPI: MPI_Bcast and so
 * on.
 */
public interface LibraryCollectives {
    /**
     * MPI_Barrier.
     *
     * @param communicator its handle
     */
    void barrier(long communicator);

    /**
     * MPI_Bcast.
     *
     * @param memory what is sent, or where it goes
     * @param bytes its size
     * @param root who sends
     * @param communicator its handle
     */
    void bcast(long memory, long bytes, int root, long communicator);

    /**
     * MPI_Gather.
     *
     * @param sent this rank's block
     * @param bytes its size
     * @param received where the blocks go, at the root
     * @param root who receives
     * @param communicator its handle
     */
    void gather(long sent, long bytes, long received, int root, long communicator);

    /**
     * MPI_Scatter.
     *
     * @param sent the blocks, at the root
     * @param received where this rank's block goes
     * @param bytes its size
     * @param root who sends
     * @param communicator its handle
     */
    void scatter(long sent, long received, long bytes, int root, long communicator);

    /**
     * MPI_Allgather.
     *
     * @param sent this rank's block
     * @param bytes its size
     * @param received where the blocks go
     * @param communicator its handle
     */
    void allgather(long sent, long bytes, long received, long communicator);

    /**
     * MPI_Alltoall.
     *
     * @param sent the blocks
     * @param received where blocks go
     * @param bytes of each block
     * @param communicator its handle
     */
    void alltoall(long sent, long received, long bytes, long communicator);

    /** Which reduction {@link #reduce} carries out. */
    enum Form {
        /** MPI_Reduce. */
        REDUCE,
        /** MPI_Allreduce. */
        ALLREDUCE,
        /** MPI_Scan. */
        SCAN,
        /** MPI_Exscan. */
        EXSCAN,
        /** MPI_Reduce_scatter_block. */
        REDUCE_SCATTER_BLOCK
    }

    /**
     * MPI_Reduce, MPI_Allreduce, MPI_Scan, MPI_Exscan or MPI_Reduce_scatter_block.
     *
     * @param form which
     * @param sent the operands
     * @param received where the results go
     * @param elements how many, of one block
     * @param element their type
     * @param reduction the operation
     * @param root who gets the results, of a reduce
     * @param communicator its handle
     */
    void reduce(Form form, long sent, long received, long elements, MessageLibrary.Element element,
                MessageLibrary.Reduction reduction, int root, long communicator);

    /**
     * MPI_Reduce_scatter.
     *
     * @param sent the operands
     * @param received where the results go
     * @param elements where their numbers are, of each rank
     * @param element their type
     * @param reduction the operation
     * @param communicator its handle
     */
    void reduceScatter(long sent, long received, long elements, MessageLibrary.Element element,
                       MessageLibrary.Reduction reduction, long communicator);
}
