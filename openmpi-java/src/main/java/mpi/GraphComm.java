package mpi;

import mpj.core.comm.Communicator;
import mpj.core.comm.Duplication;
import mpj.core.group.DistGraphTopology;
import mpj.core.group.GraphTopology;
import mpj.core.group.ProcessTopology;
import mpj.engine.ErrorClass;

/**
 * A communicator whose ranks are the nodes of a graph. In a graph topology of MPI, every rank knows the whole graph. In
 * a distributed graph topology, a rank knows only its own edges. {@link #getTopology} tells which of the two it is.
 *
 * <p>In neighbourhood collectives, the neighbours in a graph topology are the ranks that {@link #getNeighbors} returns,
 * in that order, and every edge must have an edge that leads back. In a distributed graph topology, a rank receives
 * from the sources and sends to the destinations that {@link #getDistGraphNeighbors} returns.
 */
public final class GraphComm extends Intracomm {
    /** @param core the communicator below the API; null for a null communicator */
    GraphComm(Communicator core) {
        super(core);
    }

    private GraphComm(GraphComm original, Duplication duplication) {
        super(original, duplication);
    }

    private GraphTopology graph() {
        return topology(GraphTopology.class, "createGraph");
    }

    private <T extends ProcessTopology> T topology(Class<T> kind, String maker) {
        ProcessTopology topology = core().topology();
        if (!kind.isInstance(topology)) {
            throw core().errors().raise(ErrorClass.ERR_TOPOLOGY,
                "this call needs a graph that Intracomm." + maker + " has made, and this is the other kind of graph");
        }
        return kind.cast(topology);
    }

    @Override
    public GraphComm clone() {
        return dup();
    }

    @Override
    public GraphComm dup() {
        return new GraphComm(core().creation().duplicate());
    }

    @Override
    public GraphComm iDup() {
        return new GraphComm(this, core().creation().startDuplicate());
    }

    @Override
    public GraphComm dupWithInfo(Info info) {
        return new GraphComm(core().creation().duplicate(Info.core(info)));
    }

    /**
     * The graph. MPI: MPI_Graphdims_get and MPI_Graph_get.
     *
     * @return the graph
     * @throws MPIException of class {@link MPI#ERR_TOPOLOGY} when the graph is a distributed one
     */
    public GraphParms getDims() {
        return new GraphParms(graph());
    }

    /**
     * The neighbours of a rank. MPI: MPI_Graph_neighbors_count and MPI_Graph_neighbors.
     *
     * @param rank the rank
     * @return the ranks to which the edges of this rank lead, in the order in which they were given
     * @throws MPIException of class {@link MPI#ERR_TOPOLOGY} when the graph is a distributed one
     */
    public int[] getNeighbors(int rank) {
        return core().errors().result(() -> graph().neighboursOf(rank));
    }

    /**
     * The edges of this rank. MPI: MPI_Dist_graph_neighbors_count and MPI_Dist_graph_neighbors.
     *
     * @return the edges, in the order in which they were given. Edges that ranks passed to {@link #createDistGraph} are
     *     in the order of these ranks, from rank 0 on
     * @throws MPIException of class {@link MPI#ERR_TOPOLOGY} when the graph is not a distributed one
     */
    public DistGraphNeighbors getDistGraphNeighbors() {
        return new DistGraphNeighbors(topology(DistGraphTopology.class, "createDistGraph"));
    }

    /**
     * The best rank for this process in a graph. MPI: MPI_Graph_map.
     *
     * @param index as in {@link Intracomm#createGraph}
     * @param edges as in {@link Intracomm#createGraph}
     * @return this rank, or {@link MPI#UNDEFINED} when the graph has no node for this process
     */
    public int map(int[] index, int[] edges) {
        return core().creation().graphRank(index, edges);
    }
}
