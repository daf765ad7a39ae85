package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.link.Link;
import tycho.link.Links;
import tycho.registry.Endpoint;
import tycho.registry.Query;
import tycho.security.Keys;

/** What a mediator answers to a client that sends frames as it likes. */
@Timeout(600)
class SessionTest {
    /** So many entries are several pages. */
    private static final int COUNT = 20_000;
    private static final int CONNECT_MILLIS = 300_000;
    private static final Query ENTRIES = Query.all().named("many");

    @TempDir
    private Path folder;

    private interface Conversation {
        void with(Link link) throws IOException;
    }

    private void talk(int entries, Conversation conversation) throws IOException {
        try (Site site = new Site(folder, "here")) {
            Endpoint mediator = Endpoint.parse(site.start());
            site.fill(entries, "many");
            Links links = new Links(Keys.read(site.keys(), "client").everyone(), 1);
            try (Link link = links.connect(mediator, CONNECT_MILLIS)) {
                link.longest(Codec.LONGEST_MESSAGE);
                send(link, new Frame.Hello(Frame.VERSION, new UUID(7, 7), System.currentTimeMillis()));
                assertInstanceOf(Frame.Welcome.class, receive(link));
                conversation.with(link);
            } finally {
                links.close();
            }
        }
    }

    private static void send(Link link, Frame frame) {
        link.send(Codec.encode(frame));
    }

    private static Frame receive(Link link) throws IOException {
        return Codec.decode(link.receive());
    }

    /** Takes the entries of one watch that come now; answers what comes after them. */
    private static Frame afterEntries(Link link, long watch) throws IOException {
        int count = 0;
        Frame frame = receive(link);
        while (frame instanceof Frame.Happened happened) {
            assertEquals(watch, happened.watch());
            count++;
            frame = receive(link);
        }
        assertTrue(count > 0, () -> "no entry, but " + watch);
        return frame;
    }

    /** The mediator answers in order, so nothing else has come before this answer. */
    private static void assertNothingElseComes(Link link, long question) throws IOException {
        send(link, new Frame.Lookup(question, Query.all().named("nobody"), 1));
        assertEquals(question, assertInstanceOf(Frame.Found.class, receive(link)).question());
    }

    @Test
    void aWatchThatIsSaidAgainIsNoOtherWatch() throws Exception {
        talk(0, link -> {
            for (int i = 0; i <= Codec.MOST_WATCHES; i++) {
                long watch = Math.min(i, Codec.MOST_WATCHES - 1);
                send(link, new Frame.Watch(watch, ENTRIES));
                assertEquals(new Frame.Settled(watch), receive(link));
            }
            assertNothingElseComes(link, Codec.MOST_WATCHES + 1);
        });
    }

    @Test
    void onePageIsUnderWayAtATime() throws Exception {
        talk(COUNT, link -> {
            send(link, new Frame.More(1));
            assertNothingElseComes(link, 1);
            send(link, new Frame.Watch(2, ENTRIES));
            assertEquals(new Frame.More(2), afterEntries(link, 2));
            send(link, new Frame.Unwatch(2));
            send(link, new Frame.Watch(3, ENTRIES));
            assertNothingElseComes(link, 4);
            send(link, new Frame.More(2));
            send(link, new Frame.More(2));
            assertEquals(new Frame.More(3), afterEntries(link, 3));
            assertNothingElseComes(link, 5);
        });
    }
}
