package tycho;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tycho.mediator.Site;
import tycho.registry.Delivery;
import tycho.registry.Endpoint;

/** The way between two clients changes while messages are sent: nothing is lost, doubled, or out of order. */
class PathChangeTest {
    /** Less than the ten minutes after which a lost stream ends. */
    private static final long MOST_SECONDS_AHEAD = 300;
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

    private static byte[] large(int number) {
        return ByteBuffer.allocate(1 << 20).putInt(number).array();
    }

    private static Message next(Consumer consumer, int number) throws InterruptedException {
        Message message = consumer.receive(LONG).orElseThrow();
        assertEquals(number, ByteBuffer.wrap(message.bytes()).getInt());
        return message;
    }

    /** It was cut off, or its process was stopped, for so long that the consumer has taken it for lost. */
    @Test
    void aProducerThatSeemedToBeGoneGoesOn() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            try (Wire wire = new Wire(Endpoint.parse(mediator).port());
                    Client one = Client.options().keys(site.keys()).mediators(mediator).withoutListening().connect();
                    Client other = Client.options().keys(site.keys()).mediators("127.0.0.1:" + wire.port())
                        .withoutListening().patience(LONG).connect();
                    Consumer consumer = one.consumer("c").subscribes("x").delivery(Delivery.AT_LEAST_ONCE)
                        .lease(Duration.ofHours(1)).open();
                    Producer producer = other.producer("p").publishes("x").lease(Duration.ofSeconds(1)).open()) {
                assertTrue(producer.awaitConsumers("x", 1, LONG));
                Binding binding = producer.bind(consumer.entry(), "x");
                Thread sender = Thread.startVirtualThread(() -> {
                    for (int i = 0; i < 24; i++) {
                        binding.send(large(i));
                    }
                });
                for (int i = 0; i < 6; i++) {
                    next(consumer, i).acknowledge();
                }
                Message before = next(consumer, 6);
                wire.cut(true);
                // The time of the consumer runs faster here, but not so fast that the lost stream ends.
                AtomicLong ahead = new AtomicLong();
                assertTrue(Site.eventually(() -> {
                    one.tick(System.nanoTime() + TimeUnit.SECONDS.toNanos(ahead.updateAndGet(
                        seconds -> Math.min(seconds + 1, MOST_SECONDS_AHEAD))));
                    return one.incomingStreams() == 0;
                }));
                wire.cut(false);
                // There is room for four messages of which none is acknowledged.
                for (int i = 7; i < 23; i += 2) {
                    Message first = next(consumer, i);
                    Message second = next(consumer, i + 1);
                    before.acknowledge();
                    first.acknowledge();
                    before = second;
                }
                sender.join();
                assertFalse(producer.flush(Duration.ofSeconds(1)), "a message is not acknowledged");
                before.acknowledge();
                next(consumer, 23).acknowledge();
                assertTrue(producer.flush(LONG));
            }
        }
    }
}
