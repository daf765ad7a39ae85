package mpj.transport.spi;

import java.lang.foreign.MemorySegment;

/**
 * The blocking collectives of a {@link MessageLibrary}. Memory is off the heap. Blocks are bytes, reductions are of
 * elements. Where {@code sent} is null, what is sent is in place in what is received. MPI: MPI_Bcast and so on.
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
    void bcast(MemorySegment memory, long bytes, int root, long communicator);

    /**
     * MPI_Gatherv.
     *
     * @param sent this rank's block, or null for in place, at the root
     * @param bytes its size
     * @param received where the blocks go, at the root
     * @param sizes of the blocks, at the root, where they vary
     * @param places of the blocks, at the root, where they vary
     * @param varying whether sizes and places are given; the same on all ranks
     * @param root who receives
     * @param communicator its handle
     */
    void gather(MemorySegment sent, long bytes, MemorySegment received, MemorySegment sizes, MemorySegment places,
                boolean varying, int root, long communicator);

    /**
     * MPI_Scatterv.
     *
     * @param sent the blocks, at the root
     * @param sizes of the blocks, at the root, where they vary
     * @param places of the blocks, at the root, where they vary
     * @param varying whether sizes and places are given; the same on all ranks
     * @param received where this rank's block goes, or null for in place, at the root
     * @param bytes its size
     * @param root who sends
     * @param communicator its handle
     */
    void scatter(MemorySegment sent, MemorySegment sizes, MemorySegment places, boolean varying,
                 MemorySegment received, long bytes, int root, long communicator);

    /**
     * MPI_Allgatherv.
     *
     * @param sent this rank's block, or null for in place
     * @param bytes its size
     * @param received where the blocks go
     * @param sizes of the blocks; null for all alike
     * @param places of the blocks; null for one after the other
     * @param communicator its handle
     */
    void allgather(MemorySegment sent, long bytes, MemorySegment received, MemorySegment sizes, MemorySegment places,
                   long communicator);

    /**
     * MPI_Alltoallv.
     *
     * @param sent the blocks
     * @param sizes of those sent; null for all alike
     * @param places of those sent
     * @param received where blocks go
     * @param bytes of each block, where all are alike
     * @param receivedSizes of those received; null for all alike
     * @param receivedPlaces of those received
     * @param communicator its handle
     */
    void alltoall(MemorySegment sent, MemorySegment sizes, MemorySegment places, MemorySegment received, long bytes,
                  MemorySegment receivedSizes, MemorySegment receivedPlaces, long communicator);

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
     * @param sent the operands, or null for in place
     * @param received where the results go; null where there are none
     * @param elements how many, of one block
     * @param element their type
     * @param reduction the operation
     * @param root who gets the results, of a reduce
     * @param communicator its handle
     */
    void reduce(Form form, MemorySegment sent, MemorySegment received, long elements, MessageLibrary.Element element,
                MessageLibrary.Reduction reduction, int root, long communicator);

    /**
     * MPI_Reduce_scatter.
     *
     * @param sent the operands, or null for in place
     * @param received where the results go
     * @param elements of each rank
     * @param element their type
     * @param reduction the operation
     * @param communicator its handle
     */
    void reduceScatter(MemorySegment sent, MemorySegment received, MemorySegment elements,
                       MessageLibrary.Element element, MessageLibrary.Reduction reduction, long communicator);
}
