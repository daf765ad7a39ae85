package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tycho.directory.Entries;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.link.Link;
import tycho.link.Links;
import tycho.registry.Delivery;
import tycho.registry.Endpoint;
import tycho.registry.Entry;
import tycho.registry.Kind;
import tycho.registry.Query;
import tycho.registry.WhenFull;
import tycho.security.Authority;
import tycho.security.Keys;
import tycho.wire.Packet;

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

    private interface ConversationAtSite {
        void with(Link link, Site site) throws IOException;
    }

    private void talk(int entries, Conversation conversation) throws IOException {
        talk(entries, Map.of(), (link, site) -> conversation.with(link));
    }

    private void talk(int entries, Map<String, String> attributes, ConversationAtSite conversation)
            throws IOException {
        try (Site site = new Site(folder, "here")) {
            Endpoint mediator = Endpoint.parse(site.start());
            site.fill(entries, "many", attributes);
            Links links = new Links(Keys.read(site.keys(), "client").everyone(), 1);
            try (Link link = links.connect(mediator, CONNECT_MILLIS)) {
                link.longest(Codec.LONGEST_MESSAGE);
                send(link, new Frame.Hello(Frame.VERSION, new UUID(7, 7), System.currentTimeMillis()));
                assertInstanceOf(Frame.Welcome.class, receive(link));
                conversation.with(link, site);
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

    /** What the client relays to itself overtakes nothing, so nothing else has come before. */
    private static void assertNothingElseComes(Link link, int number) throws IOException {
        byte[] head = {(byte) number};
        send(link, new Frame.Relay(new UUID(7, 7), new Packet(head, new byte[0])));
        assertArrayEquals(head, assertInstanceOf(Frame.Relay.class, receive(link)).packet().head());
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

    /** All answers together are longer than what may wait for a client. The client reads none of them at first. */
    @Test
    void answersThatAreLongFollowEachOther() throws Exception {
        int lookups = 5;
        int entries = 50;
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < Entry.MOST_ATTRIBUTES - 1; i++) {
            attributes.put("a" + i, "\u20ac".repeat(Entry.LONGEST_VALUE));
        }
        talk(entries, attributes, (link, site) -> {
            for (int question = 0; question < lookups; question++) {
                send(link, new Frame.Lookup(question, ENTRIES, Codec.MOST_ENTRIES));
            }
            // What the client sends besides is taken meanwhile.
            send(link, new Frame.Register(lookups, own(0), 1));
            assertTrue(eventually(() -> site.entries(0) == entries + 1), "the entry is not registered");
            List<Long> found = new ArrayList<>();
            boolean registered = false;
            for (int i = 0; i <= lookups; i++) {
                switch (receive(link)) {
                    case Frame.Found answer -> {
                        assertTrue(answer.entries().size() > 10, () -> answer.entries().size() + " entries");
                        found.add(answer.question());
                    }
                    case Frame.Done answer -> registered = answer.question() == lookups;
                    case Frame frame -> fail(frame.toString());
                }
            }
            assertTrue(registered);
            assertEquals(LongStream.range(0, lookups).boxed().toList(), found);
        });
    }

    @Test
    void lookupsBeyondTheLimitAreRefused() throws Exception {
        CountDownLatch room = new CountDownLatch(1);
        List<Long> answered = Collections.synchronizedList(new ArrayList<>());
        Lookups lookups = new Lookups(lookup -> {
            try {
                room.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            answered.add(lookup.question());
        });
        for (long question = 0; question < Lookups.MOST; question++) {
            assertTrue(lookups.add(new Frame.Lookup(question, ENTRIES, 1)));
        }
        assertFalse(lookups.add(new Frame.Lookup(Lookups.MOST, ENTRIES, 1)));
        room.countDown();
        assertTrue(eventually(lookups::isEmpty), answered::toString);
        assertTrue(lookups.add(new Frame.Lookup(Lookups.MOST, ENTRIES, 1)));
        assertTrue(eventually(lookups::isEmpty), answered::toString);
        assertEquals(LongStream.rangeClosed(0, Lookups.MOST).boxed().toList(), answered);
    }

    private static boolean eventually(BooleanSupplier condition) throws IOException {
        try {
            return Site.eventually(condition);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
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

    private static Entry own(long number) {
        return entry(number, new UUID(7, 7));
    }

    private static Entry entry(long number, UUID client) {
        return new Entry(new UUID(9, number), "own", Kind.CONSUMER, "", "", client, List.of(), List.of(), List.of(),
            Delivery.AT_MOST_ONCE, WhenFull.BLOCK, 1, new TreeMap<>(), Duration.ofHours(1));
    }

    /** Otherwise the client would connect again, and ask the same question again. */
    @Test
    void aQuestionThatCannotBeReadIsAnswered() throws Exception {
        talk(0, link -> {
            long number = 0;
            for (Frame frame : List.of(new Frame.Register(1, own(1), 1), new Frame.Withdraw(2, new UUID(9, 1), 1),
                    new Frame.Lookup(3, ENTRIES, 1))) {
                byte[] head = Codec.encode(frame).head();
                link.send(new Packet(Arrays.copyOf(head, head.length - 1), new byte[0]));
                Frame.Failed answer = assertInstanceOf(Frame.Failed.class, receive(link));
                assertEquals(++number, answer.question());
                assertTrue(answer.reason().contains("cannot read"), answer::reason);
            }
            send(link, new Frame.Register(4, own(1), 1));
            assertEquals(new Frame.Done(4), receive(link));
            // Whoever does not even say what it asks is no client.
            link.send(new Packet(Arrays.copyOf(Codec.encode(new Frame.Lookup(5, ENTRIES, 1)).head(), 8), new byte[0]));
            assertThrows(IOException.class, link::receive);
        });
    }

    /** One client cannot take the places of all others. */
    @Test
    void aClientHasALimitedNumberOfEntries() throws Exception {
        talk(0, link -> {
            for (int question = 0; question < Mediator.MOST_ENTRIES_OF_CLIENT; question++) {
                send(link, new Frame.Register(question, own(question), 1));
            }
            for (int question = 0; question < Mediator.MOST_ENTRIES_OF_CLIENT; question++) {
                assertEquals(new Frame.Done(question), receive(link));
            }
            send(link, new Frame.Register(-1, own(-1), 1));
            String why = assertInstanceOf(Frame.Failed.class, receive(link)).reason();
            assertTrue(why.contains("10000 entries, which is the most"), why);
            // An entry that is there may change.
            send(link, new Frame.Register(-2, own(0), 2));
            assertEquals(new Frame.Done(-2), receive(link));
        });
    }

    private static void sayHello(Link link, UUID client) {
        link.longest(Codec.LONGEST_MESSAGE);
        send(link, new Frame.Hello(Frame.VERSION, client, System.currentTimeMillis()));
    }

    private static void assertRefused(String reason) {
        assertTrue(reason.contains("belongs to another owner, not to mallory@here"), reason);
    }

    /** Everybody who finds an entry learns the id of its client. */
    @Test
    void theIdOfAClientIsNotTaken() throws Exception {
        try (Site site = new Site(folder, "here")) {
            Authority.open(site.keys()).issue("mallory");
            Endpoint mediator = Endpoint.parse(site.start());
            Links own = new Links(Keys.read(site.keys(), "client").everyone(), 1);
            Links other = new Links(Keys.read(site.keys(), "mallory").everyone(), 1);
            try (Link link = own.connect(mediator, CONNECT_MILLIS);
                    Link thief = other.connect(mediator, CONNECT_MILLIS);
                    Link early = other.connect(mediator, CONNECT_MILLIS)) {
                // A client that has no entry yet.
                sayHello(link, new UUID(7, 7));
                assertInstanceOf(Frame.Welcome.class, receive(link));
                // The mediator knows the session a moment after its welcome, and before it answers a question.
                send(link, new Frame.Lookup(0, ENTRIES, 1));
                assertInstanceOf(Frame.Found.class, receive(link));
                sayHello(thief, new UUID(7, 7));
                assertRefused(assertInstanceOf(Frame.Refused.class, receive(thief)).reason());
                send(link, new Frame.Register(1, own(1), 1));
                assertEquals(new Frame.Done(1), receive(link));
                // A client of which this mediator learns later.
                UUID client = Entries.entry(0, "late").client();
                sayHello(early, client);
                assertInstanceOf(Frame.Welcome.class, receive(early));
                site.fill(1, "late");
                send(early, new Frame.Register(2, entry(2, client), Long.MAX_VALUE));
                assertRefused(assertInstanceOf(Frame.Failed.class, receive(early)).reason());
            } finally {
                own.close();
                other.close();
            }
        }
    }
}
