package tycho;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.frame.PeerFrame;
import tycho.link.Link;
import tycho.link.Links;
import tycho.mediator.Site;
import tycho.registry.Entry;
import tycho.security.Keys;

/** Connections between clients of which there are more than are needed. */
class DirectLinksTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    private static Path folder;
    private static Site site;
    private static String mediator;

    @BeforeAll
    static void start() throws Exception {
        site = new Site(folder, "here");
        mediator = site.start();
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    private static Client connect() {
        return Client.options().keys(site.keys()).mediators(mediator).connect();
    }

    /** Connects to a client as another client does. */
    private static Link connect(Links links, UUID from, Entry to) throws IOException {
        Link link = links.connect(to.endpoints().getFirst(), (int) LONG.toMillis());
        link.longest(Codec.LONGEST_MESSAGE);
        link.send(Codec.encode(new PeerFrame.Greet(Frame.VERSION, from, to.client())));
        assertInstanceOf(PeerFrame.Greeted.class, Codec.decodePeer(link.receive()));
        return link;
    }

    private static CompletableFuture<IOException> end(Link link) {
        return CompletableFuture.supplyAsync(() -> assertThrows(IOException.class, () -> {
            while (true) {
                link.receive();
            }
        }));
    }

    /** Both clients may connect at the same time. */
    @Test
    void theSecondConnectionEndsWithTheClient() throws Exception {
        Links links = new Links(Keys.read(site.keys(), "client").everyone(), 1);
        try (Client other = connect(); Producer producer = other.producer("p").publishes("x").open()) {
            Client one = connect();
            Consumer consumer = one.consumer("c").subscribes("x").open();
            assertTrue(producer.awaitConsumers("x", 1, LONG));
            assertTrue(Site.eventually(producer.bind(consumer.entry(), "x")::isDirect));
            Link second = connect(links, producer.entry().client(), consumer.entry());
            one.close();
            end(second).get(LONG.toSeconds(), TimeUnit.SECONDS);
        } finally {
            links.close();
        }
    }

    @Test
    void aConnectionThatNobodyUsesEnds() throws Exception {
        Links links = new Links(Keys.read(site.keys(), "client").everyone(), 1);
        try (Client one = connect(); Client other = connect();
                Consumer consumer = one.consumer("c").subscribes("y").open();
                Producer producer = other.producer("p").publishes("z").open()) {
            CompletableFuture<IOException> end = end(connect(links, producer.entry().client(), consumer.entry()));
            AtomicLong ahead = new AtomicLong();
            assertTrue(Site.eventually(() -> {
                one.tick(System.nanoTime() + ahead.addAndGet(TimeUnit.SECONDS.toNanos(10)));
                return end.isDone();
            }));
        } finally {
            links.close();
        }
    }
}
