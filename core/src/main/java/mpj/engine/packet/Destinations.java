package mpj.engine.packet;

import java.util.function.Consumer;
import mpj.engine.EngineException;
import mpj.engine.match.Congestion;
import mpj.transport.spi.PeerTable;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;

/** The peers that packets go to. The channel to a peer is opened when the first packet for it leaves. */
final class Destinations implements Congestion {
    private final PeerTable<Destination> known = new PeerTable<>();
    private final OpenTransports transports;
    private final LostRanks lostRanks;

    Destinations(OpenTransports transports, LostRanks lostRanks) {
        this.transports = transports;
        this.lostRanks = lostRanks;
    }

    void add(Destination destination) {
        known.put(destination.rank, destination);
    }

    Destination to(int rank) {
        Destination destination = known.get(rank);
        return destination != null ? destination : connect(rank);
    }

    /**
     * The same, for a message in a context.
     *
     * @throws EngineException when the message would belong to a collective operation in which a dead rank takes part,
     *     or to a communicator that was revoked
     */
    Destination to(int rank, int context) {
        if (lostRanks.any()) {
            lostRanks.checkCollective(context);
        }
        return to(rank);
    }

    private Destination connect(int rank) {
        lostRanks.check(rank);
        Destination destination = transports.connect(rank);
        add(destination);
        return destination;
    }

    /** Returns false if no channel can be opened at the moment: that peer may be told later. */
    @Override
    public boolean tell(int rank, boolean congested) {
        Transport transport;
        try {
            transport = to(rank).transport;
        } catch (EngineException | TransportException e) {
            return false;
        }
        if (transport == null) {
            return false;
        }
        transport.congested(rank, congested);
        return true;
    }

    /** The destination if a channel to it is open, or null. */
    Destination known(int rank) {
        return known.get(rank);
    }

    /**
     * Forgets the destination of a lost rank. Its entry is then null, as if no channel were open. A send to this rank
     * therefore takes the slow path, which finds the loss. Sends to other ranks need no check.
     */
    void forget(int rank) {
        known.put(rank, null);
    }

    void forEach(Consumer<Destination> action) {
        known.forEach(action);
    }
}
