package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import mpj.engine.Ballot;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Tests agreements of simulated ranks. Messages take any time, ranks are lost at any moment, and each rank learns of a
 * loss at a later time of its own.
 */
final class AgreementProperties {
    private record Message(int from, Agreement.Kind kind, Ballot ballot) {
    }

    /** A rank tells the launcher that it has lost another one. */
    private record Accusation(int by, int about) {
    }

    /** A network of ranks. Messages from one rank to another keep their order, but news of a loss may overtake them. */
    private static final class Network {
        private final Random random;
        private final int size;
        private final Agreement[] ranks;
        private final List<Deque<Message>> ways = new ArrayList<>();
        private final BitSet begun = new BitSet();
        private final BitSet dead = new BitSet();
        /** For each rank, the losses that it has heard of. */
        private final BitSet[] told;
        private final Ballot[] ballots;
        /** Whether ranks hear only of the losses of ranks that they wait for. */
        private final boolean hearsOnlyOfAwaited;
        /** The pairs of ranks between which no message goes any more, as the indices of their two ways. */
        private final BitSet broken = new BitSet();
        /** Whether connections break between ranks that are alive. */
        private boolean links;
        private final List<Accusation> accusations = new ArrayList<>();
        /** The ranks that were alive, and that the launcher has ended. */
        private final BitSet expelled = new BitSet();

        Network(Random random, int size) {
            this.random = random;
            this.size = size;
            hearsOnlyOfAwaited = random.nextBoolean();
            ranks = new Agreement[size];
            told = new BitSet[size];
            ballots = new Ballot[size];
            for (int i = 0; i < size * size; i++) {
                ways.add(new ArrayDeque<>());
            }
            for (int rank = 0; rank < size; rank++) {
                int from = rank;
                told[rank] = new BitSet();
                ballots[rank] = new Ballot(random.nextLong() | 1L << rank % 60, random.nextInt(1000), new BitSet(),
                    new BitSet());
                ranks[rank] = new Agreement(size, rank, new Agreement.Messages() {
                    @Override
                    public void send(int to, Agreement.Kind kind, Ballot ballot) {
                        assertTrue(to != from, "to itself");
                        if (!broken.get(from * size + to)) {
                            ways.get(from * size + to).add(new Message(from, kind, ballot));
                        }
                    }

                    @Override
                    public void lostToRoot(int place) {
                        lose(from, place);
                    }
                });
            }
        }

        /** A rank loses another one, and tells the launcher. */
        private void lose(int rank, int lost) {
            if (!told[rank].get(lost)) {
                told[rank].set(lost);
                accusations.add(new Accusation(rank, lost));
                ranks[rank].lost(lost);
            }
        }

        /** The connection between two ranks that are alive breaks. At least one of them notices. */
        private void breakLink(int one, int other) {
            for (int way : new int[] {one * size + other, other * size + one}) {
                broken.set(way);
                Deque<Message> messages = ways.get(way);
                for (int lost = random.nextInt(messages.size() + 1); lost > 0; lost--) {
                    messages.removeLast();
                }
            }
            lose(one, other);
            if (random.nextInt(3) > 0) {
                lose(other, one);
            }
        }

        /** The launcher ends a rank that is alive. It does not listen to those that it has ended. */
        private void judge(Accusation accusation) {
            if (!expelled.get(accusation.by) && !dead.get(accusation.about)) {
                expelled.set(accusation.about);
                die(accusation.about);
            }
        }

        /** A rank that learns an outcome loses the ranks that this outcome names. */
        private void loseFailed(int rank) {
            if (ranks[rank].outcome() != null) {
                ranks[rank].outcome().failed().stream().filter(place -> place != rank)
                    .forEach(place -> lose(rank, place));
            }
        }

        /** Lets one of the possible events happen. False if none is possible. */
        private boolean step(int deaths) {
            List<Runnable> possible = new ArrayList<>();
            for (int rank = 0; rank < size; rank++) {
                int at = rank;
                if (dead.get(at)) {
                    continue;
                }
                if (!begun.get(at)) {
                    possible.add(() -> {
                        begun.set(at);
                        ranks[at].begin(ballots[at]);
                    });
                }
                for (int from = 0; from < size; from++) {
                    int source = from;
                    Deque<Message> way = ways.get(source * size + at);
                    if (!way.isEmpty()) {
                        possible.add(() -> {
                            Message message = way.poll();
                            ranks[at].take(message.from, message.kind, message.ballot);
                        });
                    }
                    if (dead.get(source) && !told[at].get(source) && (!hearsOnlyOfAwaited || awaits(at, source))) {
                        possible.add(() -> {
                            told[at].set(source);
                            ranks[at].lost(source);
                        });
                    }
                }
            }
            if (!accusations.isEmpty()) {
                possible.add(() -> judge(accusations.remove(random.nextInt(accusations.size()))));
            }
            if (dead.cardinality() < deaths && random.nextInt(10) == 0) {
                int one = random.nextInt(size);
                int other = random.nextInt(size);
                if (links && one != other && !dead.get(one) && !dead.get(other)) {
                    breakLink(one, other);
                } else {
                    die(one);
                }
                return true;
            }
            if (possible.isEmpty()) {
                return false;
            }
            possible.get(random.nextInt(possible.size())).run();
            return true;
        }

        private boolean awaits(int rank, int other) {
            return ranks[rank].awaited().anyMatch(place -> place == other);
        }

        /** A rank dies. The last messages that it has sent may be lost with it. */
        private void die(int rank) {
            dead.set(rank);
            for (int to = 0; to < size; to++) {
                Deque<Message> way = ways.get(rank * size + to);
                for (int lost = random.nextInt(way.size() + 1); lost > 0; lost--) {
                    way.removeLast();
                }
            }
        }

        /**
         * Otherwise no rank would open a channel to the rank that it waits for, and the loss of that rank would stay
         * unknown.
         */
        private void assertAwaits(int rank) {
            int[] awaited = ranks[rank].awaited().toArray();
            assertEquals(ranks[rank].outcome() == null, awaited.length > 0, "rank " + rank);
            for (int place : awaited) {
                assertTrue(place != rank && !told[rank].get(place), "rank " + rank + " awaits rank " + place);
            }
        }

        void begin(int rank) {
            begun.set(rank);
            ranks[rank].begin(ballots[rank]);
        }

        void tell(int rank, int lost) {
            told[rank].set(lost);
            ranks[rank].lost(lost);
        }

        /** Delivers all messages on one way. */
        void deliver(int from, int to) {
            for (Message next = poll(from, to); next != null; next = poll(from, to)) {
                ranks[to].take(from, next.kind, next.ballot);
            }
        }

        private Message poll(int from, int to) {
            return ways.get(from * size + to).poll();
        }

        void run(int deaths) {
            while (step(deaths)) {
                for (int rank = 0; rank < size; rank++) {
                    if (links && !dead.get(rank)) {
                        loseFailed(rank);
                    }
                }
                begun.stream().filter(rank -> !dead.get(rank)).forEach(this::assertAwaits);
            }
        }
    }

    @Property(tries = 3000)
    void ranksThatAreLeftLearnTheSame(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 1 + random.nextInt(random.nextBoolean() ? 7 : 20); // with and without ranks between
        Network network = new Network(random, size);
        network.run(random.nextInt(size));
        Ballot outcome = null;
        for (int rank = 0; rank < size; rank++) {
            if (!network.dead.get(rank)) {
                Ballot learned = network.ranks[rank].outcome();
                assertNotNull(learned, "rank " + rank + " has learned nothing");
                outcome = outcome == null ? learned : outcome;
                assertEquals(outcome, learned);
                assertEquals(outcome.flags(), outcome.flags() & network.ballots[rank].flags());
                assertTrue(outcome.maximum() >= network.ballots[rank].maximum());
            }
        }
        BitSet failed = (BitSet) outcome.failed().clone();
        failed.andNot(network.dead);
        assertTrue(failed.isEmpty(), "ranks that are not lost are said to be: " + failed);
    }

    /**
     * Connections break between ranks that are alive, so that two of them may take themselves for the root at the same
     * time. Whoever is lost to one of the ranks that are left is ended.
     */
    @Property(tries = 3000)
    void ranksThatAreLeftLearnTheSameWhenConnectionsBreakBetweenLivingRanks(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 2 + random.nextInt(random.nextBoolean() ? 6 : 19);
        Network network = new Network(random, size);
        network.links = true;
        network.run(1 + random.nextInt(size - 1));
        Ballot outcome = null;
        for (int rank = 0; rank < size; rank++) {
            if (!network.dead.get(rank)) {
                Ballot learned = network.ranks[rank].outcome();
                assertNotNull(learned, "rank " + rank + " has learned nothing");
                outcome = outcome == null ? learned : outcome;
                assertEquals(outcome, learned);
                assertFalse(outcome.failed().get(rank), "rank " + rank + " is left, but is said to have failed");
            }
        }
    }

    /** The news of the loss of rank 0 come after the question of rank 2, and before the outcome of rank 1. */
    @Example
    void lateNewsOfALossDoNotLeadBackToAnEarlierRoot() {
        Network network = new Network(new Random(1), 4);
        for (int rank = 1; rank < 4; rank++) {
            network.begin(rank);
        }
        network.dead.set(0);
        network.tell(1, 0);
        network.deliver(1, 2);
        network.deliver(1, 3);
        network.deliver(2, 1);
        network.deliver(3, 1);
        assertNotNull(network.ranks[1].outcome());
        network.dead.set(1);
        network.ways.get(network.size + 2).clear();
        network.tell(2, 0);
        network.tell(2, 1);
        network.deliver(2, 3);
        network.tell(3, 0);
        network.deliver(1, 3);
        network.deliver(3, 2);
        network.deliver(2, 3);
        assertNotNull(network.ranks[2].outcome());
        assertEquals(network.ranks[2].outcome(), network.ranks[3].outcome());
    }

    /** A message of a large job, on its way to a rank. */
    private record Posted(int to, Message message) {
    }

    /** Simulates many ranks that all answer at once. */
    @Property(tries = 20)
    void stepsGrowWithTheLogarithmOfTheRanksIfNoneIsLost(@ForAll @IntRange(min = 1, max = 65_536) int size) {
        assertStepsAndMessages(size);
    }

    @Example
    void agreementOf65536SimulatedRanksTakesTwelveSteps() {
        assertEquals(12, assertStepsAndMessages(65_536));
        assertEquals(2, assertStepsAndMessages(8));
    }

    private static int assertStepsAndMessages(int size) {
        List<Posted> posted = new ArrayList<>();
        int[] sent = new int[size];
        Agreement[] ranks = new Agreement[size];
        for (int rank = 0; rank < size; rank++) {
            int from = rank;
            ranks[rank] = new Agreement(size, rank, new Agreement.Messages() {
                @Override
                public void send(int to, Agreement.Kind kind, Ballot ballot) {
                    posted.add(new Posted(to, new Message(from, kind, ballot)));
                    sent[from]++;
                }

                @Override
                public void lostToRoot(int place) {
                    throw new AssertionError("rank " + place + " is not lost");
                }
            });
        }
        for (int rank = 0; rank < size; rank++) {
            ranks[rank].begin(new Ballot(-1, rank, new BitSet(), new BitSet()));
        }
        int digits = 0;
        for (long reached = 1; reached < size; reached *= 8) {
            digits++;
        }
        int steps = 0;
        for (; !posted.isEmpty(); steps++) {
            List<Posted> step = List.copyOf(posted);
            posted.clear();
            step.forEach(each -> ranks[each.to].take(each.message.from, each.message.kind, each.message.ballot));
        }
        assertTrue(steps <= 2 * digits, steps + " steps for " + size + " ranks");
        assertEquals(2L * (size - 1), Arrays.stream(sent).asLongStream().sum());
        assertTrue(Arrays.stream(sent).max().orElseThrow() <= 7 * digits + 1, "messages of one rank");
        for (Agreement rank : ranks) {
            assertEquals(size - 1, rank.outcome().maximum());
        }
        return steps;
    }

    @Property(tries = 200)
    void eachRankIsBelowOneOther(@ForAll @IntRange(min = 1, max = 5000) int size) {
        BitSet found = new BitSet();
        for (int rank = 0; rank < size; rank++) {
            for (int below : BallotTree.below(rank, size)) {
                assertTrue(below < size && !found.get(below), "rank " + below + " is below two others");
                assertEquals(rank, BallotTree.above(below));
                found.set(below);
            }
        }
        assertEquals(size - 1, found.cardinality());
        assertFalse(found.get(0));
    }

    @Property(tries = 500)
    void ballotsAreSentAsTheyAre(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 1 + random.nextInt(200);
        BitSet failed = new BitSet();
        BitSet known = new BitSet();
        random.ints(10, 0, size).forEach(failed::set);
        random.ints(10, 0, size).forEach(known::set);
        Ballot ballot = new Ballot(random.nextLong(), random.nextLong(), failed, known);
        byte[] bytes = ballot.toBytes();
        assertEquals(ballot, Ballot.of(bytes, size));
        assertNull(Ballot.of(bytes, Math.max(failed.length(), known.length()) - 1));
        int damaged = random.nextInt(16, 24);
        bytes[damaged] = (byte) (bytes[damaged] ^ 1 << random.nextInt(8));
        Ballot read = Ballot.of(bytes, size);
        assertTrue(read == null || read.failed().length() <= size && read.acknowledged().length() <= size);
    }
}
