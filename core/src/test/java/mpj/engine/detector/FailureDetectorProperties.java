package mpj.engine.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tests the detectors of simulated ranks: what they find out, how soon, and with how many messages. */
final class FailureDetectorProperties {
    private static final long TIMEOUT = SimulatedRanks.TIMEOUT;
    private static final long PERIOD = SimulatedRanks.PERIOD;
    private static final int MANY = 4096;
    private static final int LOG_OF_MANY = 12;

    private static SimulatedRanks started(int size, int perHost, long seed) {
        SimulatedRanks ranks = new SimulatedRanks(size, perHost, seed);
        ranks.run(3 * TIMEOUT);
        return ranks;
    }

    @Example
    void eachRankPingsOneOtherInEachPeriodWhenNoneFails() {
        SimulatedRanks ranks = started(MANY, 16, 1);
        long before = ranks.sent(FailureDetector.Kind.PING);
        long answers = ranks.sent(FailureDetector.Kind.PONG);
        ranks.run(100 * PERIOD);
        assertEquals(100L * MANY, ranks.sent(FailureDetector.Kind.PING) - before);
        assertEquals(100L * MANY, ranks.sent(FailureDetector.Kind.PONG) - answers, 2.0);
        assertEquals(0, ranks.sent(FailureDetector.Kind.DEAD));
        ranks.assertDead(new BitSet());
    }

    @Example
    void newsOfADeathReachesAllInLogNRounds() {
        SimulatedRanks ranks = started(MANY, 16, 2);
        ranks.evenLatency = true;
        ranks.ranks.get(77).kill();
        long killed = ranks.time();
        ranks.run(2 * TIMEOUT);
        ranks.assertDead(BitSet.valueOf(bits(77)));
        long first = Long.MAX_VALUE;
        long last = 0;
        for (SimulatedRanks.Rank each : ranks.ranks) {
            if (!each.killed) {
                first = Math.min(first, each.learned[77]);
                last = Math.max(last, each.learned[77]);
            }
        }
        assertTrue(first - killed <= TIMEOUT + PERIOD, "declared after " + (first - killed) + " ns");
        assertTrue(last - first <= LOG_OF_MANY * SimulatedRanks.LATENCY, "it took " + (last - first) + " ns");
        assertTrue(ranks.sent(FailureDetector.Kind.DEAD) <= (long) MANY * (LOG_OF_MANY + 1),
            ranks.sent(FailureDetector.Kind.DEAD) + " messages");
    }

    /** The suspected rank is alive, and answers pings. */
    @Property(tries = 100)
    void rankThatAnotherRankHasLostIsDeadToAllAndCutOff(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 3 + random.nextInt(60);
        SimulatedRanks ranks = started(size, random.nextBoolean() ? size : 1, seed);
        ranks.lossPercent = random.nextInt(60);
        int suspected = random.nextInt(size);
        int by = (suspected + 1 + random.nextInt(size - 1)) % size;
        ranks.ranks.get(by).detector.suspect(suspected);
        ranks.run(100 * TIMEOUT);
        ranks.assertDead(BitSet.valueOf(bits(suspected)));
        for (SimulatedRanks.Rank each : ranks.ranks) {
            assertEquals(each.number == suspected, each.cutOff, "rank " + each.number);
        }
    }

    private static long[] bits(int... set) {
        BitSet bits = new BitSet();
        IntStream.of(set).forEach(bits::set);
        return bits.toLongArray();
    }

    /** Messages about dead ranks get lost, and ranks die while the news of others spreads. */
    @Property(tries = 300)
    void allRanksThatAreLeftLearnTheSame(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 2 + random.nextInt(60);
        SimulatedRanks ranks = started(size, random.nextBoolean() ? size : 1, seed);
        ranks.lossPercent = random.nextInt(60);
        BitSet dead = new BitSet();
        int deaths = 1 + random.nextInt(size - 1);
        for (int i = 0; i < deaths; i++) {
            ranks.at(ranks.time() + random.nextLong(3 * TIMEOUT),
                () -> kill(ranks, dead, random.nextInt(size), deaths));
        }
        ranks.onDeath = () -> {
            if (random.nextInt(20) == 0) {
                kill(ranks, dead, random.nextInt(size), deaths);
            }
        };
        ranks.run((10L + size) * TIMEOUT);
        ranks.assertDead(dead);
        assertTrue(ranks.ranks.stream().noneMatch(rank -> rank.cutOff));
    }

    /** With this seed, the news that two ranks are dead, which are 32 apart, reaches one rank late. */
    @Example
    void newsOfTwoRanksDoesNotCancelOut() {
        allRanksThatAreLeftLearnTheSame(112);
    }

    private static void kill(SimulatedRanks ranks, BitSet dead, int rank, int most) {
        if (dead.cardinality() < most) {
            ranks.ranks.get(rank).kill();
            dead.set(rank);
        }
    }

    /** If the observer observed one dead rank after the other, it would need the timeout for each of them. */
    @Example
    void ranksOfAWholeHostAreFoundTogether() {
        SimulatedRanks ranks = started(1024, 64, 3);
        BitSet dead = new BitSet();
        for (int rank = 640; rank < 704; rank++) {
            ranks.ranks.get(rank).kill();
            dead.set(rank);
        }
        ranks.run(4 * TIMEOUT);
        ranks.assertDead(dead);
    }

    @Property(tries = 100)
    void rankThatStandsStillForAMomentIsAlive(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 2 + random.nextInt(20);
        SimulatedRanks ranks = started(size, size, seed);
        for (int i = 0; i < 10; i++) {
            ranks.ranks.get(random.nextInt(size)).freeze(random.nextLong(TIMEOUT - PERIOD
                - 2 * SimulatedRanks.LATENCY));
            ranks.run(2 * TIMEOUT);
        }
        ranks.assertDead(new BitSet());
        assertTrue(ranks.ranks.stream().noneMatch(rank -> rank.cutOff));
    }

    @Property(tries = 100)
    void rankThatStandsStillForLongIsDeadAndIsToldSoWhenItGoesOn(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 3 + random.nextInt(20);
        SimulatedRanks ranks = started(size, size, seed);
        int frozen = random.nextInt(size);
        ranks.ranks.get(frozen).freeze(5 * TIMEOUT);
        ranks.run(3 * TIMEOUT);
        assertFalse(ranks.ranks.get(frozen).cutOff);
        ranks.run(3 * TIMEOUT);
        assertTrue(ranks.ranks.get(frozen).cutOff);
        ranks.assertDead(BitSet.valueOf(bits(frozen)));
        assertEquals(new BitSet(), ranks.ranks.get(frozen).dead);
        long before = ranks.sent(FailureDetector.Kind.DEAD);
        ranks.run(3 * TIMEOUT);
        assertEquals(before, ranks.sent(FailureDetector.Kind.DEAD), "the ranks must come to rest");
    }

    /** A rank that ends in good order says so. Nobody takes it for dead, and its predecessor is observed. */
    @Example
    void rankThatEndsInGoodOrderIsNotDead() {
        SimulatedRanks ranks = started(8, 8, 4);
        ranks.ranks.get(3).detector.end();
        ranks.ranks.get(3).kill();
        ranks.run(3 * TIMEOUT);
        ranks.assertDead(new BitSet());
        ranks.ranks.get(2).kill();
        ranks.run(3 * TIMEOUT);
        ranks.assertDead(BitSet.valueOf(bits(2)));
    }

    /** No message from that host has ever arrived, so the silence of the host means nothing. */
    @Example
    void silenceOfAHostThatCannotBeReachedMeansNothing() {
        SimulatedRanks ranks = new SimulatedRanks(16, 4, 5);
        ranks.blocked.set(2);
        ranks.run(10 * TIMEOUT);
        ranks.assertDead(new BitSet());
        ranks.ranks.get(9).kill();
        ranks.run(3 * TIMEOUT);
        for (int rank : new int[] {8, 10, 11}) {
            assertEquals(BitSet.valueOf(bits(9)), ranks.ranks.get(rank).dead);
        }
        assertEquals(new BitSet(), ranks.ranks.get(0).dead);
    }
}
