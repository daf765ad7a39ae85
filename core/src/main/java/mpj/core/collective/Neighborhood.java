package mpj.core.collective;

import mpj.collectives.neighbor.NeighborExchange;
import mpj.core.group.ProcessTopology;

/**
 * A rank's neighbours in a topology, and what it exchanges with them.
 *
 * @param ranks the neighbours, in order; {@link mpj.core.datatype.Constants#PROC_NULL} where there is none
 * @param exchange what this rank sends them and receives from them
 */
record Neighborhood(int[] ranks, NeighborExchange exchange) {
    static Neighborhood of(ProcessTopology topology, int rank) {
        int[] ranks = topology.neighbours(rank);
        return new Neighborhood(ranks, new NeighborExchange(ranks, ranks, topology.arrivalOrder(rank)));
    }
}
