package tycho;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tycho.frame.Codec;
import tycho.frame.Frame;
import tycho.link.Acceptor;
import tycho.link.Link;
import tycho.link.Links;
import tycho.link.Tls;
import tycho.mediator.Site;
import tycho.security.Keys;

/** A mediator that is slow. */
class GhostTest {
    private static final long LIMIT_SECONDS = 300;
    private static final int WAIT_MILLIS = 6_000;

    @TempDir
    private Path folder;

    /** Otherwise the session would stay, and nobody could end it. */
    @Test
    void aClientThatHasGivenUpLeavesTheMediator() throws Exception {
        Path keys = new Site(folder, "here").keys();
        Links links = new Links(Keys.read(keys, "mediator").everyone(), 1);
        try (ServerSocket server = Tls.listen("127.0.0.1", 0)) {
            CompletableFuture<Link> greeted = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                while (!greeted.isDone() && !server.isClosed()) {
                    try {
                        Link link = links.accept(server.accept());
                        assertInstanceOf(Frame.Hello.class, Codec.decode(link.receive()));
                        greeted.complete(link);
                    } catch (IOException e) {
                        // The client has given up before it has greeted.
                    }
                }
            });
            Client.Options options = Client.options().keys(keys).mediators("127.0.0.1:" + server.getLocalPort())
                .withoutListening();
            for (int seconds = 2; !greeted.isDone() && seconds < LIMIT_SECONDS; seconds *= 4) {
                options.patience(Duration.ofSeconds(seconds));
                TychoException why = assertThrows(TychoException.class, options::connect);
                assertTrue(why.getMessage().contains("given up"), why.getMessage());
            }
            Link link = greeted.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            link.send(Codec.encode(new Frame.Welcome("client@here", "here", new UUID(1, 1), 1_000_000)));
            CompletableFuture<Void> end = CompletableFuture.runAsync(
                () -> assertThrows(IOException.class, link::receive));
            end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            links.close();
        }
    }

    /** Its first attempt would last for longer than its patience. */
    @Test
    void aClientThatGivesUpBeforeTheFirstAnswerSaysWhere() throws Exception {
        Path keys = new Site(folder, "here").keys();
        try (ServerSocket server = Tls.listen("127.0.0.1", 0)) {
            String mediator = "127.0.0.1:" + server.getLocalPort();
            Client.Options options = Client.options().keys(keys).mediators(mediator).patience(Duration.ofSeconds(1));
            String why = assertThrows(TychoException.class, options::connect).getMessage();
            assertTrue(why.contains("patience: " + mediator + ": the handshake"), why);
        }
    }

    /** It has others to serve first. Each connection would be too old otherwise when its turn comes. */
    @Test
    void aHandshakeMayWaitForItsTurn() throws Exception {
        Path keys = new Site(folder, "here").keys();
        Links links = new Links(Keys.read(keys, "mediator").everyone(), 1);
        try (ServerSocket server = Tls.listen("127.0.0.1", 0)) {
            Thread.ofVirtual().start(() -> Acceptor.run(server, "accepted", socket -> {
                try {
                    Thread.sleep(WAIT_MILLIS);
                    Link link = links.accept(socket);
                    link.receive();
                    link.send(Codec.encode(new Frame.Welcome("client@here", "here", new UUID(1, 1), 1_000_000)));
                } catch (IOException | InterruptedException e) {
                    // The client has given up, and connects again.
                }
            }, why -> { }));
            try (Client client = Client.options().keys(keys).mediators("127.0.0.1:" + server.getLocalPort())
                    .withoutListening().patience(Duration.ofSeconds(60)).connect()) {
                assertEquals(Optional.empty(), client.trouble());
            }
        } finally {
            links.close();
        }
    }
}
