package mpi;

import mpj.core.group.GraphTopology;

/** A graph, as {@link GraphComm#getDims} returns it. */
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
     * The number of edges of a node and of all nodes before it.
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
     * The node to which an edge leads.
     *
     * @param i the edge, from 0: the edges of node 0 come first, then the edges of node 1, and so on
     * @return the node
     */
    public int getEdge(int i) {
        return topology.edges()[i];
    }
}
