package mpi;

import mpj.engine.ErrorClass;

/** A communicator whose ranks are the nodes of a graph. MPI: a graph topology. */
public class Graphcomm extends Intracomm {
    private final GraphTopology topology;

    Graphcomm(GraphTopology topology) {
        this.topology = topology;
    }

    @Override
    public Object clone() {
        return openClone(new Graphcomm(topology), agreeOnContext());
    }

    @Override
    public int Topo_test() {
        engine();
        return MPI.GRAPH;
    }

    /**
     * The graph. MPI: MPI_Graph_get.
     *
     * @return a copy of it
     */
    public GraphParms Get() {
        engine();
        GraphParms parms = new GraphParms();
        parms.index = topology.index().clone();
        parms.edges = topology.edges().clone();
        return parms;
    }

    /**
     * The neighbours of a rank. MPI: MPI_Graph_neighbors.
     *
     * @param rank the rank
     * @return the ranks its edges lead to, in the order in which they were given
     */
    public int[] Neighbours(int rank) {
        engine();
        if (rank < 0 || rank >= Size()) {
            throw raise(ErrorClass.ERR_RANK, "rank is " + rank + "; it must be 0 to " + (Size() - 1));
        }
        return topology.neighbours(rank);
    }

    /**
     * The rank that this process best has in a graph. MPI: MPI_Graph_map.
     *
     * @param index as for {@link Intracomm#Create_graph}
     * @param edges as for {@link Intracomm#Create_graph}
     * @return this rank, or {@link MPI#UNDEFINED} when the graph has no node for it
     */
    public int Map(int[] index, int[] edges) {
        return Rank() < checkedGraph(index, edges).size() ? Rank() : MPI.UNDEFINED;
    }

    private Neighborhood neighborhood() {
        return Neighborhood.of(topology, Rank());
    }

    /**
     * Sends the same block to each neighbour, and receives one from each. The neighbours are those of {@link
     * #Neighbours}, in that order. Every edge must have one that leads back. MPI: MPI_Neighbor_allgather.
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
     * Sends the same block to each neighbour, and receives one of any size from each. The neighbours are those of
     * {@link #Neighbours}, in that order. Every edge must have one that leads back. MPI: MPI_Neighbor_allgatherv.
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
     * Sends a block of equal size to each neighbour, and receives one from each. The neighbours are those of {@link
     * #Neighbours}, in that order. Every edge must have one that leads back. MPI: MPI_Neighbor_alltoall.
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
     * Sends a block to each neighbour, and receives one from each. The neighbours are those of {@link #Neighbours}, in
     * that order. Every edge must have one that leads back. MPI: MPI_Neighbor_alltoallv.
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
