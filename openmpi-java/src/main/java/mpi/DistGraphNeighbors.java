package mpi;

import mpj.core.group.DistGraphTopology;

/** The edges of this rank in a distributed graph, as {@link GraphComm#getDistGraphNeighbors} returns them. */
public final class DistGraphNeighbors {
    private final DistGraphTopology topology;

    DistGraphNeighbors(DistGraphTopology topology) {
        this.topology = topology;
    }

    /**
     * The number of edges that end at this rank.
     *
     * @return 0 or more
     */
    public int getInDegree() {
        return topology.sources().length;
    }

    /**
     * The number of edges that begin at this rank.
     *
     * @return 0 or more
     */
    public int getOutDegree() {
        return topology.destinations().length;
    }

    /**
     * Whether the graph was made with weights.
     *
     * @return true if so
     */
    public boolean isWeighted() {
        return topology.isWeighted();
    }

    /**
     * The rank where an edge begins that ends at this rank.
     *
     * @param i the edge, 0 to {@link #getInDegree} - 1
     * @return the rank
     */
    public int getSource(int i) {
        return topology.sources()[i];
    }

    /**
     * The weight of an edge that ends at this rank.
     *
     * @param i the edge, 0 to {@link #getInDegree} - 1
     * @return the weight; 1 in a graph without weights
     */
    public int getSourceWeight(int i) {
        return topology.sourceWeight(i);
    }

    /**
     * The rank where an edge ends that begins at this rank.
     *
     * @param i the edge, 0 to {@link #getOutDegree} - 1
     * @return the rank
     */
    public int getDestination(int i) {
        return topology.destinations()[i];
    }

    /**
     * The weight of an edge that begins at this rank.
     *
     * @param i the edge, 0 to {@link #getOutDegree} - 1
     * @return the weight; 1 in a graph without weights
     */
    public int getDestinationWeight(int i) {
        return topology.destinationWeight(i);
    }
}
