package mpi;

import mpj.core.comm.Communicator;
import mpj.core.group.GraphTopology;

/** A communicator whose ranks are the nodes of a graph. MPI: a graph topology. */
public class Graphcomm extends Intracomm {
    private Graphcomm(Communicator core) {
        super(core);
    }

    static Graphcomm of(Communicator core) {
        return core == null ? null : new Graphcomm(core);
    }

    private GraphTopology topology() {
        return (GraphTopology) core().topology();
    }

    @Override
    public Object clone() {
        return new Graphcomm(core().creation().duplicate());
    }

    /**
     * The graph. MPI: MPI_Graph_get.
     *
     * @return a copy of the graph
     */
    public GraphParms Get() {
        GraphParms parms = new GraphParms();
        parms.index = topology().index().clone();
        parms.edges = topology().edges().clone();
        return parms;
    }

    /**
     * The neighbours of a rank. MPI: MPI_Graph_neighbors.
     *
     * @param rank the rank
     * @return the ranks to which the edges of this rank lead, in the order in which they were given
     */
    public int[] Neighbours(int rank) {
        return core().errors().result(() -> topology().neighboursOf(rank));
    }

    /**
     * The best rank for this process in a graph. MPI: MPI_Graph_map.
     *
     * @param index as in {@link Intracomm#Create_graph}
     * @param edges as in {@link Intracomm#Create_graph}
     * @return this rank, or {@link MPI#UNDEFINED} when the graph has no node for this process
     */
    public int Map(int[] index, int[] edges) {
        return core().creation().graphRank(index, edges);
    }

    //@set NEIGHBOURS The neighbours are the ranks that {@link #Neighbours} returns, in that order. Every edge must have
    //@more an edge that leads back.
    //@collectives neighbors
}
