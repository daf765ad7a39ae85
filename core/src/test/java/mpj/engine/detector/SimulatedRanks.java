package mpj.engine.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/** Ranks with detectors, in a network and in a time of their own. Each host has as many ranks as the test says. */
final class SimulatedRanks {
    static final long TIMEOUT = 1_000_000_000;
    static final long PERIOD = TIMEOUT / FailureDetector.PERIODS;
    /** The longest time that a message takes. */
    static final long LATENCY = 1_000_000;

    private record Event(long time, long number, Runnable action) {
    }

    /** One rank, and what it has found out. */
    final class Rank implements FailureDetector.Links {
        final int number;
        final FailureDetector detector;
        /** When this rank has learned of each death. */
        final long[] learned = new long[size];
        final BitSet dead = new BitSet();
        final BitSet hosts = new BitSet();
        boolean killed;
        boolean cutOff;
        /** The process does not run before this time. */
        private long frozenUntil;

        Rank(int number) {
            this.number = number;
            detector = new FailureDetector(size, number, TIMEOUT, this);
        }

        private void run(Runnable action) {
            if (killed) {
                return;
            }
            if (time < frozenUntil) {
                at(frozenUntil, () -> run(action));
            } else {
                action.run();
            }
        }

        private void tick() {
            detector.tick(time);
            at(time + PERIOD, () -> run(this::tick));
        }

        @Override
        public void send(int rank, FailureDetector.Kind kind, int about, long stamp) {
            sent[kind.ordinal()]++;
            if (blocked.get(host(number)) != blocked.get(host(rank))
                || kind == FailureDetector.Kind.DEAD && random.nextInt(100) < lossPercent) {
                return;
            }
            long way = evenLatency ? LATENCY : 1 + random.nextLong(LATENCY);
            at(time + way, () -> ranks.get(rank).run(() -> ranks.get(rank).take(number, kind, about, stamp)));
        }

        private void take(int from, FailureDetector.Kind kind, int about, long stamp) {
            hosts.set(host(from));
            detector.take(from, kind, about, stamp, time);
        }

        @Override
        public boolean hasHeardFromHostOf(int rank) {
            return hosts.get(host(rank));
        }

        @Override
        public boolean hasHeardFromOtherHosts() {
            return hosts.cardinality() > (hosts.get(host(number)) ? 1 : 0);
        }

        @Override
        public void dead(int rank, boolean silent) {
            dead.set(rank);
            learned[rank] = time;
            onDeath.run();
        }

        @Override
        public void cutOff() {
            cutOff = true;
        }

        void kill() {
            killed = true;
        }

        void freeze(long duration) {
            frozenUntil = time + duration;
        }
    }

    final List<Rank> ranks = new ArrayList<>();
    /** How many messages of each kind were sent. */
    final long[] sent = new long[FailureDetector.Kind.values().length];
    /** Hosts that no message reaches from the other hosts, and that send none to them. */
    final BitSet blocked = new BitSet();
    /** Called whenever a rank has learned of a death. */
    Runnable onDeath = () -> { };
    /** How many of 100 messages about dead ranks are lost. */
    int lossPercent;
    /** Whether each message takes the same time. */
    boolean evenLatency;

    private final int size;
    private final int perHost;
    private final Random random;
    private final PriorityQueue<Event> events = new PriorityQueue<>((a, b) ->
        a.time != b.time ? Long.compare(a.time, b.time) : Long.compare(a.number, b.number));
    private long time;
    private long numbers;

    SimulatedRanks(int size, int perHost, long seed) {
        this.size = size;
        this.perHost = perHost;
        random = new Random(seed);
        for (int rank = 0; rank < size; rank++) {
            Rank each = new Rank(rank);
            ranks.add(each);
            long start = random.nextLong(PERIOD);
            at(start, () -> {
                each.detector.observe(time);
                each.run(each::tick);
            });
        }
    }

    private int host(int rank) {
        return rank / perHost;
    }

    long time() {
        return time;
    }

    void at(long moment, Runnable action) {
        events.add(new Event(moment, numbers++, action));
    }

    /** Lets this much time pass. */
    void run(long duration) {
        long end = time + duration;
        while (!events.isEmpty() && events.peek().time <= end) {
            Event next = events.poll();
            time = next.time;
            next.action.run();
        }
        time = end;
    }

    long sent(FailureDetector.Kind kind) {
        return sent[kind.ordinal()];
    }

    /** Asserts that every rank that is left, and was not cut off, knows exactly these dead ranks. */
    void assertDead(BitSet expected) {
        for (Rank each : ranks) {
            if (!each.killed && !each.cutOff) {
                assertEquals(expected, each.dead, () -> "rank " + each.number);
            }
        }
    }
}
