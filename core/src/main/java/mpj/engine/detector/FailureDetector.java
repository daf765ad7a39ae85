package mpj.engine.detector;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mpj.engine.Murmur3;

/**
 * One rank's part in finding dead ranks, without a clock and without a network. The ranks form a ring. Each rank
 * observes its predecessor, the nearest one that is not dead: it pings the predecessor in each period. A rank that does
 * not answer for a time is declared dead. The observer tells all others, and observes the next predecessor. This is the
 * scheme of Bosilca, Bouteiller, Guermouche, Herault, Robert, Sens and Dongarra (Failure Detection and Propagation in
 * HPC Systems, 2016), with pings instead of heartbeats that come unasked, because a ping needs no agreement on who
 * observes whom.
 *
 * <p><b>How the news spreads.</b> A rank that hears of a death for the first time tells the ranks at the distances 1,
 * 2, 4, and so on. Any distance is a sum of such distances, so all ranks know after log n rounds, and each rank sends
 * log n messages. A datagram may be lost, or the rank that was to pass it on may be dead. Therefore each ping and each
 * answer says which ranks its sender takes for dead, as a hash. Two neighbours in the ring whose hashes differ tell
 * each other all that they know. So the news reaches every rank in the end.
 *
 * <p><b>Several neighbours at once.</b> If a host with many ranks dies, the observer of the last of them would need the
 * timeout once for each. So while a predecessor is silent, the observer also pings the next ones, twice as many in each
 * period.
 *
 * <p><b>When the process itself has stood still.</b> A rank whose own ticks have stopped for a while does not blame its
 * predecessor. If it has stood still for longer than the timeout, others have declared it dead. It learns this from the
 * first rank that it pings, and is then cut off: the others no longer listen to it.
 *
 * <p><b>A rank that is lost in another way.</b> A connection to a rank may break although the rank answers pings. The
 * rank that notices this declares the other dead, in the same way. So each rank that is left has the same view, and the
 * suspected rank is cut off even though it is alive.
 *
 * <p>Not thread-safe. All times are nanoseconds of one clock.
 */
final class FailureDetector {
    /** The kinds of messages. */
    enum Kind {
        /** Asks for an answer. */
        PING,
        /** Answers a ping. */
        PONG,
        /** A rank is dead. */
        DEAD,
        /** The sender ends in good order, and no longer answers. */
        BYE
    }

    /** The way to the other ranks, and to the engine. */
    interface Links {
        /**
         * Sends a message, which may be lost.
         *
         * @param about the dead rank, or the hash of all dead ranks
         * @param stamp of a ping: when it was sent, by the sender's clock; of an answer: the stamp of the ping; of the
         *     news of a death: {@link FailureDetector#BROKEN} if a rank has lost the connection to the dead one
         */
        void send(int rank, Kind kind, int about, long stamp);

        /** Whether any message has ever come from the host of a rank. */
        boolean hasHeardFromHostOf(int rank);

        /** Whether any message has ever come from another host. */
        boolean hasHeardFromOtherHosts();

        /**
         * A rank is dead.
         *
         * @param silent whether it has not answered pings; otherwise a rank has lost the connection to it
         */
        void dead(int rank, boolean silent);

        /** The others have declared this rank dead. */
        void cutOff();
    }

    /** How many periods the timeout has. */
    static final int PERIODS = 5;
    /** The stamp of a death that no silence has shown, but a connection that is broken. */
    static final long BROKEN = 1;
    /** How often to greet the neighbours whose hosts have not answered. */
    private static final int GREETINGS = 5;

    /**
     * What is known of a rank that is observed.
     *
     * @param since when it was last known to be alive, or when this rank began to observe it
     * @param answered whether it has answered since then
     */
    private record Observation(long since, boolean answered) {
        Observation answer(long stamp) {
            return answered && stamp - since < 0 ? this : new Observation(stamp, true);
        }
    }

    private final int size;
    private final int own;
    private final long timeout;
    private final Links links;
    private final BitSet dead = new BitSet();
    /** Those of the dead ranks to which a rank has lost the connection. */
    private final BitSet broken = new BitSet();
    /**
     * Tells sets of dead ranks apart: the sum of a mixed number for each rank. The hash of a BitSet is the same with
     * and without two ranks that are 32 apart.
     */
    private int hash;
    /** The ranks that have ended in good order. */
    private final BitSet gone = new BitSet();
    /** The nearest predecessors, the nearest first. Normally it is one. */
    private final Map<Integer, Observation> observed = new LinkedHashMap<>();
    /** The ranks that have pinged this one. */
    private final BitSet observers = new BitSet();
    /** The rank that this one has observed first. */
    private int first = -1;
    private boolean observes;
    private boolean cutOff;
    private int greetings;
    /** How many further ranks to observe if none answers. */
    private int more = 1;
    private long lastTick;

    /**
     * The part of one rank. It answers others, but observes nobody yet.
     *
     * @param timeout the time without an answer after which a rank is declared dead
     */
    FailureDetector(int size, int own, long timeout, Links links) {
        this.size = size;
        this.own = own;
        this.timeout = timeout;
        this.links = links;
    }

    /** From now on this rank observes its predecessor. */
    void observe(long now) {
        if (!observes) {
            observes = true;
            lastTick = now;
            observeMore(1, now);
            first = observed.isEmpty() ? first : observed.keySet().iterator().next();
        }
    }

    /**
     * This rank has lost another one, although that one may answer pings. From now on the other rank is dead to all. It
     * is told so, because it may not ping any rank that knows.
     */
    void suspect(int rank) {
        if (!cutOff && rank != own && !dead.get(rank) && !gone.get(rank)) {
            broken.set(rank);
            learn(rank);
            links.send(rank, Kind.DEAD, rank, BROKEN);
        }
    }

    /** This rank ends in good order. */
    void end() {
        if (!cutOff) {
            observers.stream().filter(rank -> !dead.get(rank)).forEach(rank -> links.send(rank, Kind.BYE, 0, 0));
        }
    }

    private long period() {
        return timeout / PERIODS;
    }

    /** Call this once in each period, after all messages that have arrived were taken. */
    void tick(long now) {
        if (!observes || cutOff) {
            return;
        }
        if (now - lastTick > timeout / 2) {
            // This process has stood still, and has heard nobody.
            observed.replaceAll((_, _) -> new Observation(now, false));
        }
        lastTick = now;
        declareSilent(now);
        adjust(now);
        observed.keySet().forEach(rank -> ping(rank, now));
        greet(now);
    }

    private void declareSilent(long now) {
        for (Map.Entry<Integer, Observation> each : List.copyOf(observed.entrySet())) {
            if (now - each.getValue().since > timeout && meansDeath(each.getKey())) {
                learn(each.getKey());
            }
        }
    }

    /**
     * Whether the silence of a rank means that it is dead. The network may carry none of these messages between hosts.
     * If this rank has not observed the other from the start, an earlier observer has reached it.
     */
    private boolean meansDeath(int rank) {
        return links.hasHeardFromHostOf(rank) || rank != first && links.hasHeardFromOtherHosts();
    }

    /** Observes the ranks up to the nearest one that answers. If none answers, it observes twice as many. */
    private void adjust(long now) {
        List<Integer> beyond = new ArrayList<>();
        boolean alive = false;
        boolean fresh = false;
        for (Map.Entry<Integer, Observation> each : observed.entrySet()) {
            if (alive) {
                beyond.add(each.getKey());
            }
            long age = now - each.getValue().since;
            alive |= each.getValue().answered && age <= period() + period() / 2;
            fresh |= age < period() / 2;
        }
        beyond.forEach(observed::remove);
        if (alive) {
            more = 1;
        } else if (!fresh && observed.keySet().stream().allMatch(this::meansDeath)) {
            observeMore(more, now);
            more = Math.min(2 * more, size);
        }
    }

    private void observeMore(int count, long now) {
        int rank = own;
        for (int added = 0; added < count; ) {
            rank = (rank + size - 1) % size;
            if (rank == own) {
                return;
            }
            if (!dead.get(rank) && !gone.get(rank) && observed.putIfAbsent(rank, new Observation(now, false)) == null) {
                added++;
            }
        }
    }

    private void ping(int rank, long now) {
        links.send(rank, Kind.PING, hash, now);
    }

    /**
     * Finds out early whether messages come through from the hosts of the ranks that this one may have to observe. It
     * pings the ranks at the distances 1, 2, 4, and so on before this one.
     */
    private void greet(long now) {
        if (greetings < GREETINGS) {
            greetings++;
            for (long distance = 1; distance < size; distance *= 2) {
                int rank = (int) ((own + size - distance) % size);
                if (!observed.containsKey(rank) && !links.hasHeardFromHostOf(rank)) {
                    ping(rank, now);
                }
            }
        }
    }

    /**
     * The ranks at the distances 1, 2, 4, and so on. A rank that has ended is replaced by the next one that has not.
     */
    List<Integer> neighbours() {
        List<Integer> ranks = new ArrayList<>();
        for (long distance = 1; distance < size; distance *= 2) {
            int rank = (int) ((own + distance) % size);
            while (rank != own && (dead.get(rank) || gone.get(rank) || ranks.contains(rank))) {
                rank = (rank + 1) % size;
            }
            if (rank == own) {
                break;
            }
            ranks.add(rank);
        }
        return ranks;
    }

    /** A message has come from a rank that has proved who it is. */
    void take(int from, Kind kind, int about, long stamp, long now) {
        if (cutOff || from == own) {
            return;
        }
        if (dead.get(from)) {
            if (kind == Kind.PING || kind == Kind.PONG) {
                links.send(from, Kind.DEAD, from, reason(from));
            }
            return;
        }
        switch (kind) {
            case PING -> {
                observers.set(from);
                links.send(from, Kind.PONG, hash, stamp);
                tellAllUnlessKnown(from, about);
            }
            case PONG -> {
                if (stamp - now <= 0) {
                    observed.computeIfPresent(from, (_, before) -> before.answer(stamp));
                }
                tellAllUnlessKnown(from, about);
            }
            case DEAD -> {
                if (about == own) {
                    cutOff = true;
                    links.cutOff();
                } else if (about >= 0 && about < size && !dead.get(about)) {
                    broken.set(about, stamp == BROKEN);
                    learn(about);
                }
            }
            case BYE -> {
                gone.set(from);
                observed.remove(from);
            }
            default -> throw new IllegalArgumentException(kind.toString());
        }
    }

    private void tellAllUnlessKnown(int rank, int theirs) {
        if (theirs != hash) {
            dead.stream().forEach(each -> links.send(rank, Kind.DEAD, each, reason(each)));
        }
    }

    /** Notes that a rank is dead, and passes the news on. */
    private void learn(int rank) {
        dead.set(rank);
        hash += (int) Murmur3.mixed(rank);
        observed.remove(rank);
        for (int neighbour : neighbours()) {
            links.send(neighbour, Kind.DEAD, rank, reason(rank));
        }
        links.dead(rank, !broken.get(rank));
    }

    private long reason(int rank) {
        return broken.get(rank) ? BROKEN : 0;
    }
}
