package mpj.engine;

import java.util.Arrays;
import java.util.function.Consumer;

/** The ranks that packets go to. The channel to one is opened when its first packet leaves. */
final class Destinations {
    private static final int FIRST = 16;

    private Destination[] known = new Destination[FIRST];
    private final OpenTransports transports;
    private final LostRanks lostRanks;

    Destinations(OpenTransports transports, LostRanks lostRanks) {
        this.transports = transports;
        this.lostRanks = lostRanks;
    }

    void add(Destination destination) {
        if (destination.rank >= known.length) {
            known = Arrays.copyOf(known, Math.max(2 * known.length, destination.rank + 1));
        }
        known[destination.rank] = destination;
    }

    Destination to(int rank) {
        Destination destination = known(rank);
        return destination != null ? destination : connect(rank);
    }

    private Destination connect(int rank) {
        lostRanks.check(rank);
        Destination destination = transports.connect(rank);
        add(destination);
        return destination;
    }

    /** The destination if a channel to it is open, or null. */
    Destination known(int rank) {
        return rank < known.length ? known[rank] : null;
    }

    /** From now on it is one that is not known; that makes sending to a lost rank fail at no cost to the others. */
    void forget(int rank) {
        if (rank < known.length) {
            known[rank] = null;
        }
    }

    void forEach(Consumer<Destination> action) {
        for (Destination destination : known) {
            if (destination != null) {
                action.accept(destination);
            }
        }
    }
}
