package mpi;

import mpj.core.group.GraphTopology;

/** What {@link GraphComm#getDims} tells: a graph. */
public final class GraphParms {
    private final GraphTopology topology;

    GraphParms(GraphTopology topology) {
        this.topology = topology;
    }

    /**
     * The number of nodes.
     *
     * @return the number
     */
    public int getIndexCount() {
        return topology.index().length;
    }

    /**
     * How many edges a node and those before it have.
     *
     * @param i the node, from 0
     * @return the number
     */
    public int getIndex(int i) {
        return topology.index()[i];
    }

    /**
     * The number of edges of all nodes.
     *
     * @return the number
     */
    public int getEdgeCount() {
        return topology.edges().length;
    }

    /**
     * Where an edge leads.
     *
     * @param i the edge, from 0: those of node 0 come first, then those of node 1, and so on
     * @return the node
     */
    public int getEdge(int i) {
        return topology.edges()[i];
    }
}
