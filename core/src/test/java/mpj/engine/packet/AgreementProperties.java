package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import mpj.engine.Ballot;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Tests agreements of simulated ranks. Messages take any time, ranks are lost at any moment, and each rank learns of a
 * loss at a later time of its own.
 */
final class AgreementProperties {
    private record Message(int from, Agreement.Kind kind, Ballot ballot) {
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
        private long sent;

        Network(Random random, int size) {
            this.random = random;
            this.size = size;
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
                ranks[rank] = new Agreement(size, rank, (to, kind, ballot) -> {
                    ways.get(from * size + to).add(new Message(from, kind, ballot));
                    sent++;
                });
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
                    if (dead.get(source) && !told[at].get(source)) {
                        possible.add(() -> {
                            told[at].set(source);
                            ranks[at].lost(source);
                        });
                    }
                }
            }
            if (dead.cardinality() < deaths && random.nextInt(10) == 0) {
                die(random.nextInt(size));
                return true;
            }
            if (possible.isEmpty()) {
                return false;
            }
            possible.get(random.nextInt(possible.size())).run();
            return true;
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

        void run(int deaths) {
            while (step(deaths)) {
                begun.stream().filter(rank -> !dead.get(rank)).forEach(this::assertAwaits);
            }
        }
    }

    @Property(tries = 3000)
    void ranksThatAreLeftLearnTheSame(@ForAll long seed) {
        Random random = new Random(seed);
        int size = 1 + random.nextInt(7);
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

    /** In a large job, each rank sends one ballot, and the root sends one outcome to each. */
    @Example
    void eachRankSendsAndGetsOneMessageIfNoneIsLost() {
        int size = 500;
        Network network = new Network(new Random(1), size);
        for (int rank = 0; rank < size; rank++) {
            network.begun.set(rank);
            network.ranks[rank].begin(network.ballots[rank]);
        }
        for (int turn = 0; turn < 2; turn++) {
            for (int way = 0; way < size * size; way++) {
                for (Message message; (message = network.ways.get(way).poll()) != null; ) {
                    network.ranks[way % size].take(message.from, message.kind, message.ballot);
                }
            }
        }
        assertEquals(2L * (size - 1), network.sent);
        for (Agreement rank : network.ranks) {
            assertEquals(network.ranks[0].outcome(), rank.outcome());
        }
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
