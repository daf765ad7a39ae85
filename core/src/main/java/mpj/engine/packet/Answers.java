package mpj.engine.packet;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.LongSupplier;
import mpj.engine.EngineException;
import mpj.engine.match.Arrival;
import mpj.engine.match.Envelope;
import mpj.engine.match.Source;
import mpj.engine.wait.EngineLock;
import mpj.transport.spi.TransportException;

/**
 * The answers for which other ranks wait. An answer may be the first packet to a rank. If the transport can open no
 * channel to the rank at the moment, for example because this process has no free descriptor, the answer is kept, and
 * the threads that make progress try again. The other rank may well be alive, so it is given up only when that has
 * failed for long. Called with the engine's lock held.
 */
final class Answers {
    /** The shortest pause between two rounds of tries, in nanoseconds. */
    static final long INTERVAL = 10_000_000;
    /** In nanoseconds. */
    static final long LONGEST = 60_000_000_000L;
    /**
     * A pause is at least this many times as long as the round before it, because the tries keep the lock. A try that
     * finds no address space collects garbage first, and takes 100 ms.
     */
    static final int PAUSE_PER_ROUND = 9;

    /**
     * An answer that could not be given.
     *
     * @param arrival the message to read or to ask for; null if the answer is only a packet
     */
    private record Due(Arrival arrival, int kind, long number) {
    }

    /** The answers to one rank. */
    private static final class Kept {
        /** When the first of them was first tried. */
        final long since;
        final List<Due> answers = new ArrayList<>();

        Kept(long since) {
            this.since = since;
        }
    }

    private final EngineLock lock;
    private final Destinations destinations;
    private final Backlog backlog;
    private final RendezvousReads reads;
    private final Losses losses;
    private final LongSupplier nanoTime;
    /** The ranks in the order in which they are tried. */
    private final SequencedMap<Source, Kept> kept = new LinkedHashMap<>();
    /** Whether anything is kept. Every poll reads this field. */
    private boolean due;
    /** When the next round begins, if anything is kept. */
    private long nextRound;
    /** Why no channel could be opened to the rank that was tried last. */
    private String obstacle;

    Answers(EngineLock lock, Destinations destinations, Backlog backlog, RendezvousReads reads, Losses losses,
            LongSupplier nanoTime) {
        this.lock = lock;
        this.destinations = destinations;
        this.backlog = backlog;
        this.reads = reads;
        this.losses = losses;
        this.nanoTime = nanoTime;
    }

    /** Whether there are answers that could not be given yet. */
    boolean areDue() {
        return due;
    }

    /** Reads a message that is matched, or asks the sender for the rest of it. */
    void matched(Source source, Arrival arrival) {
        assert lock.isHeldByMe();
        if (reachesAtOnce(source)) {
            readOrAsk(source, arrival);
        } else if (!source.lost) {
            // Without a key only the number is needed. The arrival of a complete message may be used again, so it is
            // not kept.
            keep(source, new Due(arrival.key == null ? null : arrival, Envelope.CTS, arrival.number));
        }
    }

    /** Sends an answer that is a packet without payload. */
    void send(Source source, int kind, long number) {
        assert lock.isHeldByMe();
        if (reachesAtOnce(source)) {
            control(source, kind, number);
        } else if (!source.lost) {
            keep(source, new Due(null, kind, number));
        }
    }

    /** While answers to a rank are kept, only the rounds try to reach it. */
    private boolean reachesAtOnce(Source source) {
        return destinations.known(source.rank) != null || !(due && kept.containsKey(source)) && reaches(source);
    }

    private void keep(Source source, Due each) {
        Kept those = kept.get(source);
        if (those == null) {
            long now = nanoTime.getAsLong();
            those = new Kept(now);
            kept.put(source, those);
            if (!due) {
                due = true;
                nextRound = now + INTERVAL;
            }
        }
        those.answers.add(each);
    }

    /**
     * Gives the answers that were kept, as far as their ranks can be reached now. True if any was given. When one rank
     * cannot be reached, a round tries no other: the same trouble would keep the lock again for as long. The next round
     * begins with the others.
     */
    boolean push() {
        assert lock.isHeldByMe();
        long begin = nanoTime.getAsLong();
        if (begin - nextRound < 0) {
            return false;
        }
        boolean any = false;
        boolean troubled = false;
        for (Source source : List.copyOf(kept.keySet())) {
            if (!troubled || destinations.known(source.rank) != null) {
                any |= push(source, begin);
                Kept still = kept.get(source);
                if (still != null) {
                    troubled = true;
                    kept.putLast(source, still);
                }
            }
        }
        due = !kept.isEmpty();
        long end = nanoTime.getAsLong();
        nextRound = end + Math.max(INTERVAL, PAUSE_PER_ROUND * (end - begin));
        return any;
    }

    /**
     * Gives the answers to one rank if it can be reached. If anything else goes wrong, the rank is given up: it would
     * wait for ever for an answer that is forgotten.
     */
    private boolean push(Source source, long now) {
        boolean given = false;
        try {
            if (!source.lost && reaches(source)) {
                given = true;
                giveAll(source);
            } else if (!source.lost && now - kept.get(source).since > LONGEST) {
                losses.lost(source.rank, "this rank cannot answer it: for " + LONGEST / 1_000_000_000
                    + " s no channel to it could be opened: " + obstacle);
            }
        } catch (RuntimeException e) {
            System.getLogger("mpj.engine").log(System.Logger.Level.WARNING, "an answer to rank " + source.rank, e);
            losses.refused(source.rank, "this rank cannot answer it: " + e);
        } catch (OutOfMemoryError e) {
            losses.refused(source.rank, "this rank has no memory to answer it: " + e.getMessage());
        }
        if (source.lost) {
            kept.remove(source);
        }
        return given;
    }

    private void giveAll(Source source) {
        for (Due each : kept.remove(source).answers) {
            if (source.lost) {
                return;
            }
            if (each.arrival != null) {
                readOrAsk(source, each.arrival);
            } else {
                control(source, each.kind, each.number);
            }
        }
    }

    /** Opens a channel to a rank if there is none. If this fails for good, the rank is lost afterwards. */
    private boolean reaches(Source source) {
        if (destinations.known(source.rank) != null) {
            return true;
        }
        try {
            destinations.to(source.rank);
            return true;
        } catch (TransportException | EngineException e) {
            obstacle = e.getMessage();
            Throwable cause = e instanceof EngineException ? e.getCause() : e;
            if (!(cause instanceof TransportException failure && failure.mayPass())) {
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
