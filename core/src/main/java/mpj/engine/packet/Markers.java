package mpj.engine.packet;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import mpj.engine.match.Envelope;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.TransportException;

/**
 * Finds out whether what this rank has sent has arrived. Packets to a rank arrive in the order in which they leave: so
 * a marker sent behind them, once it is answered, has pushed them all out of the network. (Chandy and Lamport,
 * "Distributed Snapshots", ACM TOCS 3(1), 1985, do it so.) Nothing is counted for that, and nothing is sent unless
 * somebody asks: messages pay nothing. Called with the engine's lock held.
 */
final class Markers implements KindHandler {
    private final EngineLock lock;
    private final Destinations destinations;
    private final Backlog backlog;
    private final LostRanks lostRanks;
    private final Losses losses;
    /** Of the last markers that were sent; those before them have none. */
    private long number;
    private long sentAt;
    /** The ranks that have yet to answer them. */
    private final Set<Integer> unanswered = new TreeSet<>();

    Markers(EngineLock lock, Destinations destinations, Backlog backlog, LostRanks lostRanks, Losses losses) {
        this.lock = lock;
        this.destinations = destinations;
        this.backlog = backlog;
        this.lostRanks = lostRanks;
        this.losses = losses;
    }

    /**
     * The ranks that may have yet to get something that was sent before a moment. Sends markers if none have been sent
     * since.
     *
     * @param moment by {@link System#nanoTime}
     */
    List<Integer> unanswered(long moment) {
        assert lock.isHeldByMe();
        if (number == 0 || sentAt - moment <= 0) {
            send();
        }
        Set<Integer> ranks = new TreeSet<>(unanswered);
        destinations.forEach(destination -> {
            // A marker passes the sends that found the channel full.
            if (destination != null && (!destination.idle() || destination.channel.pending())) {
                ranks.add(destination.rank);
            }
        });
        ranks.removeIf(lostRanks::contains);
        return List.copyOf(ranks);
    }

    private void send() {
        number++;
        unanswered.clear();
        List<Destination> open = new ArrayList<>();
        destinations.forEach(destination -> {
            if (destination != null && destination.transport != null) {
                open.add(destination);
            }
        });
        for (Destination destination : open) {
            unanswered.add(destination.rank);
            backlog.control(destination, Envelope.MARK, number);
        }
        sentAt = System.nanoTime();
    }

    @Override
    public void packet(int source, long envelope, long header, MemorySegment segment, long offset, long bytes) {
        assert lock.isHeldByMe();
        if (Envelope.kind(envelope) == Envelope.MARKED) {
            if (header == number) {
                unanswered.remove(source);
            }
        } else if (!lostRanks.contains(source)) {
            answer(source, header);
        }
    }

    private void answer(int rank, long theirs) {
        try {
            backlog.control(destinations.to(rank), Envelope.MARKED, theirs);
        } catch (TransportException e) {
            losses.lost(rank, e.getMessage()); // no channel can be opened to it
        }
    }
}
