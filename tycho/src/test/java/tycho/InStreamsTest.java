package tycho;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tycho.directory.Entries;
import tycho.frame.PeerFrame;
import tycho.registry.Entry;

/** Which streams a client opens. */
class InStreamsTest {
    private static final UUID ID = new UUID(4, 1);
    private static final Entry PRODUCER = Entries.entry(1, "p");
    private static final Entry CONSUMER = Entries.entry(2, "c");

    private final InStreams streams = new InStreams();
    private final Consumer consumer = new Consumer(null, CONSUMER);

    private InStreams.Incoming incoming(UUID id) {
        return new InStreams.Incoming(new InStream(new PeerFrame.Open(id, false, PRODUCER.id(), CONSUMER.id(), 1),
            PRODUCER, CONSUMER, new Peer(PRODUCER.client(), null)), consumer);
    }

    @Test
    void aProducerHasFewStreamsToAConsumer() {
        Set<UUID> ids = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            UUID id = new UUID(5, i);
            ids.add(id);
            assertEquals(List.of(), streams.put(incoming(id)));
        }
        assertEquals(ids, streams.put(incoming(ID)).stream().map(each -> each.stream().id())
            .collect(Collectors.toSet()));
    }

    private InStreams.Incoming lost() {
        InStreams.Incoming in = incoming(ID);
        streams.put(in);
        streams.lose(in, 0);
        return in;
    }

    @Test
    void aStreamThatIsLostGoesOnForItsOwnProducerOnly() {
        InStreams.Incoming in = lost();
        Entry foreign = Entries.entry(3, "p");
        assertNull(streams.takeLost(ID, foreign, consumer));
        assertNull(streams.takeLost(ID, PRODUCER.of("client@here", "here", foreign.client()), consumer));
        assertNull(streams.takeLost(ID, PRODUCER, new Consumer(null, CONSUMER)));
        assertSame(in.stream(), streams.takeLost(ID, PRODUCER, consumer));
        assertNull(streams.takeLost(ID, PRODUCER, consumer));
    }

    @Test
    void aStreamThatIsLostTakesNoRepliesAndEndsOneDay() {
        InStreams.Incoming in = lost();
        assertThrows(TychoException.class, () -> in.stream().reply(1, false, new byte[1]));
        assertEquals(0, in.stream().replyBytes());
        streams.tick(TimeUnit.MINUTES.toNanos(9));
        assertFalse(in.stream().isClosed());
        streams.tick(TimeUnit.MINUTES.toNanos(10));
        assertTrue(in.stream().isClosed());
        assertNull(streams.takeLost(ID, PRODUCER, consumer));
    }

    @Test
    void theLostStreamsOfAConsumerThatIsClosedEnd() {
        InStreams.Incoming in = lost();
        streams.forgetLost(consumer);
        assertTrue(in.stream().isClosed());
    }

    /** It may have been closed while its producer was looked up. */
    @Test
    void aStreamThatIsNotOpenIsNotLost() {
        InStreams.Incoming in = incoming(ID);
        streams.lose(in, 0);
        assertNull(streams.takeLost(ID, PRODUCER, consumer));
    }

    /** The second one would not expect the messages that the first one has taken already. */
    @Test
    void aStreamThatIsOpenIsNotOpenedAgain() {
        assertTrue(streams.begin(ID));
        assertFalse(streams.begin(ID));
        streams.put(incoming(ID));
        streams.done(ID);
        assertFalse(streams.begin(ID));
        streams.remove(ID);
        assertTrue(streams.begin(ID));
    }
}
