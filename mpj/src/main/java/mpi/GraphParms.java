package mpi;

/**
 * A graph, as {@link Graphcomm#Get} returns it. Its arrays have the content that was passed to
 * {@link Intracomm#Create_graph}.
 */
public class GraphParms {
    /** For each node, the number of edges of this node and of all nodes before it. */
    public int[] index;
    /** The neighbours of node 0, followed by the neighbours of node 1, and so on. */
    public int[] edges;

    /** Makes an object without a graph. */
    public GraphParms() {
    }
}
