package mpj.engine.packet;

import java.util.ArrayDeque;
import mpj.engine.EngineException;
import mpj.engine.match.Arrival;
import mpj.engine.match.Envelope;
import mpj.engine.match.Source;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.TransportException;

/**
 * The answers for which other ranks wait. An answer may be the first packet to a rank. If the transport can open no
 * channel to the rank at the moment, for example because this process has no free descriptor, the answer is kept, and
 * the threads that make progress try again. The other rank is alive, so it is given up only when that has failed for
 * long. Called with the engine's lock held.
 */
final class Answers {
    private static final long INTERVAL = 10_000_000;
    private static final long LONGEST = 60_000_000_000L;

    /**
     * An answer that could not be given.
     *
     * @param arrival the message to read or to ask for; null if the answer is only a packet
     * @param since the time when it was first tried, by {@link System#nanoTime}
     */
    private record Due(Source source, Arrival arrival, int kind, long number, long since) {
    }

    private final EngineLock lock;
    private final Destinations destinations;
    private final Backlog backlog;
    private final RendezvousReads reads;
    private final Losses losses;
    private final ArrayDeque<Due> due = new ArrayDeque<>();
    private long lastTry;
    /** Why the last channel could not be opened. */
    private String obstacle;

    Answers(EngineLock lock, Destinations destinations, Backlog backlog, RendezvousReads reads, Losses losses) {
        this.lock = lock;
        this.destinations = destinations;
        this.backlog = backlog;
        this.reads = reads;
        this.losses = losses;
    }

    /** Whether there are answers that could not be given yet. */
    boolean areDue() {
        return !due.isEmpty();
    }

    /** Reads a message that is matched, or asks the sender for the rest of it. */
    void matched(Source source, Arrival arrival) {
        assert lock.isHeldByMe();
        if (reaches(source)) {
            readOrAsk(source, arrival);
        } else if (!source.lost) {
            // Without a key only the number is needed. A message that is complete leaves its arrival to others.
            keep(new Due(source, arrival.key == null ? null : arrival, Envelope.CTS, arrival.number,
                System.nanoTime()));
        }
    }

    /** Sends an answer that is a packet without payload. */
    void send(Source source, int kind, long number) {
        assert lock.isHeldByMe();
        if (reaches(source)) {
            control(source, kind, number);
        } else if (!source.lost) {
            keep(new Due(source, null, kind, number, System.nanoTime()));
        }
    }

    private void keep(Due each) {
        lastTry = each.since;
        due.addLast(each);
    }

    /** Gives the answers that were kept, as far as their ranks can be reached now. True if any was given. */
    boolean push() {
        assert lock.isHeldByMe();
        long now = System.nanoTime();
        if (now - lastTry < INTERVAL) {
            return false;
        }
        lastTry = now;
        boolean any = false;
        for (int tries = due.size(); tries > 0; tries--) {
            Due each = due.pollFirst();
            if (each.source.lost) {
                continue;
            }
            if (reaches(each.source)) {
                give(each);
                any = true;
            } else if (now - each.since > LONGEST) {
                losses.lost(each.source.rank, "this rank cannot answer it: for " + LONGEST / 1_000_000_000
                    + " s no channel to it could be opened: " + obstacle);
            } else if (!each.source.lost) {
                due.addLast(each);
            }
        }
        return any;
    }

    private void give(Due each) {
        if (each.arrival != null) {
            readOrAsk(each.source, each.arrival);
        } else {
            control(each.source, each.kind, each.number);
        }
    }

    /**
     * Opens a channel to a rank if there is none. If this can never succeed, the rank is lost afterwards. What a
     * transport refuses may succeed later.
     */
    private boolean reaches(Source source) {
        if (destinations.known(source.rank) != null) {
            return true;
        }
        try {
            destinations.to(source.rank);
            return true;
        } catch (EngineException e) {
            obstacle = e.getMessage();
            if (!(e.getCause() instanceof TransportException)) {
                losses.lost(source.rank, obstacle);
            }
            return false;
        }
    }

    private void readOrAsk(Source source, Arrival arrival) {
        try {
            if (arrival.key != null && reads.start(source, arrival)) {
                return;
            }
        } catch (TransportException | EngineException e) {
            losses.lost(source.rank, e.getMessage()); // its memory, or the channel to it, is damaged
            return;
        }
        arrival.key = null;
        control(source, Envelope.CTS, arrival.number);
    }

    private void control(Source source, int kind, long number) {
        try {
            backlog.control(destinations.to(source.rank), kind, number);
        } catch (TransportException | EngineException e) {
            losses.lost(source.rank, e.getMessage()); // the channel to it is damaged
        }
    }
}
