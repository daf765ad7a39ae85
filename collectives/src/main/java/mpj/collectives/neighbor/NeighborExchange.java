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

    /** Takes the blocks that a rank sends to itself. */
    public interface Copies {
        /**
         * Takes one of them.
         *
         * @param from the index of the destination that is this rank
         * @param to the index of the source that is this rank
         */
        void copy(int from, int to);
    }

    /** Pairs the sends and receives of the edges from this rank to itself, each in its order. */
    public void forEachCopy(int rank, Copies copies) {
        int self = 0;
        for (int i : receiveOrder) {
            if (sources[i] == rank) {
                while (destinations[self] != rank) {
                    self++;
                }
                copies.copy(self++, i);
            }
        }
    }

    /** Blocks are numbered by neighbour, not by rank. */
    @Override
    public void write(Problem problem, Steps steps) {
        Blocks sent = problem.sent();
        Blocks received = problem.received();
        forEachCopy(problem.rank(), (from, to) -> steps.copy(Place.SEND.plus(sent.at(from)),
            Place.RECEIVE.plus(received.at(to)), received.length(to)));
        for (int i : receiveOrder) {
            if (sources[i] >= 0 && sources[i] != problem.rank()) {
                steps.receive(sources[i], Place.RECEIVE.plus(received.at(i)), received.length(i));
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
