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
}
