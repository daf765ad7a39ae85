package tycho;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tycho.mediator.Site;
import tycho.registry.Delivery;

/** The way between two clients changes while messages are sent: nothing is lost, doubled, or out of order. */
class PathChangeTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int MESSAGES = 3_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void nothingIsLostDoubledOrOutOfOrder(Delivery delivery) throws Exception {
        int port = Site.freePorts(1)[0];
        try (Site site = new Site(folder, "here"); Wire wire = new Wire(port)) {
            String mediator = site.start();
            try (Client one = Client.options().keys(site.keys()).mediators(mediator).listenAt("127.0.0.1", port)
                    .reachedAt("127.0.0.1:" + wire.port()).connect();
                    Client other = Client.options().keys(site.keys()).mediators(mediator).withoutListening().connect();
                    Consumer consumer = one.consumer("c").subscribes("x").delivery(delivery).open();
                    Producer producer = other.producer("p").publishes("x").open()) {
                assertTrue(producer.awaitConsumers("x", 1, LONG));
                Binding binding = producer.bind(consumer.entry(), "x");
                assertTrue(Site.eventually(binding::isDirect));
                Thread sender = Thread.startVirtualThread(() -> {
                    for (int i = 0; i < MESSAGES; i++) {
                        binding.send(ByteBuffer.allocate(200).putInt(i).array());
                    }
                });
                for (int i = 0; i < MESSAGES; i++) {
                    if (i % 1_000 == 300) {
                        wire.cut(true);
                    } else if (i % 1_000 == 600) {
                        wire.cut(false);
                    }
                    Message message = consumer.receive(LONG).orElseThrow();
                    assertEquals(i, ByteBuffer.wrap(message.bytes()).getInt());
                    message.acknowledge();
                }
                sender.join();
                assertTrue(producer.flush(LONG));
                assertTrue(Site.eventually(binding::isDirect), "the clients connect again");
                assertEquals(java.util.Optional.empty(), consumer.receive(Duration.ofMillis(1)));
            }
        }
    }
}
