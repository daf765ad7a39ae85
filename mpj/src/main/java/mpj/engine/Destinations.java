package mpj.engine;

import java.util.function.Consumer;

/** The ranks that packets go to. The channel to one is opened when its first packet leaves. */
final class Destinations {
    private final Destination[] known;
    private final OpenTransports transports;
    private final LostRanks lostRanks;

    Destinations(int ranks, OpenTransports transports, LostRanks lostRanks) {
        this.known = new Destination[ranks];
        this.transports = transports;
        this.lostRanks = lostRanks;
    }

    void add(Destination destination) {
        known[destination.rank] = destination;
    }

    Destination to(int rank) {
        Destination destination = known[rank];
        return destination != null ? destination : connect(rank);
    }

    private Destination connect(int rank) {
        lostRanks.check(rank);
        Destination destination = transports.connect(rank);
        known[rank] = destination;
        return destination;
    }

    /** The destination if a channel to it is open, or null. */
    Destination known(int rank) {
        return known[rank];
    }

    /** From now on it is one that is not known; that makes sending to a lost rank fail at no cost to the others. */
    void forget(int rank) {
        known[rank] = null;
    }

    void forEach(Consumer<Destination> action) {
        for (Destination destination : known) {
            if (destination != null) {
                action.accept(destination);
            }
        }
    }
}
