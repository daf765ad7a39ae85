package mpi;

import mpj.core.group.DistGraphTopology;

/** What {@link GraphComm#getDistGraphNeighbors} tells: the edges of this rank in a distributed graph. */
public final class DistGraphNeighbors {
    private final DistGraphTopology topology;

    DistGraphNeighbors(DistGraphTopology topology) {
        this.topology = topology;
    }

    /**
     * The number of edges that end here.
     *
     * @return 0 or more
     */
    public int getInDegree() {
        return topology.sources().length;
    }

    /**
     * The number of edges that begin here.
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
     * Where an edge comes from that ends here.
     *
     * @param i the edge, 0 to {@link #getInDegree} - 1
     * @return the rank
     */
    public int getSource(int i) {
        return topology.sources()[i];
    }

    /**
     * The weight of an edge that ends here.
     *
     * @param i the edge, 0 to {@link #getInDegree} - 1
     * @return the weight; 1 in a graph without weights
     */
    public int getSourceWeight(int i) {
        return topology.sourceWeight(i);
    }

    /**
     * Where an edge leads that begins here.
     *
     * @param i the edge, 0 to {@link #getOutDegree} - 1
     * @return the rank
     */
    public int getDestination(int i) {
        return topology.destinations()[i];
    }

    /**
     * The weight of an edge that begins here.
     *
     * @param i the edge, 0 to {@link #getOutDegree} - 1
     * @return the weight; 1 in a graph without weights
     */
    public int getDestinationWeight(int i) {
        return topology.destinationWeight(i);
    }
}
