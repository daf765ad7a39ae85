package tycho;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
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
