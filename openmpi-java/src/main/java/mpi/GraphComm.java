package mpi;

import mpj.core.comm.Communicator;
import mpj.core.comm.Duplication;
import mpj.core.group.DistGraphTopology;
import mpj.core.group.GraphTopology;
import mpj.core.group.ProcessTopology;
import mpj.engine.ErrorClass;

/**
 * A communicator whose ranks are the nodes of a graph. MPI: a graph topology, which every rank knows as a whole, or a
 * distributed graph topology, of which a rank knows its own edges. {@link #getTopology} tells which.
 *
 * <p>In neighbourhood collectives the neighbours of a graph are those of {@link #getNeighbors}, in that order, and
 * every edge must have one that leads back; in a distributed graph a rank receives from the sources and sends to the
 * destinations of {@link #getDistGraphNeighbors}.
 */
public final class GraphComm extends Intracomm {
    /** @param core what it is below the API; null for a null communicator */
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
                "the graph is of the other kind; this can be asked of one that Intracomm." + maker + " has made");
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
     * @throws MPIException of class {@link MPI#ERR_TOPOLOGY} when it is a distributed one
     */
    public GraphParms getDims() {
        return new GraphParms(graph());
    }

    /**
     * The neighbours of a rank. MPI: MPI_Graph_neighbors_count and MPI_Graph_neighbors.
     *
     * @param rank the rank
     * @return the ranks its edges lead to, in the order in which they were given
     * @throws MPIException of class {@link MPI#ERR_TOPOLOGY} when the graph is a distributed one
     */
    public int[] getNeighbors(int rank) {
        return core().errors().result(() -> graph().neighboursOf(rank));
    }

    /**
     * The edges of this rank. MPI: MPI_Dist_graph_neighbors_count and MPI_Dist_graph_neighbors.
     *
     * @return the edges, in the order in which they were given: to {@link #createDistGraph} by the ranks, rank 0 first
     * @throws MPIException of class {@link MPI#ERR_TOPOLOGY} when the graph is no distributed one
     */
    public DistGraphNeighbors getDistGraphNeighbors() {
        return new DistGraphNeighbors(topology(DistGraphTopology.class, "createDistGraph"));
    }

    /**
     * The rank that this process best has in a graph. MPI: MPI_Graph_map.
     *
     * @param index as for {@link Intracomm#createGraph}
     * @param edges as for {@link Intracomm#createGraph}
     * @return this rank, or {@link MPI#UNDEFINED} when the graph has no node for it
     */
    public int map(int[] index, int[] edges) {
        return core().creation().graphRank(index, edges);
    }
}
