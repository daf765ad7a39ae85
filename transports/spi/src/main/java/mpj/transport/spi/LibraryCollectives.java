package mpj.transport.spi;

/**
 * The blocking collectives of a {@link MessageLibrary}. Memory is off the heap, and is given by its address. The caller
 * keeps it alive. An address is 0 where a rank has no such memory. Sizes of blocks are in bytes, and reductions count
 * elements. Each method is the collective of MPI that its description names.
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
     * @param memory the data at the root; at the other ranks, where the data goes
     * @param bytes its size
     * @param root the rank that sends
     * @param communicator its handle
     */
    void bcast(long memory, long bytes, int root, long communicator);

    /**
     * MPI_Gather.
     *
     * @param sent this rank's block
     * @param bytes the size of one block
     * @param received where the blocks go, at the root
     * @param root the rank that receives
     * @param communicator its handle
     */
    void gather(long sent, long bytes, long received, int root, long communicator);

    /**
     * MPI_Scatter.
     *
     * @param sent the blocks, at the root
     * @param received where this rank's block goes
     * @param bytes the size of one block
     * @param root the rank that sends
     * @param communicator its handle
     */
    void scatter(long sent, long received, long bytes, int root, long communicator);

    /**
     * MPI_Allgather.
     *
     * @param sent this rank's block
     * @param bytes the size of one block
     * @param received where the blocks of all ranks go
     * @param communicator its handle
     */
    void allgather(long sent, long bytes, long received, long communicator);

    /**
     * MPI_Alltoall.
     *
     * @param sent this rank's blocks, one for each rank
     * @param received where the blocks from all ranks go
     * @param bytes the size of one block
     * @param communicator its handle
     */
    void alltoall(long sent, long received, long bytes, long communicator);

    /** The reduction that {@link #reduce} carries out. */
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
     * @param form which of these
     * @param sent the operands
     * @param received where the results go
     * @param elements the number of elements of one block
     * @param element the type of the elements
     * @param reduction the operation
     * @param root the rank that gets the results of a reduce; ignored by the other forms
     * @param communicator its handle
     */
    void reduce(Form form, long sent, long received, long elements, MessageLibrary.Element element,
                MessageLibrary.Reduction reduction, int root, long communicator);

    /**
     * MPI_Reduce_scatter.
     *
     * @param sent the operands
     * @param received where the results go
     * @param elements the address of the numbers of elements, one for each rank
     * @param element the type of the elements
     * @param reduction the operation
     * @param communicator its handle
     */
    void reduceScatter(long sent, long received, long elements, MessageLibrary.Element element,
                       MessageLibrary.Reduction reduction, long communicator);
}
