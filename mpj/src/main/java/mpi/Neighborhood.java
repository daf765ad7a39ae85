package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpj.collectives.Collective;
import mpj.collectives.neighbor.NeighborExchange;

/**
 * A rank's neighbours in a topology, and the collectives among them.
 *
 * @param ranks the neighbours, in order; {@link MPI#PROC_NULL} where there is none
 * @param exchange what this rank sends them and receives from them
 */
record Neighborhood(int[] ranks, NeighborExchange exchange) {
    /**
     * In a grid the neighbours below and above in each dimension. Where both are one rank, what it sends upwards comes
     * from below here, so of each dimension the message from above is taken first, as it was sent first.
     */
    static Neighborhood of(CartTopology topology, int rank) {
        int[] ranks = IntStream.range(0, 2 * topology.dims().length)
            .map(i -> topology.neighbour(rank, i / 2, i % 2 == 0 ? -1 : 1)).toArray();
        int[] order = IntStream.range(0, ranks.length).map(i -> i ^ 1).toArray();
        return new Neighborhood(ranks, new NeighborExchange(ranks, ranks, order));
    }

    /** In a graph the nodes that edges lead to, from which edges lead back. */
    static Neighborhood of(GraphTopology topology, int rank) {
        int[] ranks = topology.neighbours(rank);
        return new Neighborhood(ranks, new NeighborExchange(ranks, ranks, IntStream.range(0, ranks.length).toArray()));
    }

    /** Prepares an exchange of blocks with each neighbour. */
    CollectiveMachine alltoall(CollectiveCalls calls, CollectiveMachine on, Blocks sent, Blocks received) {
        return calls.neighbors(on, Collective.NEIGHBOR_ALLTOALL, this, sent, received);
    }

    /** Prepares an exchange in which each neighbour gets the same. */
    CollectiveMachine allgather(CollectiveCalls calls, CollectiveMachine on, Object sendbuf, int sendoffset,
                                int sendcount, Datatype sendtype, Blocks received) {
        int[] counts = new int[ranks.length];
        Arrays.fill(counts, sendcount);
        return calls.neighbors(on, Collective.NEIGHBOR_ALLGATHER, this,
            calls.sent().varying("sendbuf", sendbuf, sendoffset, counts, new int[ranks.length], sendtype), received);
    }
}
