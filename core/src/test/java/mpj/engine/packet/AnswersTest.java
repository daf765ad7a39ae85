package mpj.engine.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import mpj.engine.match.Envelope;
import mpj.engine.match.Matching;
import mpj.engine.match.PostedReceives;
import mpj.engine.match.Source;
import mpj.engine.match.Sources;
import mpj.engine.match.UnexpectedMemory;
import mpj.engine.match.UnexpectedMessages;
import mpj.engine.wait.Completions;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.WaitPolicy;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.transport.spi.Channel;
import mpj.transport.spi.Job;
import mpj.transport.spi.PacketHandler;
import mpj.transport.spi.Reach;
import mpj.transport.spi.Transport;
import mpj.transport.spi.TransportException;
import mpj.transport.spi.TransportProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the answers to ranks to which no channel can be opened, by a clock that the test sets. */
class AnswersTest {
    private static final int RANKS = 4;
    private static final TransportException NO_DESCRIPTOR = TransportException.passing("no descriptor is left", null);

    private final EngineLock lock = new EngineLock();
    private final Sources sources = new Sources();
    private final LostRanks lostRanks = new LostRanks(0, null);
    private final Set<Integer> obstructed = new TreeSet<>();
    private final List<Integer> tries = new ArrayList<>();
    private final List<String> sent = new ArrayList<>();
    private Destinations destinations;
    private Answers answers;
    private PacketTraffic traffic;
    /** What happens if a channel is opened to a rank that is obstructed. */
    private Runnable failure = () -> {
        throw NO_DESCRIPTOR;
    };
    private long now;
    private long tryTakes;

    @BeforeEach
    void open() {
        OpenTransports transports = OpenTransports.open(new Alone(), TransportChoice.of(new Provider()), null, null);
        destinations = new Destinations(transports, lostRanks);
        Completions completions = new Completions(lock);
        Backlog backlog = new Backlog(lock, completions);
        RemoteAccesses accesses = new RemoteAccesses(lock);
        RendezvousReads reads = new RendezvousReads(lock, destinations, backlog, accesses, completions);
        Matching matching = new Matching(new PostedReceives(), new UnexpectedMessages(),
            new UnexpectedMemory(destinations), sources);
        Losses losses = new Losses(lock, matching, destinations, backlog, completions, lostRanks, transports.peers());
        answers = new Answers(lock, destinations, backlog, reads, losses, () -> now);
        traffic = new PacketTraffic(backlog, answers, accesses, losses);
        lock.acquire();
    }

    private Source obstruct(int rank) {
        obstructed.add(rank);
        return sources.of(rank);
    }

    private void pass(long nanos) {
        now += nanos;
        answers.push();
    }

    @Test
    void roundEndsWithARankThatCannotBeReached() {
        for (int i = 0; i < 1000; i++) {
            answers.send(obstruct(1), Envelope.CTS, i);
            answers.send(obstruct(2), Envelope.CTS, i);
        }
        assertEquals(List.of(1, 2), tries);
        pass(Answers.INTERVAL);
        pass(Answers.INTERVAL);
        pass(Answers.INTERVAL);
        assertEquals(List.of(1, 2, 1, 2, 1), tries);
        obstructed.remove(2);
        pass(Answers.INTERVAL);
        assertEquals(List.of(1, 2, 1, 2, 1, 2, 1), tries);
        assertEquals(1000, sent.size());
        assertEquals("rank 2: kind " + Envelope.CTS + " of 999", sent.getLast());
        assertTrue(answers.areDue());
        obstructed.clear();
        pass(Answers.INTERVAL);
        assertEquals(2000, sent.size());
        assertFalse(answers.areDue());
    }

    @Test
    void rankThatCanBeReachedMeanwhileDoesNotWaitForTheOthers() {
        answers.send(obstruct(1), Envelope.CTS, 1);
        answers.send(obstruct(2), Envelope.CTS, 1);
        obstructed.remove(2);
        destinations.to(2);
        pass(Answers.INTERVAL);
        assertEquals(List.of(1, 2, 2, 1), tries);
        assertEquals(1, sent.size());
    }

    @Test
    void pauseLastsAMultipleOfTheRoundBeforeIt() {
        answers.send(obstruct(1), Envelope.CTS, 1);
        tryTakes = 100_000_000;
        pass(Answers.INTERVAL);
        assertEquals(2, tries.size());
        pass(Answers.PAUSE_PER_ROUND * tryTakes - 1);
        assertEquals(2, tries.size());
        pass(1);
        assertEquals(3, tries.size());
    }

    @Test
    void answersThatAreKeptMeanwhileDoNotPutOffTheNextRound() {
        for (int i = 0; i < 10; i++) {
            answers.send(obstruct(1 + i % 3), Envelope.CTS, i);
            pass(Answers.INTERVAL / 5);
        }
        assertEquals(5, tries.size());
    }

    @Test
    void rankIsGivenUpWhenItCouldNotBeReachedForLong() {
        answers.send(obstruct(1), Envelope.CTS, 1);
        pass(Answers.LONGEST);
        assertFalse(lostRanks.contains(1));
        pass(Answers.INTERVAL);
        assertTrue(lostRanks.contains(1));
        assertFalse(answers.areDue());
    }

    @Test
    void rankThatCanNeverBeReachedIsGivenUpAtOnce() {
        failure = () -> {
            throw new TransportException("rank 1 has called MPI.Finalize");
        };
        answers.send(obstruct(1), Envelope.CTS, 1);
        assertTrue(lostRanks.contains(1));
        assertFalse(answers.areDue());
    }

    @Test
    void rankThatIsLostMeanwhileGetsNoAnswer() {
        Source source = obstruct(1);
        answers.send(source, Envelope.CTS, 1);
        source.lost = true;
        obstructed.clear();
        pass(Answers.INTERVAL);
        assertFalse(answers.areDue());
        assertEquals(List.of(), sent);
    }

    /** Its answer is forgotten, and it would wait for ever. */
    @Test
    void rankIsGivenUpIfAnAnswerFailsInAnotherWay() {
        answers.send(obstruct(1), Envelope.CTS, 1);
        answers.send(obstruct(2), Envelope.CTS, 1);
        failure = () -> {
            obstructed.remove(2);
            throw new OutOfMemoryError("Cannot reserve 65536 bytes of direct buffer memory");
        };
        pass(Answers.INTERVAL);
        assertTrue(lostRanks.contains(1));
        assertFalse(lostRanks.contains(2));
        assertEquals(1, sent.size());
        assertFalse(answers.areDue());
    }

    /** Other ranks may need the core. */
    @Test
    void threadsSleepBetweenTheRounds() {
        assertEquals(WaitPolicy.FIRST_SLEEP * 2, traffic.longestSleep(WaitPolicy.FIRST_SLEEP * 2));
        answers.send(obstruct(1), Envelope.CTS, 1);
        assertTrue(traffic.isWaiting());
        assertEquals(Answers.INTERVAL, traffic.longestSleep(TimeUnit.SECONDS.toNanos(1)));
        assertEquals(1, traffic.longestSleep(1));
    }

    /** Rank 0. The other ranks publish what it publishes. */
    private static final class Alone implements Bootstrap {
        private byte[] published;

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return RANKS;
        }

        @Override
        public int localSize() {
            return RANKS;
        }

        @Override
        public byte[] secret() {
            return new byte[32];
        }

        @Override
        public void put(String key, byte[] value) {
            published = value;
        }

        @Override
        public byte[] get(int from, String key) {
            return published;
        }

        @Override
        public void fence() {
        }

        @Override
        public void abort(int code, String message) {
            throw new AssertionError("abort " + code);
        }

        @Override
        public void close() {
        }
    }

    private final class Provider implements TransportProvider {
        @Override
        public String name() {
            return "obstructed";
        }

        @Override
        public Reach reach() {
            return Reach.HOST;
        }

        @Override
        public Transport open(Job job, String argument) {
            return new End();
        }
    }

    private final class End implements Transport {
        @Override
        public byte[] address() {
            return new byte[0];
        }

        @Override
        public boolean reaches(byte[] address) {
            return true;
        }

        @Override
        public Channel connect(int peer, byte[] address) {
            tries.add(peer);
            now += tryTakes;
            if (obstructed.contains(peer)) {
                failure.run();
            }
            return new Way(peer);
        }

        @Override
        public boolean progress(PacketHandler handler) {
            return false;
        }

        @Override
        public void prepareToSleep() {
        }

        @Override
        public void sleep(long nanoseconds) {
        }

        @Override
        public void wake() {
        }

        @Override
        public void congested(int peer, boolean congested) {
        }

        @Override
        public void close() {
        }
    }

    private final class Way implements Channel {
        private final int to;

        Way(int to) {
            this.to = to;
        }

        @Override
        public long maximumPayload() {
            return 64;
        }

        @Override
        public long fragment(long bytes) {
            return 64;
        }

        @Override
        public long reserve(long bytes) {
            return 0;
        }

        @Override
        public MemorySegment buffer() {
            throw new AssertionError("an answer has no payload");
        }

        @Override
        public void commit(long bytes, long envelope, long header) {
            sent.add("rank " + to + ": kind " + Envelope.kind(envelope) + " of " + header);
        }

        @Override
        public boolean congested() {
            return false;
        }
    }
}
