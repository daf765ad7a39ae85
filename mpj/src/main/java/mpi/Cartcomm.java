package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpj.engine.ErrorClass;

/** A communicator whose ranks form a grid, the last dimension running fastest. MPI: a Cartesian topology. */
public class Cartcomm extends Intracomm {
    private final CartTopology topology;

    Cartcomm(CartTopology topology) {
        this.topology = topology;
    }

    @Override
    public Object clone() {
        return openClone(new Cartcomm(topology), agreeOnContext());
    }

    @Override
    public int Topo_test() {
        engine();
        return MPI.CART;
    }

    /**
     * The rank at these coordinates. MPI: MPI_Cart_rank.
     *
     * @param coords one for each dimension; beyond the edges only in a periodic one, around which they go
     * @return the rank
     */
    public int Rank(int[] coords) {
        engine();
        try {
            return topology.rank(coords);
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * The coordinates of a rank. MPI: MPI_Cart_coords.
     *
     * @param rank the rank
     * @return one for each dimension
     */
    public int[] Coords(int rank) {
        engine();
        if (rank < 0 || rank >= Size()) {
            throw raise(ErrorClass.ERR_RANK, "rank is " + rank + "; it must be 0 to " + (Size() - 1));
        }
        return topology.coords(rank);
    }

    /**
     * The partners of this rank in a shift, for {@link Comm#Sendrecv}. MPI: MPI_Cart_shift.
     *
     * @param direction the dimension, from 0
     * @param disp how far, upwards or, if negative, downwards
     * @return the ranks to receive from and to send to, {@link MPI#PROC_NULL} beyond an edge
     */
    public ShiftParms Shift(int direction, int disp) {
        engine();
        if (direction < 0 || direction >= topology.dims().length) {
            throw raise(ErrorClass.ERR_ARG, "direction is " + direction + "; the topology has "
                + topology.dims().length + " dimensions, the first of which is 0");
        }
        ShiftParms partners = new ShiftParms();
        partners.rank_source = topology.neighbour(Rank(), direction, -(long) disp);
        partners.rank_dest = topology.neighbour(Rank(), direction, disp);
        return partners;
    }

    /**
     * Splits the grid into grids of fewer dimensions. Every rank must call this with the same argument.
     * MPI: MPI_Cart_sub.
     *
     * @param remain_dims for each dimension whether the new grids have it
     * @return the one that this rank is in
     */
    public Cartcomm Sub(boolean[] remain_dims) {
        engine();
        if (remain_dims == null || remain_dims.length != topology.dims().length) {
            throw raise(ErrorClass.ERR_ARG, "remain_dims is " + Arrays.toString(remain_dims)
                + "; pass an array with one for each of the topology's " + topology.dims().length + " dimensions");
        }
        boolean[] remains = remain_dims.clone();
        int[] part = IntStream.range(0, Size()).filter(rank -> topology.together(Rank(), rank, remains))
            .map(this::memberAt).toArray();
        return openPart(new Cartcomm(topology.remaining(remains)), agreeOnContext(), part);
    }

    /**
     * The rank that this process best has in a grid. MPI: MPI_Cart_map.
     *
     * @param dims the number of ranks in each dimension
     * @param periods which dimensions are periodic
     * @return this rank, or {@link MPI#UNDEFINED} when the grid has no place for it
     */
    public int Map(int[] dims, boolean[] periods) {
        return Rank() < checkedCart(dims, periods).size() ? Rank() : MPI.UNDEFINED;
    }

    /**
     * The topology and this rank's coordinates. MPI: MPI_Cart_get.
     *
     * @return copies of them
     */
    public CartParms Get() {
        engine();
        CartParms parms = new CartParms();
        parms.dims = topology.dims().clone();
        parms.periods = topology.periods().clone();
        parms.coords = topology.coords(Rank());
        return parms;
    }

    /**
     * Finds dimensions for a grid: factors that are as close to each other as possible, in non-increasing order.
     * MPI: MPI_Dims_create.
     *
     * @param nnodes the number of ranks
     * @param dims those that are 0 are set; those that are not must divide {@code nnodes}
     * @throws MPIException of class {@link MPI#ERR_DIMS} when there are no such factors
     */
    public static void Dims_create(int nnodes, int[] dims) {
        BalancedDimensions.fill(nnodes, dims);
    }

    private Neighborhood neighborhood() {
        return Neighborhood.of(topology, Rank());
    }

    /**
     * Sends the same block to each neighbour, and receives one from each. The neighbours are, for each dimension, the
     * rank below and the rank above; beyond an edge there is none, and its block is left alone. MPI:
     * MPI_Neighbor_allgather.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each neighbour
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     */
    public void Neighbor_allgather(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                   int recvoffset, int recvcount, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            neighborhood().allgather(calls, calls.own(), sendbuf, sendoffset, sendcount, sendtype,
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype)).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Neighbor_allgather} does; the buffers must not be used until it is complete. MPI:
     * MPI_Ineighbor_allgather.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each neighbour
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     * @return the request
     */
    public Request Ineighbor_allgather(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
                                       Object recvbuf, int recvoffset, int recvcount, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(neighborhood().allgather(calls, calls.another(), sendbuf, sendoffset, sendcount,
                sendtype,
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype)));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Sends the same block to each neighbour, and receives one of any size from each. The neighbours are, for each
     * dimension, the rank below and the rank above; beyond an edge there is none, and its block is left alone. MPI:
     * MPI_Neighbor_allgatherv.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each neighbour
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param displs where each block starts, in extents of {@code recvtype} from {@code recvoffset}
     * @param recvtype their type
     */
    public void Neighbor_allgatherv(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                    int recvoffset, int[] recvcount, int[] displs, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            neighborhood().allgather(calls, calls.own(), sendbuf, sendoffset, sendcount, sendtype,
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, displs, recvtype)).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Neighbor_allgatherv} does; the buffers must not be used until it is complete. MPI:
     * MPI_Ineighbor_allgatherv.
     *
     * @param sendbuf what this rank sends
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of its items
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each neighbour
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param displs where each block starts, in extents of {@code recvtype} from {@code recvoffset}
     * @param recvtype their type
     * @return the request
     */
    public Request Ineighbor_allgatherv(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype,
                                        Object recvbuf, int recvoffset, int[] recvcount, int[] displs,
                                        Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(neighborhood().allgather(calls, calls.another(), sendbuf, sendoffset, sendcount,
                sendtype,
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, displs, recvtype)));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Sends a block of equal size to each neighbour, and receives one from each. The neighbours are, for each
     * dimension, the rank below and the rank above; beyond an edge there is none, and its block is left alone. MPI:
     * MPI_Neighbor_alltoall.
     *
     * @param sendbuf what this rank sends, one block to each neighbour
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each neighbour
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     */
    public void Neighbor_alltoall(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                  int recvoffset, int recvcount, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            neighborhood().alltoall(calls, calls.own(),
                calls.sent().equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype),
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype)).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Neighbor_alltoall} does; the buffers must not be used until it is complete. MPI:
     * MPI_Ineighbor_alltoall.
     *
     * @param sendbuf what this rank sends, one block to each neighbour
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each neighbour
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param recvtype their type
     * @return the request
     */
    public Request Ineighbor_alltoall(Object sendbuf, int sendoffset, int sendcount, Datatype sendtype, Object recvbuf,
                                      int recvoffset, int recvcount, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(neighborhood().alltoall(calls, calls.another(),
                calls.sent().equal("sendbuf", sendbuf, sendoffset, sendcount, sendtype),
                calls.received().equal("recvbuf", recvbuf, recvoffset, recvcount, recvtype)));
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Sends a block to each neighbour, and receives one from each. The neighbours are, for each dimension, the rank
     * below and the rank above; beyond an edge there is none, and its block is left alone. MPI:
     * MPI_Neighbor_alltoallv.
     *
     * @param sendbuf what this rank sends, one block to each neighbour
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block
     * @param sdispls where each block starts, in extents of {@code sendtype} from {@code sendoffset}
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each neighbour
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param rdispls where each block starts, in extents of {@code recvtype} from {@code recvoffset}
     * @param recvtype their type
     */
    public void Neighbor_alltoallv(Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls, Datatype sendtype,
                                   Object recvbuf, int recvoffset, int[] recvcount, int[] rdispls, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            neighborhood().alltoall(calls, calls.own(),
                calls.sent().varying("sendbuf", sendbuf, sendoffset, sendcount, sdispls, sendtype),
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, rdispls, recvtype)).run();
        } catch (MPIException e) {
            throw raise(e);
        }
    }

    /**
     * Starts what {@link #Neighbor_alltoallv} does; the buffers must not be used until it is complete. MPI:
     * MPI_Ineighbor_alltoallv.
     *
     * @param sendbuf what this rank sends, one block to each neighbour
     * @param sendoffset where its first item is, in elements of {@code sendbuf}
     * @param sendcount the number of items of each block
     * @param sdispls where each block starts, in extents of {@code sendtype} from {@code sendoffset}
     * @param sendtype their type
     * @param recvbuf what is received into, one block from each neighbour
     * @param recvoffset where the first item goes, in elements of {@code recvbuf}
     * @param recvcount the number of items of each block
     * @param rdispls where each block starts, in extents of {@code recvtype} from {@code recvoffset}
     * @param recvtype their type
     * @return the request
     */
    public Request Ineighbor_alltoallv(Object sendbuf, int sendoffset, int[] sendcount, int[] sdispls,
                                       Datatype sendtype, Object recvbuf, int recvoffset, int[] recvcount,
                                       int[] rdispls, Datatype recvtype) {
        CollectiveCalls calls = collectives();
        try {
            return calls.start(neighborhood().alltoall(calls, calls.another(),
                calls.sent().varying("sendbuf", sendbuf, sendoffset, sendcount, sdispls, sendtype),
                calls.received().varying("recvbuf", recvbuf, recvoffset, recvcount, rdispls, recvtype)));
        } catch (MPIException e) {
            throw raise(e);
        }
    }
}
