package mpi;

/** What {@link Graphcomm#Get} tells: a graph, as it was passed to {@link Intracomm#Create_graph}. */
public class GraphParms {
    /** For each node, how many edges it and those before it have. */
    public int[] index;
    /** The neighbours of node 0, then those of node 1, and so on. */
    public int[] edges;

    /** Of no graph yet. */
    public GraphParms() {
    }
}
