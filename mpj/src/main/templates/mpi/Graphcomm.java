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
     * @return a copy of it
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
     * @return the ranks its edges lead to, in the order in which they were given
     */
    public int[] Neighbours(int rank) {
        return core().errors().result(() -> topology().neighboursOf(rank));
    }

    /**
     * The rank that this process best has in a graph. MPI: MPI_Graph_map.
     *
     * @param index as for {@link Intracomm#Create_graph}
     * @param edges as for {@link Intracomm#Create_graph}
     * @return this rank, or {@link MPI#UNDEFINED} when the graph has no node for it
     */
    public int Map(int[] index, int[] edges) {
        return core().creation().graphRank(index, edges);
    }

    //@set NEIGHBOURS The neighbours are those of {@link #Neighbours}, in that order. Every edge must have one that
    //@more leads back.
    //@collectives neighbors
}
