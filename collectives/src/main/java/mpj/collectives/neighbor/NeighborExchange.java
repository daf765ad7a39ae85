package mpj.collectives.neighbor;

import mpj.collectives.Algorithm;
import mpj.collectives.Blocks;
import mpj.collectives.Cost;
import mpj.collectives.Place;
import mpj.collectives.Problem;
import mpj.collectives.Steps;

/**
 * Every rank sends a block to each of its neighbours and receives a block from each, all at once. If several edges
 * connect the same two ranks, the sends are in the order of destinations, and the receives are in the order given here.
 *
 * @param sources the ranks from which this rank receives; a negative one is no rank
 * @param destinations the ranks to which it sends; a negative one is no rank
 * @param receiveOrder the indices of the sources in the order in which their messages match
 */
public record NeighborExchange(int[] sources, int[] destinations, int[] receiveOrder) implements Algorithm {
    @Override
    public String name() {
        return "linear";
    }

    /** Blocks are numbered by neighbour, not by rank. */
    @Override
    public void write(Problem problem, Steps steps) {
        Blocks sent = problem.sent();
        Blocks received = problem.received();
        int self = 0;
        for (int i : receiveOrder) {
            Place place = Place.RECEIVE.plus(received.at(i));
            if (sources[i] == problem.rank()) {
                while (destinations[self] != problem.rank()) {
                    self++;
                }
                steps.copy(Place.SEND.plus(sent.at(self++)), place, received.length(i));
            } else if (sources[i] >= 0) {
                steps.receive(sources[i], place, received.length(i));
            }
        }
        for (int i = 0; i < destinations.length; i++) {
            if (destinations[i] >= 0 && destinations[i] != problem.rank()) {
                steps.send(destinations[i], Place.SEND.plus(sent.at(i)), sent.length(i));
            }
        }
    }

    /** This rank's own cost, because a rank does not know what the others do. */
    @Override
    public Cost cost(Problem problem) {
        long bytes = 0;
        for (int i = 0; i < destinations.length; i++) {
            bytes += problem.sent().length(i);
        }
        return new Cost(destinations.length, bytes, destinations.length, bytes, 0);
    }
}
