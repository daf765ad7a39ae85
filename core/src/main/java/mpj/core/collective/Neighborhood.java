package mpj.core.collective;

import mpj.collectives.neighbor.NeighborExchange;
import mpj.core.group.ProcessTopology;

/**
 * A rank's neighbours in a topology, and what it exchanges with them.
 *
 * @param sources from how many neighbours it receives, including neighbours that are no rank
 * @param destinations to how many neighbours it sends
 * @param exchange the blocks that this rank sends to them and receives from them
 */
record Neighborhood(int sources, int destinations, NeighborExchange exchange) {
    static Neighborhood of(ProcessTopology topology, int rank) {
        int[] sources = topology.sources(rank);
        int[] destinations = topology.destinations(rank);
        return new Neighborhood(sources.length, destinations.length,
            new NeighborExchange(sources, destinations, topology.arrivalOrder(rank)));
    }
}
