package mpi;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import mpj.collectives.Collective;
import mpj.engine.Engine;
import mpj.engine.ErrorClass;

/**
 * A communicator of one group. MPI: an intracommunicator. In the standard (sections of MPI 4.1): blocking collectives
 * are 6.3 to 6.11, non-blocking 6.12, persistent 6.13, new communicators 7.4, topologies 8.5.
 *
 * <p>Its collectives are called by every rank, in the same order, and by one thread of a rank at a time. Their
 * messages do not mix with those of {@link Comm#Send} and {@link Comm#Recv}. What a rank sends and where it receives
 * may be the same memory, in whole or in part: all is sent as it was when the call began (of a persistent collective,
 * each start), at the cost of a copy. {@link MPI#IN_PLACE} says the same without a second buffer; the offset, counts
 * and datatype that go with it are then ignored:
 * <ul>
 * <li>for sendbuf of Gather and Gatherv at the root, of Allgather and Allgatherv: this rank's block is in recvbuf
 *     already, where it belongs; of Alltoall and Alltoallv: each block received takes the place of the one sent;
 * <li>for sendbuf of Reduce at the root, of Allreduce, Scan, Exscan, Reduce_scatter and Reduce_scatter_block: the
 *     operands are in recvbuf, from recvoffset on;
 * <li>for recvbuf of Scatter and Scatterv at the root: its block stays in sendbuf.
 * </ul>
 *
 * <p>The arguments of a persistent collective are checked when it is made, and are what they were then: arrays of
 * counts and displacements may be changed, datatypes and operations freed. The displacement of a block
 * without items is ignored. Beside the errors that {@link Comm} lists there are, before anything is sent,
 * <ul>
 * <li>{@link MPI#ERR_ROOT}: the communicator has no such rank;
 * <li>{@link MPI#ERR_OP}: the operation is null, was freed or is not defined for the datatype;
 * <li>{@link MPI#ERR_COUNT}: a block's count is negative, or a rank sends itself more than it receives;
 * <li>{@link MPI#ERR_BUFFER}: {@link MPI#IN_PLACE} stands where it has no meaning;
 * <li>{@link MPI#ERR_ARG}: counts or displacements are null or too few, a displacement is outside the buffer, or blocks
 *     that are received overlap;
 * <li>{@link MPI#ERR_TYPE}: an operation is to combine items that name an element twice.
 * </ul>
 * An error that shows only while messages arrive is thrown when the rank has done its part for the others.
 */
public class Intracomm extends Comm {
    private CollectiveCalls collectives;

    Intracomm() {
    }

    /**
     * Returns when every rank of the communicator has called it. MPI: MPI_Barrier.
     */
    public void Barrier() {
        CollectiveCalls calls = collectives();
        try {
            calls.barrier(calls.own()).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Barrier} does; the buffers must not be used until it is complete. MPI: MPI_Ibarrier.
     *
     * @return the request
     */
    public Request Ibarrier() {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.barrier(calls.another()));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Barrier} does, to be started again and again. Every rank must call this, in the same order
     * as its other collectives. MPI: MPI_Barrier_init.
     *
     * @return the request, inactive
     */
    public Prequest Barrier_init() {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.BARRIER, machine ->
            calls.barrier(machine));
    }

    /**
     * Sends the root's items to every rank. MPI: MPI_Bcast, section 6.4.
     *
     * {@snippet :
     * // rank 0 decides how many steps there are, and every rank learns it
     * int[] steps = new int[1];
     * if (MPI.COMM_WORLD.Rank() == 0) {
     *     steps[0] = 1000;
     * }
     * MPI.COMM_WORLD.Bcast(steps, 0, 1, MPI.INT, 0);
     * }
     *
     * @param buf the buffer: sent at the root, received into elsewhere
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items, the same everywhere
     * @param type their type
     * @param root the root's rank, the same everywhere
     */
    public void Bcast(Object buf, int offset, int count, Datatype type, int root) {
        CollectiveCalls calls = collectives();
        try {
            calls.bcast(calls.own(), buf, offset, count, type, root).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Bcast} does; the buffers must not be used until it is complete. MPI: MPI_Ibcast.
     *
     * @param buf the buffer: sent at the root, received into elsewhere
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items, the same everywhere
     * @param type their type
     * @param root the root's rank, the same everywhere
     * @return the request
     */
    public Request Ibcast(Object buf, int offset, int count, Datatype type, int root) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.bcast(calls.another(), buf, offset, count, type, root));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Bcast} does, to be started again and again. Every rank must call this, in the same order
     * as its other collectives. MPI: MPI_Bcast_init.
     *
     * @param buf the buffer: sent at the root, received into elsewhere
     * @param offset where the first item is, in elements of {@code buf}
     * @param count the number of items, the same everywhere
     * @param type their type
     * @param root the root's rank, the same everywhere
     * @return the request, inactive
     */
    public Prequest Bcast_init(Object buf, int offset, int count, Datatype type, int root) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.BCAST, machine ->
            calls.bcast(machine, buf, offset, count, type, root));
    }

    /**
     * Brings blocks of equal size from every rank to the root, in the order of ranks. MPI: MPI_Gather.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what the root receives into, one block for each rank; ignored elsewhere
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     */
    public void Gather(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                       int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        try {
            calls.gather(calls.own(), Collective.GATHER, sendbuf, sendoffset, sendcount, sendtype,
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype), root).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Gather} does; the buffers must not be used until it is complete. MPI: MPI_Igather.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what the root receives into, one block for each rank; ignored elsewhere
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     * @return the request
     */
    public Request Igather(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                           int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.gather(calls.another(), Collective.GATHER, sendbuf, sendoffset, sendcount,
                sendtype,
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype), root));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Gather} does, to be started again and again. Every rank must call this, in the same order
     * as its other collectives. MPI: MPI_Gather_init.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what the root receives into, one block for each rank; ignored elsewhere
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     * @return the request, inactive
     */
    public Prequest Gather_init(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.GATHER, machine ->
            calls.gather(machine, Collective.GATHER, sendbuf, sendoffset, sendcount, sendtype,
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype), root));
    }

    /**
     * Brings blocks from every rank to the root. MPI: MPI_Gatherv.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what the root receives into, one block for each rank; ignored elsewhere
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block; ignored elsewhere
     * @param displs where each block starts, in extents of {@code recvtype} from {@code recvoffset}; ignored elsewhere
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     */
    public void Gatherv(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                        int recvoffset, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        try {
            calls.gather(calls.own(), Collective.GATHERV, sendbuf, sendoffset, sendcount, sendtype,
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, displs, recvtype), root).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Gatherv} does; the buffers must not be used until it is complete. MPI: MPI_Igatherv.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what the root receives into, one block for each rank; ignored elsewhere
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block; ignored elsewhere
     * @param displs where each block starts, in extents of {@code recvtype} from {@code recvoffset}; ignored elsewhere
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     * @return the request
     */
    public Request Igatherv(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                            int recvoffset, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.gather(calls.another(), Collective.GATHERV, sendbuf, sendoffset, sendcount,
                sendtype,
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, displs, recvtype), root));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Gatherv} does, to be started again and again. Every rank must call this, in the same order
     * as its other collectives. MPI: MPI_Gatherv_init.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what the root receives into, one block for each rank; ignored elsewhere
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block; ignored elsewhere
     * @param displs where each block starts, in extents of {@code recvtype} from {@code recvoffset}; ignored elsewhere
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     * @return the request, inactive
     */
    public Prequest Gatherv_init(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                 int recvoffset, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.GATHERV, machine ->
            calls.gather(machine, Collective.GATHERV, sendbuf, sendoffset, sendcount, sendtype,
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, displs, recvtype), root));
    }

    /**
     * Sends each rank its block, of equal size, from the root. MPI: MPI_Scatter.
     *
     * @param sendbuf what the root sends, one block for each rank; ignored elsewhere
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block
     * @param sendtype their type
     * @param recvbuf what is received into
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     */
    public void Scatter(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                        int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        try {
            calls.scatter(calls.own(), Collective.SCATTER,
                calls.sent().equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype),
                recvbuf, recvoffset, recvcount, recvtype, root).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Scatter} does; the buffers must not be used until it is complete. MPI: MPI_Iscatter.
     *
     * @param sendbuf what the root sends, one block for each rank; ignored elsewhere
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block
     * @param sendtype their type
     * @param recvbuf what is received into
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     * @return the request
     */
    public Request Iscatter(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                            int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.scatter(calls.another(), Collective.SCATTER,
                calls.sent().equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype),
                recvbuf, recvoffset, recvcount, recvtype, root));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Scatter} does, to be started again and again. Every rank must call this, in the same order
     * as its other collectives. MPI: MPI_Scatter_init.
     *
     * @param sendbuf what the root sends, one block for each rank; ignored elsewhere
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block
     * @param sendtype their type
     * @param recvbuf what is received into
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     * @return the request, inactive
     */
    public Prequest Scatter_init(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                 int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.SCATTER, machine ->
            calls.scatter(machine, Collective.SCATTER,
                calls.sent().equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype),
                recvbuf, recvoffset, recvcount, recvtype, root));
    }

    /**
     * Sends each rank its block from the root. MPI: MPI_Scatterv.
     *
     * @param sendbuf what the root sends, one block for each rank; ignored elsewhere
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block; ignored elsewhere
     * @param displs where each block starts, in extents of {@code sendtype} from {@code sendoffset}; ignored elsewhere
     * @param sendtype their type
     * @param recvbuf what is received into
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     */
    public void Scatterv(Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype sendtype,
                         Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        try {
            calls.scatter(calls.own(), Collective.SCATTERV,
                calls.sent().varying("sendbuf", sendbuf, sendoffset, sendcount, displs, sendtype),
                recvbuf, recvoffset, recvcount, recvtype, root).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Scatterv} does; the buffers must not be used until it is complete. MPI: MPI_Iscatterv.
     *
     * @param sendbuf what the root sends, one block for each rank; ignored elsewhere
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block; ignored elsewhere
     * @param displs where each block starts, in extents of {@code sendtype} from {@code sendoffset}; ignored elsewhere
     * @param sendtype their type
     * @param recvbuf what is received into
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     * @return the request
     */
    public Request Iscatterv(Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype sendtype,
                             Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.scatter(calls.another(), Collective.SCATTERV,
                calls.sent().varying("sendbuf", sendbuf, sendoffset, sendcount, displs, sendtype),
                recvbuf, recvoffset, recvcount, recvtype, root));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Scatterv} does, to be started again and again. Every rank must call this, in the same
     * order as its other collectives. MPI: MPI_Scatterv_init.
     *
     * @param sendbuf what the root sends, one block for each rank; ignored elsewhere
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block; ignored elsewhere
     * @param displs where each block starts, in extents of {@code sendtype} from {@code sendoffset}; ignored elsewhere
     * @param sendtype their type
     * @param recvbuf what is received into
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items
     * @param recvtype their type
     * @param root the root's rank, the same everywhere
     * @return the request, inactive
     */
    public Prequest Scatterv_init(Object sendbuf, int sendoffset, int[] sendcount, int[] displs, Datatype sendtype,
                                  Object recvbuf, int recvoffset, int recvcount, Datatype recvtype, int root) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.SCATTERV, machine ->
            calls.scatter(machine, Collective.SCATTERV,
                calls.sent().varying("sendbuf", sendbuf, sendoffset, sendcount, displs, sendtype),
                recvbuf, recvoffset, recvcount, recvtype, root));
    }

    /**
     * Brings blocks of equal size from every rank to every rank, in the order of ranks. MPI: MPI_Allgather.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     */
    public void Allgather(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                          int recvoffset, int recvcount, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            calls.allgather(calls.own(), Collective.ALLGATHER, sendbuf, sendoffset, sendcount, sendtype,
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype)).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Allgather} does; the buffers must not be used until it is complete. MPI: MPI_Iallgather.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     * @return the request
     */
    public Request Iallgather(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                              int recvoffset, int recvcount, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.allgather(calls.another(), Collective.ALLGATHER, sendbuf, sendoffset, sendcount,
                sendtype,
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype)));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Allgather} does, to be started again and again. Every rank must call this, in the same
     * order as its other collectives. MPI: MPI_Allgather_init.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     * @return the request, inactive
     */
    public Prequest Allgather_init(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                   int recvoffset, int recvcount, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.ALLGATHER, machine ->
            calls.allgather(machine, Collective.ALLGATHER, sendbuf, sendoffset, sendcount, sendtype,
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype)));
    }

    /**
     * Brings blocks from every rank to every rank. MPI: MPI_Allgatherv.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param displs where each block starts, in extents of {@code recvtype} from {@code recvoffset}
     * @param recvtype their type
     */
    public void Allgatherv(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                           int recvoffset, int[] recvcount, int[] displs, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            calls.allgather(calls.own(), Collective.ALLGATHERV, sendbuf, sendoffset, sendcount, sendtype,
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, displs, recvtype)).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Allgatherv} does; the buffers must not be used until it is complete. MPI: MPI_Iallgatherv.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param displs where each block starts, in extents of {@code recvtype} from {@code recvoffset}
     * @param recvtype their type
     * @return the request
     */
    public Request Iallgatherv(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                               int recvoffset, int[] recvcount, int[] displs, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.allgather(calls.another(), Collective.ALLGATHERV, sendbuf, sendoffset,
                sendcount, sendtype,
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, displs, recvtype)));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Allgatherv} does, to be started again and again. Every rank must call this, in the same
     * order as its other collectives. MPI: MPI_Allgatherv_init.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param displs where each block starts, in extents of {@code recvtype} from {@code recvoffset}
     * @param recvtype their type
     * @return the request, inactive
     */
    public Prequest Allgatherv_init(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                    int recvoffset, int[] recvcount, int[] displs, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.ALLGATHERV, machine ->
            calls.allgather(machine, Collective.ALLGATHERV, sendbuf, sendoffset, sendcount, sendtype,
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, displs, recvtype)));
    }

    /**
     * Sends a block of equal size from each rank to each rank. MPI: MPI_Alltoall.
     *
     * @param sendbuf what this rank sends, one block to each rank
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     */
    public void Alltoall(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                         int recvoffset, int recvcount, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            calls.alltoall(calls.own(), Collective.ALLTOALL,
                calls.sent().equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype),
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype)).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Alltoall} does; the buffers must not be used until it is complete. MPI: MPI_Ialltoall.
     *
     * @param sendbuf what this rank sends, one block to each rank
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     * @return the request
     */
    public Request Ialltoall(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                             int recvoffset, int recvcount, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.alltoall(calls.another(), Collective.ALLTOALL,
                calls.sent().equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype),
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype)));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Alltoall} does, to be started again and again. Every rank must call this, in the same
     * order as its other collectives. MPI: MPI_Alltoall_init.
     *
     * @param sendbuf what this rank sends, one block to each rank
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     * @return the request, inactive
     */
    public Prequest Alltoall_init(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                  int recvoffset, int recvcount, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.ALLTOALL, machine ->
            calls.alltoall(machine, Collective.ALLTOALL,
                calls.sent().equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype),
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype)));
    }

    /**
     * Sends a block from each rank to each rank. MPI: MPI_Alltoallv.
     *
     * @param sendbuf what this rank sends, one block to each rank
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block sent
     * @param sdispls where each block sent starts, in extents of {@code sendtype} from {@code sendoffset}
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block received
     * @param rdispls where each block received starts, in extents of {@code recvtype} from {@code recvoffset}
     * @param recvtype their type
     */
    public void Alltoallv(Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype,
                          Object recvbuf, int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            calls.alltoall(calls.own(), Collective.ALLTOALLV,
                calls.sent().varying("sendbuf", sendbuf, sendoffset, sendcount, sdispls, sendtype),
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, rdispls, recvtype)).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Alltoallv} does; the buffers must not be used until it is complete. MPI: MPI_Ialltoallv.
     *
     * @param sendbuf what this rank sends, one block to each rank
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block sent
     * @param sdispls where each block sent starts, in extents of {@code sendtype} from {@code sendoffset}
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block received
     * @param rdispls where each block received starts, in extents of {@code recvtype} from {@code recvoffset}
     * @param recvtype their type
     * @return the request
     */
    public Request Ialltoallv(Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype,
                              Object recvbuf, int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.alltoall(calls.another(), Collective.ALLTOALLV,
                calls.sent().varying("sendbuf", sendbuf, sendoffset, sendcount, sdispls, sendtype),
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, rdispls, recvtype)));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Alltoallv} does, to be started again and again. Every rank must call this, in the same
     * order as its other collectives. MPI: MPI_Alltoallv_init.
     *
     * @param sendbuf what this rank sends, one block to each rank
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block sent
     * @param sdispls where each block sent starts, in extents of {@code sendtype} from {@code sendoffset}
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each rank
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block received
     * @param rdispls where each block received starts, in extents of {@code recvtype} from {@code recvoffset}
     * @param recvtype their type
     * @return the request, inactive
     */
    public Prequest Alltoallv_init(Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype,
                                   Object recvbuf, int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.ALLTOALLV, machine ->
            calls.alltoall(machine, Collective.ALLTOALLV,
                calls.sent().varying("sendbuf", sendbuf, sendoffset, sendcount, sdispls, sendtype),
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, rdispls, recvtype)));
    }

    /**
     * Combines the items of all ranks, and leaves the results at the root. MPI: MPI_Reduce.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go; ignored elsewhere
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @param root the root's rank, the same everywhere
     */
    public void Reduce(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype,
                       Op op, int root) {
        CollectiveCalls calls = collectives();
        try {
            calls.reduce(calls.own(), sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op,
                root).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Reduce} does; the buffers must not be used until it is complete. MPI: MPI_Ireduce.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go; ignored elsewhere
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @param root the root's rank, the same everywhere
     * @return the request
     */
    public Request Ireduce(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count,
                           Datatype datatype, Op op, int root) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.reduce(calls.another(), sendbuf, sendoffset, recvbuf, recvoffset, count,
                datatype, op,
                root));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Reduce} does, to be started again and again. Every rank must call this, in the same order
     * as its other collectives. MPI: MPI_Reduce_init.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go; ignored elsewhere
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @param root the root's rank, the same everywhere
     * @return the request, inactive
     */
    public Prequest Reduce_init(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count,
                                Datatype datatype, Op op, int root) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.REDUCE, machine ->
            calls.reduce(machine, sendbuf, sendoffset, recvbuf, recvoffset, count, datatype, op,
                root));
    }

    /**
     * Combines the items of all ranks, and leaves the results at every rank. MPI: MPI_Allreduce, section 6.9.6.
     *
     * {@snippet :
     * // every rank learns the sum of all ranks' parts
     * double[] part = {0.25};
     * double[] sum = new double[1];
     * MPI.COMM_WORLD.Allreduce(part, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
     * }
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     */
    public void Allreduce(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype,
                          Op op) {
        CollectiveCalls calls = collectives();
        try {
            calls.reduction(calls.own(), Collective.ALLREDUCE, sendbuf, sendoffset, recvbuf, recvoffset,
                count, datatype, op).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Allreduce} does; the buffers must not be used until it is complete. MPI: MPI_Iallreduce.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @return the request
     */
    public Request Iallreduce(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count,
                              Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.reduction(calls.another(), Collective.ALLREDUCE, sendbuf, sendoffset, recvbuf,
                recvoffset,
                count, datatype, op));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Allreduce} does, to be started again and again. Every rank must call this, in the same
     * order as its other collectives. MPI: MPI_Allreduce_init.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @return the request, inactive
     */
    public Prequest Allreduce_init(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count,
                                   Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.ALLREDUCE, machine ->
            calls.reduction(machine, Collective.ALLREDUCE, sendbuf, sendoffset, recvbuf, recvoffset,
                count, datatype, op));
    }

    /**
     * Combines the items of all ranks, and leaves each rank its block of the results. MPI: MPI_Reduce_scatter.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param recvcounts how many of the results go to each rank, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     */
    public void Reduce_scatter(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts,
                               Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        try {
            calls.reduceScatter(calls.own(), Collective.REDUCE_SCATTER,
                calls.sent().successive("sendbuf", sendbuf, sendoffset, recvcounts, datatype, calls.size()),
                recvbuf, recvoffset, op).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Reduce_scatter} does; the buffers must not be used until it is complete. MPI:
     * MPI_Ireduce_scatter.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param recvcounts how many of the results go to each rank, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @return the request
     */
    public Request Ireduce_scatter(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int[] recvcounts,
                                   Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.reduceScatter(calls.another(), Collective.REDUCE_SCATTER,
                calls.sent().successive("sendbuf", sendbuf, sendoffset, recvcounts, datatype, calls.size()),
                recvbuf, recvoffset, op));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Reduce_scatter} does, to be started again and again. Every rank must call this, in the
     * same order as its other collectives. MPI: MPI_Reduce_scatter_init.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param recvcounts how many of the results go to each rank, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @return the request, inactive
     */
    public Prequest Reduce_scatter_init(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset,
                                        int[] recvcounts, Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.REDUCE_SCATTER, machine ->
            calls.reduceScatter(machine, Collective.REDUCE_SCATTER,
                calls.sent().successive("sendbuf", sendbuf, sendoffset, recvcounts, datatype, calls.size()),
                recvbuf, recvoffset, op));
    }

    /**
     * Combines the items of all ranks, and leaves each rank its block, of equal size, of the results. MPI:
     * MPI_Reduce_scatter_block.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param recvcount how many of the results go to each rank, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     */
    public void Reduce_scatter_block(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount,
                                     Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        try {
            calls.reduceScatter(calls.own(), Collective.REDUCE_SCATTER_BLOCK,
                calls.sent().equal("sendbuf", sendbuf, sendoffset, recvcount, datatype), recvbuf, recvoffset, op).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Reduce_scatter_block} does; the buffers must not be used until it is complete. MPI:
     * MPI_Ireduce_scatter_block.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param recvcount how many of the results go to each rank, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @return the request
     */
    public Request Ireduce_scatter_block(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int recvcount,
                                         Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.reduceScatter(calls.another(), Collective.REDUCE_SCATTER_BLOCK,
                calls.sent().equal("sendbuf", sendbuf, sendoffset, recvcount, datatype), recvbuf, recvoffset, op));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Reduce_scatter_block} does, to be started again and again. Every rank must call this, in
     * the same order as its other collectives. MPI: MPI_Reduce_scatter_block_init.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param recvcount how many of the results go to each rank, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @return the request, inactive
     */
    public Prequest Reduce_scatter_block_init(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset,
                                              int recvcount, Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.REDUCE_SCATTER_BLOCK, machine ->
            calls.reduceScatter(machine, Collective.REDUCE_SCATTER_BLOCK,
                calls.sent().equal("sendbuf", sendbuf, sendoffset, recvcount, datatype), recvbuf, recvoffset, op));
    }

    /**
     * Combines the items of the ranks up to and with this one. MPI: MPI_Scan.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     */
    public void Scan(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype,
                     Op op) {
        CollectiveCalls calls = collectives();
        try {
            calls.reduction(calls.own(), Collective.SCAN, sendbuf, sendoffset, recvbuf, recvoffset,
                count, datatype, op).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Scan} does; the buffers must not be used until it is complete. MPI: MPI_Iscan.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @return the request
     */
    public Request Iscan(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype,
                         Op op) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.reduction(calls.another(), Collective.SCAN, sendbuf, sendoffset, recvbuf,
                recvoffset,
                count, datatype, op));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Scan} does, to be started again and again. Every rank must call this, in the same order as
     * its other collectives. MPI: MPI_Scan_init.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @return the request, inactive
     */
    public Prequest Scan_init(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count,
                              Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.SCAN, machine ->
            calls.reduction(machine, Collective.SCAN, sendbuf, sendoffset, recvbuf, recvoffset,
                count, datatype, op));
    }

    /**
     * Combines the items of the ranks before this one. On rank 0 nothing is written to recvbuf. MPI: MPI_Exscan.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     */
    public void Exscan(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count, Datatype datatype,
                       Op op) {
        CollectiveCalls calls = collectives();
        try {
            calls.reduction(calls.own(), Collective.EXSCAN, sendbuf, sendoffset, recvbuf, recvoffset,
                count, datatype, op).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Exscan} does; the buffers must not be used until it is complete. MPI: MPI_Iexscan.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @return the request
     */
    public Request Iexscan(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count,
                           Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(calls.reduction(calls.another(), Collective.EXSCAN, sendbuf, sendoffset, recvbuf,
                recvoffset,
                count, datatype, op));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Prepares what {@link #Exscan} does, to be started again and again. Every rank must call this, in the same order
     * as its other collectives. MPI: MPI_Exscan_init.
     *
     * @param sendbuf the operands of this rank
     * @param sendoffset where the first is, in elements of {@code sendbuf}
     * @param recvbuf where the results go
     * @param recvoffset where the first is, in elements of {@code recvbuf}
     * @param count the number of items, the same everywhere
     * @param datatype their type
     * @param op the operation, the same everywhere
     * @return the request, inactive
     */
    public Prequest Exscan_init(Object sendbuf, int sendoffset, Object recvbuf, int recvoffset, int count,
                                Datatype datatype, Op op) {
        CollectiveCalls calls = collectives();
        return calls.persistent(Collective.EXSCAN, machine ->
            calls.reduction(machine, Collective.EXSCAN, sendbuf, sendoffset, recvbuf, recvoffset,
                count, datatype, op));
    }

    /**
     * Combines two arrays, without other ranks: {@code inoutvec = invec op inoutvec}. MPI: MPI_Reduce_local.
     *
     * @param invec the left operands
     * @param inoutvec the right operands and the results
     * @param count the number of items
     * @param datatype their type
     * @param op the operation
     */
    public void Reduce_local(Object invec, Object inoutvec, int count, Datatype datatype, Op op) {
        engine();
        if (op == null) {
            throw raise(ErrorClass.ERR_OP, "op is null; pass one such as MPI.SUM");
        }
        try {
            op.Call(invec, 0, inoutvec, 0, count, datatype);
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    final CollectiveCalls collectives() {
        engine();
        if (collectives == null) {
            collectives = new CollectiveCalls(this, MPI.collectives());
        }
        return collectives;
    }

    @Override
    void free(Engine engine) {
        CollectiveCalls calls = collectives;
        if (calls != null) {
            calls.free();
        }
        super.free(engine);
    }

    @Override
    void close() {
        super.close();
        collectives = null;
    }

    // ----------------------------------------------------------------------------------- communicators of this one

    /**
     * Whether two communicators have the same members: {@link Comm#Compare}. MPI: MPI_Comm_compare.
     *
     * @param comm1 one
     * @param comm2 the other
     * @return {@link MPI#IDENT}, {@link MPI#CONGRUENT}, {@link MPI#SIMILAR} or {@link MPI#UNEQUAL}
     */
    public static int Compare(Comm comm1, Comm comm2) {
        return Comm.Compare(comm1, comm2);
    }

    final int agreeOnContext() {
        return new ContextAgreement(MPI.contextIds(), groupExchange()::maximum).agree();
    }

    /** Opens a communicator of some of this one's members, or returns null on a rank that is none of them. */
    final <C extends Intracomm> C openPart(C made, int newContext, int[] part) {
        int self = engine().rank();
        if (Arrays.stream(part).noneMatch(member -> member == self)) {
            MPI.contextIds().release(ContextIds.id(newContext));
            return null;
        }
        return openMade(made, newContext, part, part);
    }

    @Override
    public Object clone() {
        return openClone(new Intracomm(), agreeOnContext());
    }

    /**
     * Splits the communicator into one for each color. Every rank must call this. MPI: MPI_Comm_split.
     *
     * @param color not negative, the same on all ranks of a new communicator; {@link MPI#UNDEFINED} for none
     * @param key ranks there are in the order of their keys, and where these are the same, of their ranks here
     * @return the new communicator, or null where the color is {@link MPI#UNDEFINED}
     */
    public Intracomm Split(int color, int key) {
        engine();
        if (color < 0 && color != MPI.UNDEFINED) {
            throw raise(ErrorClass.ERR_ARG, "color is " + color + "; it must be MPI.UNDEFINED or not negative");
        }
        int[] colorsAndKeys = groupExchange().allgather(new int[] {color, key});
        int[] part = color == MPI.UNDEFINED ? new int[0] : IntStream.range(0, Size())
            .filter(rank -> colorsAndKeys[2 * rank] == color).boxed()
            .sorted(Comparator.comparingInt(rank -> colorsAndKeys[2 * rank + 1]))
            .mapToInt(this::memberAt).toArray();
        return openPart(new Intracomm(), agreeOnContext(), part);
    }

    /**
     * A communicator of some of the ranks. Every rank of this one must call this with the same group.
     * MPI: MPI_Comm_create.
     *
     * @param group members of this communicator's group, in any order
     * @return the new communicator, or null on a rank that is not in the group
     */
    public Intracomm Create(Group group) {
        engine();
        int[] part;
        try {
            part = Group.membersOf(group, "group");
        } catch (MPIException e) {
            throw raise(e);
        }
        for (int i = 0; i < part.length; i++) {
            if (rankOf(part[i]) < 0) {
                throw raise(ErrorClass.ERR_GROUP, "rank " + i + " of group is rank " + part[i]
                    + " of MPI.COMM_WORLD, which is not in the communicator");
            }
        }
        return openPart(new Intracomm(), agreeOnContext(), part);
    }

    /**
     * As {@link #Create}: mpiJava's name for it.
     *
     * @param group members of this communicator's group, in any order
     * @return the new communicator, or null on a rank that is not in the group
     */
    public Intracomm Creat(Group group) {
        return Create(group);
    }

    /**
     * A communicator with a Cartesian topology. Every rank must call this with the same arguments.
     * MPI: MPI_Cart_create.
     *
     * @param dims the number of ranks in each dimension, at least 1; together not more than {@link #Size}
     * @param periods which dimensions are periodic
     * @param reorder whether ranks may be other ones there than here; they are the same
     * @return the new communicator, or null on a rank for which there is no place
     */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder) {
        CartTopology topology = checkedCart(dims, periods);
        return openPart(new Cartcomm(topology), agreeOnContext(), Arrays.copyOf(groupMembers(), topology.size()));
    }

    /** The topology, when this communicator has enough ranks for it. */
    final CartTopology checkedCart(int[] dims, boolean[] periods) {
        engine();
        try {
            return CartTopology.of(dims, periods, Size());
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * A communicator with a graph topology. Every rank must call this with the same arguments. MPI: MPI_Graph_create.
     *
     * @param index for each node, how many edges it and those before it have; not more nodes than {@link #Size}
     * @param edges the neighbours of node 0, then those of node 1, and so on
     * @param reorder whether ranks may be other ones there than here; they are the same
     * @return the new communicator, or null on a rank for which there is no node
     */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) {
        GraphTopology topology = checkedGraph(index, edges);
        return openPart(new Graphcomm(topology), agreeOnContext(), Arrays.copyOf(groupMembers(), topology.size()));
    }

    /** The topology, when this communicator has enough ranks for it. */
    final GraphTopology checkedGraph(int[] index, int[] edges) {
        engine();
        try {
            return GraphTopology.of(index, edges, Size());
        } catch (MPIException e) {
            throw raise(e);
        }
    }
}
