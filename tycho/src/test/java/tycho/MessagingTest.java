package tycho;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tycho.mediator.Site;
import tycho.registry.Delivery;
import tycho.registry.Entry;
import tycho.registry.Expression;
import tycho.registry.Query;
import tycho.registry.WhenFull;
import tycho.security.Authority;

/** Messages between clients of one site, which reach each other or not. */
class MessagingTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(1);

    @TempDir
    private static Path folder;
    private static Site site;
    private static String mediator;

    /** A record with collections. */
    record Reading(String room, double degrees, List<Integer> raw, Map<String, Long> counters) implements Serializable {
    }

    /** Another record. */
    record Other(String text) implements Serializable {
    }

    @BeforeAll
    static void start() throws Exception {
        site = new Site(folder, "here").set("message.limit", "1000000");
        mediator = site.start();
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    private static Client connect(boolean listen) {
        Client.Options options = Client.options().keys(site.keys()).mediators(mediator);
        return (listen ? options : options.withoutListening()).connect();
    }

    private static byte[] number(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    private static int number(Message message) {
        return ByteBuffer.wrap(message.bytes()).getInt();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void messagesArriveInOrderDirectlyAndRelayed(boolean direct) throws Exception {
        try (Client one = connect(direct); Client other = connect(direct);
                Consumer consumer = one.consumer("display").subscribes("lab/**").delivery(Delivery.AT_LEAST_ONCE)
                    .capacity(16).open();
                Producer producer = other.producer("thermometer").publishes("lab/*/temperature").open()) {
            assertTrue(producer.awaitConsumers("lab/12/temperature", 1, LONG));
            Thread sender = Thread.startVirtualThread(() -> {
                for (int i = 0; i < 1000; i++) {
                    producer.publish("lab/12/temperature", number(i));
                }
            });
            for (int i = 0; i < 1000; i++) {
                Message message = consumer.receive(LONG).orElseThrow();
                assertEquals(i, number(message));
                assertEquals("thermometer", message.sender().name());
                message.acknowledge();
            }
            sender.join();
            assertTrue(producer.flush(LONG));
            boolean isDirect = producer.bind(consumer.entry(), "lab/12/temperature").isDirect();
            assertTrue(direct || !isDirect);
            assertTrue(!direct || Site.eventually(
                () -> producer.bind(consumer.entry(), "lab/12/temperature").isDirect()));
        }
    }

    @Test
    void aMessageGoesToConsumersOfItsTopicOnly() throws Exception {
        try (Client client = connect(false);
                Consumer all = client.consumer("all").subscribes("only/**").open();
                Consumer some = client.consumer("some").subscribes("only/b").open();
                Producer producer = client.producer("p").publishes("only/*").open()) {
            assertTrue(producer.awaitConsumers("only/b", 2, LONG));
            assertEquals(1, producer.publish("only/a", number(1)));
            assertEquals(2, producer.publish("only/b", number(2)));
            assertEquals(1, number(all.receive(LONG).orElseThrow()));
            assertEquals(2, number(all.receive(LONG).orElseThrow()));
            assertEquals(2, number(some.receive(LONG).orElseThrow()));
            assertEquals(Optional.empty(), some.receive(SHORT));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestsAreReplied(boolean direct) throws Exception {
        try (Client one = connect(direct); Client other = connect(direct);
                Consumer consumer = one.consumer("square").subscribes("square").open();
                Producer producer = other.producer("asker").publishes("square").open()) {
            Thread server = Thread.startVirtualThread(() -> {
                try {
                    for (int i = 0; i < 20; i++) {
                        Message request = consumer.receive(LONG).orElseThrow();
                        request.reply(number(number(request) * number(request)));
                    }
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            List<Entry> found = other.lookup(Query.all().named("square"));
            Binding binding = producer.bind(found.getFirst(), "square");
            for (int i = 0; i < 20; i++) {
                assertEquals(i * i, number(binding.request(number(i), LONG)));
            }
            server.join();
        }
    }

    @Test
    void recordsArriveAndNothingElseIsDeserialized() throws Exception {
        try (Client client = connect(false);
                Consumer consumer = client.consumer("records").subscribes("records").open();
                Producer producer = client.producer("p").publishes("records").open()) {
            assertTrue(producer.awaitConsumers("records", 1, LONG));
            Reading reading = new Reading("12", 21.5, List.of(1, 2, 3), Map.of("x", 4L));
            producer.publish("records", reading);
            producer.publish("records", reading);
            producer.publish("records", number(1));
            assertEquals(reading, consumer.receive(LONG).orElseThrow().record(Reading.class));
            Message wrong = consumer.receive(LONG).orElseThrow();
            assertTrue(assertThrows(TychoException.class, () -> wrong.record(Other.class)).getMessage()
                .contains("Other"));
            Message bytes = consumer.receive(LONG).orElseThrow();
            assertThrows(TychoException.class, () -> bytes.record(Reading.class));
        }
    }

    @Test
    void aFullQueueMakesTheProducerWait() throws Exception {
        try (Client client = connect(false);
                Consumer consumer = client.consumer("slow").subscribes("block").capacity(4).open();
                Producer producer = client.producer("p").publishes("block").patience(Duration.ofMillis(100)).open()) {
            assertTrue(producer.awaitConsumers("block", 1, LONG));
            int sent = 0;
            try {
                while (sent < 100) {
                    producer.publish("block", number(sent));
                    sent++;
                }
            } catch (TychoException e) {
                assertTrue(e.getMessage().contains("the queue of 'slow' was full"), e.getMessage());
            }
            assertTrue(sent <= 8, "sent " + sent + " messages into queues of 4 and 4");
            for (int i = 0; i < sent; i++) {
                assertEquals(i, number(consumer.receive(LONG).orElseThrow()));
            }
            assertTrue(Site.eventually(() -> isPublished(producer, 77)), "the queue stays full");
            assertEquals(77, number(consumer.receive(LONG).orElseThrow()));
        }
    }

    /** The producer learns a moment later that the queue has room again, and may run out of patience before. */
    private static boolean isPublished(Producer producer, int number) {
        try {
            return producer.publish("block", number(number)) == 1;
        } catch (TychoException e) {
            return false;
        }
    }

    @Test
    void aFullQueueDropsTheOldest() throws Exception {
        try (Client client = connect(false);
                Consumer consumer = client.consumer("latest").subscribes("drop").capacity(4)
                    .whenFull(WhenFull.DROP_OLDEST).open();
                Producer producer = client.producer("p").publishes("drop").open()) {
            assertTrue(producer.awaitConsumers("drop", 1, LONG));
            for (int i = 0; i < 100; i++) {
                producer.publish("drop", number(i));
            }
            assertTrue(Site.eventually(() -> consumer.dropped() + producer.dropped() == 96),
                () -> consumer.dropped() + " and " + producer.dropped());
            for (int i = 96; i < 100; i++) {
                assertEquals(i, number(consumer.receive(LONG).orElseThrow()));
            }
        }
    }

    @Test
    void aFullQueueDisconnectsTheConsumer() throws Exception {
        try (Client client = connect(false);
                Consumer consumer = client.consumer("cut").subscribes("cut").capacity(4)
                    .whenFull(WhenFull.DISCONNECT).open();
                Producer producer = client.producer("p").publishes("cut").open()) {
            assertTrue(producer.awaitConsumers("cut", 1, LONG));
            int sent = 0;
            while (producer.publish("cut", number(sent)) == 1) {
                sent++;
            }
            List<Integer> received = new ArrayList<>();
            TychoException why = assertThrows(TychoException.class, () -> {
                while (true) {
                    received.add(number(consumer.receive(LONG).orElseThrow()));
                }
            });
            assertTrue(why.getMessage().contains("too slow"), why.getMessage());
            assertEquals(List.of(0, 1, 2, 3), received.subList(0, 4));
        }
    }

    @Test
    void aConsumerOfTheSameNameGetsWhatALostOneHasNotAcknowledged() throws Exception {
        try (Client client = connect(false); Producer producer = client.producer("p").publishes("again").open()) {
            Client lost = connect(false);
            Consumer first = lost.consumer("worker").subscribes("again").delivery(Delivery.AT_LEAST_ONCE)
                .lease(Duration.ofSeconds(5)).open();
            assertTrue(producer.awaitConsumers("again", 1, LONG));
            for (int i = 0; i < 3; i++) {
                producer.publish("again", number(i));
            }
            first.receive(LONG).orElseThrow().acknowledge();
            assertEquals(1, number(first.receive(LONG).orElseThrow()));
            OutStream stream = producer.streamTo(first.entry().id()).orElseThrow();
            lost.vanish();
            assertTrue(Site.eventually(stream::isClosed));
            try (Consumer second = client.consumer("worker").subscribes("again").delivery(Delivery.AT_LEAST_ONCE)
                    .open()) {
                int again = number(second.receive(LONG).orElseThrow());
                if (again == 0) {
                    // The acknowledgement was lost with the first consumer.
                    again = number(second.receive(LONG).orElseThrow());
                }
                assertEquals(1, again);
                assertEquals(2, number(second.receive(LONG).orElseThrow()));
            }
        }
    }

    @Test
    void whatIsLeftGoesToConsumersOfTheSameOwnerThatSubscribeIt() throws Exception {
        Authority.open(site.keys()).issue("alice");
        try (Client alice = Client.options().keys(site.keys()).name("alice").mediators(mediator).withoutListening()
                    .connect();
                Client client = connect(false);
                Producer producer = client.producer("p").publishes("left/**").open()) {
            Consumer one = worker(alice, "left/**");
            Consumer two = worker(alice, "left/**");
            assertTrue(producer.awaitConsumers("left/a", 2, LONG));
            producer.bind(one.entry(), "left/a").send(number(1));
            producer.bind(two.entry(), "left/b").send(number(2));
            one.close();
            two.close();
            assertTrue(Site.eventually(() -> producer.streamTo(one.entry().id()).isEmpty()
                && producer.streamTo(two.entry().id()).isEmpty()));
            Consumer foreign = worker(client, "left/**");
            assertTrue(producer.awaitConsumers("left/a", 1, LONG));
            producer.publish("left/a", number(77));
            assertEquals(77, number(foreign.receive(LONG).orElseThrow()));
            Consumer elsewhere = worker(alice, "left/c");
            assertTrue(producer.awaitConsumers("left/c", 2, LONG));
            producer.publish("left/c", number(78));
            assertEquals(78, number(elsewhere.receive(LONG).orElseThrow()));
            Consumer next = worker(alice, "left/*");
            assertEquals(Set.of(1, 2), Set.of(number(next.receive(LONG).orElseThrow()),
                number(next.receive(LONG).orElseThrow())));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsLeftGoesToAConsumerThatIsThereAlready(WhenFull whenFull) throws Exception {
        try (Client one = connect(false); Client other = connect(false);
                Producer producer = other.producer("p").publishes("there/**").open()) {
            Consumer first = worker(one, "there/**");
            Consumer elsewhere = worker(one, "there/b");
            Consumer next = one.consumer("worker").subscribes("there/a").delivery(Delivery.AT_LEAST_ONCE)
                .whenFull(whenFull).capacity(2).open();
            assertTrue(producer.awaitConsumers("there/a", 2, LONG) && producer.awaitConsumers("there/b", 2, LONG));
            Binding a = producer.bind(first.entry(), "there/a");
            for (int i = 0; i < 5; i++) {
                a.send(number(i));
            }
            producer.bind(first.entry(), "there/b").send(number(5));
            first.close();
            for (int i = 0; i < 5; i++) {
                Message message = next.receive(LONG).orElseThrow();
                assertEquals(i, number(message));
                message.acknowledge();
            }
            assertEquals(5, number(elsewhere.receive(LONG).orElseThrow()));
        }
    }

    @Test
    void whatWasPublishedToAConsumerDoesNotComeAgainWhenAnotherIsLost() throws Exception {
        try (Client one = connect(false); Client other = connect(false);
                Producer producer = other.producer("p").publishes("once").open()) {
            Consumer first = worker(one, "once");
            assertTrue(producer.awaitConsumers("once", 1, LONG));
            producer.publish("once", number(0));
            Consumer next = worker(one, "once");
            assertTrue(producer.awaitConsumers("once", 2, LONG));
            for (int i = 1; i < 4; i++) {
                producer.publish("once", number(i));
            }
            producer.bind(first.entry(), "once").send(number(4));
            first.close();
            assertTrue(Site.eventually(() -> producer.streamTo(first.entry().id()).isEmpty()));
            // What was published before the second consumer came it has not got, nor what was sent to the first only.
            for (int expected : List.of(1, 2, 3, 0, 4)) {
                Message message = next.receive(LONG).orElseThrow();
                assertEquals(expected, number(message));
                message.acknowledge();
            }
            producer.publish("once", number(5));
            Message last = next.receive(LONG).orElseThrow();
            assertEquals(5, number(last));
            last.acknowledge();
            assertTrue(producer.flush(LONG));
            assertEquals(Optional.empty(), next.receive(SHORT));
        }
    }

    @Test
    void aReplyToWhatIsLeftAnswersNoOtherRequest() throws Exception {
        try (Client one = connect(false); Client other = connect(false);
                Producer producer = other.producer("p").publishes("asked").open()) {
            Consumer first = worker(one, "asked");
            Binding before = producer.bind(first.entry(), "asked");
            CompletableFuture<Message> never = CompletableFuture.supplyAsync(() -> before.request(number(1), LONG));
            assertEquals(1, number(first.receive(LONG).orElseThrow()));
            first.close();
            assertThrows(ExecutionException.class, () -> never.get(LONG.toSeconds(), TimeUnit.SECONDS));
            assertTrue(Site.eventually(() -> producer.streamTo(first.entry().id()).isEmpty()));
            Consumer second = worker(one, "asked");
            Binding binding = producer.bind(second.entry(), "asked");
            CompletableFuture<Message> reply = CompletableFuture.supplyAsync(() -> binding.request(number(2), LONG));
            Message left = second.receive(LONG).orElseThrow();
            Message request = second.receive(LONG).orElseThrow();
            left.reply(left.bytes());
            request.reply(request.bytes());
            assertEquals(2, number(reply.get(LONG.toSeconds(), TimeUnit.SECONDS)));
        }
    }

    private static Consumer worker(Client client, String topics) {
        return client.consumer("worker").subscribes(topics).delivery(Delivery.AT_LEAST_ONCE)
            .lease(Duration.ofHours(1)).open();
    }

    /** The time of the client runs faster here: ten seconds at each look. */
    private static boolean hasNoStreamSoon(Client client) throws InterruptedException {
        AtomicLong ahead = new AtomicLong();
        return Site.eventually(() -> {
            client.tick(System.nanoTime() + ahead.addAndGet(TimeUnit.SECONDS.toNanos(10)));
            return client.incomingStreams() == 0;
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theStreamOfAProducerThatVanishesEnds(boolean direct) throws Exception {
        try (Client one = connect(direct)) {
            Client other = connect(direct);
            Consumer consumer = one.consumer("left alone").subscribes("alone").open();
            Producer producer = other.producer("p").publishes("alone").lease(Duration.ofSeconds(1)).open();
            assertTrue(producer.awaitConsumers("alone", 1, LONG));
            assertEquals(1, one.incomingStreams());
            other.vanish();
            assertTrue(hasNoStreamSoon(one));
            assertEquals(Optional.empty(), consumer.receive(SHORT));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamEndsThatItsProducerHasForgotten(boolean direct) throws Exception {
        try (Client one = connect(direct); Client other = connect(direct);
                Consumer consumer = one.consumer("forgotten").subscribes("forgotten").open();
                Producer producer = other.producer("p").publishes("forgotten").open()) {
            assertTrue(producer.awaitConsumers("forgotten", 1, LONG));
            other.remove(producer.streamTo(consumer.entry().id()).orElseThrow());
            assertTrue(hasNoStreamSoon(one));
        }
    }

    @Test
    void theStreamOfAProducerThatSendsNothingStays() throws Exception {
        try (Client one = connect(false); Client other = connect(false);
                Consumer consumer = one.consumer("patient").subscribes("patient").open();
                Producer producer = other.producer("p").publishes("patient").open()) {
            assertTrue(producer.awaitConsumers("patient", 1, LONG));
            for (int seconds = 10; seconds < 1000; seconds += 10) {
                one.tick(System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds));
                one.lookup(Query.all().named("nobody"));
            }
            producer.publish("patient", number(1));
            assertEquals(1, number(consumer.receive(LONG).orElseThrow()));
            assertEquals(1, one.incomingStreams());
        }
    }

    @Test
    void messagesBeyondTheLimitAreRefusedAndOthersGoOn() throws Exception {
        try (Client client = connect(true); Client other = connect(true);
                Consumer consumer = other.consumer("big").subscribes("big").open();
                Producer producer = client.producer("p").publishes("big").open()) {
            assertTrue(producer.awaitConsumers("big", 1, LONG));
            TychoException why = assertThrows(TychoException.class, () -> producer.publish("big", new byte[1_000_001]));
            assertTrue(why.getMessage().contains("1000001 bytes; the mediator permits 1000000"), why.getMessage());
            assertTrue(assertThrows(NullPointerException.class, () -> producer.publish("big", (byte[]) null))
                .getMessage().contains("payload"));
            byte[] most = new byte[1_000_000];
            most[999_999] = 7;
            for (int i = 0; i < 20; i++) {
                int count = i;
                CompletableFuture<Integer> sent = CompletableFuture.supplyAsync(() -> producer.publish("big", most));
                assertArrayEquals(most, consumer.receive(LONG).orElseThrow().bytes(), () -> "message " + count);
                assertEquals(1, sent.get());
            }
        }
    }

    @Test
    void aTopicThatWasNotRegisteredIsRefused() {
        try (Client client = connect(false); Producer producer = client.producer("p").publishes("mine").open()) {
            assertThrows(TychoException.class, () -> producer.publish("other", number(1)));
            assertThrows(IllegalArgumentException.class, () -> producer.publish("*", number(1)));
        }
    }

    /** With this patience, a question that waits would outlast the test's limit. */
    @Test
    @Timeout(120)
    void whatIsClosedRefusesCallsAtOnce() {
        Client client = Client.options().keys(site.keys()).mediators(mediator).patience(LONG).connect();
        Producer producer = client.producer("p").publishes("a").open();
        producer.close();
        assertRefused("the producer 'p' is closed", () -> producer.publish("a", number(1)));
        Entry consumer = client.consumer("late").subscribes("a").open().entry();
        assertRefused("the producer 'p' is closed", () -> producer.bind(consumer, "a"));
        producer.arrived(consumer);
        assertEquals(Optional.empty(), producer.streamTo(consumer.id()));
        client.close();
        assertRefused("the client is closed", () -> client.lookup(Query.all()));
        assertRefused("the client is closed", () -> client.producer("q").publishes("a").open());
        assertRefused("the client is closed", () -> client.consumer("c").subscribes("a").open());
    }

    @Test
    void oneWatchTooManyIsRefusedAndTheOthersStay() throws Exception {
        try (Client client = connect(false)) {
            List<Watch> watches = new ArrayList<>();
            CompletableFuture<Entry> arrived = new CompletableFuture<>();
            for (int i = 0; i < 999; i++) {
                watches.add(client.watch(Query.all().named("watched"), arrivals(arrived)));
            }
            assertRefused("1000", () -> client.producer("two").publishes("watch/a", "watch/b").open());
            assertEquals(List.of(), client.lookup(Query.all().named("two")));
            watches.add(client.watch(Query.all().named("watched"), arrivals(arrived)));
            assertRefused("'**'", () -> client.watch(Query.all(), arrivals(arrived)));
            assertFalse(client.trouble().isPresent());
            watches.removeLast().close();
            client.watch(Query.all(), arrivals(new CompletableFuture<>()));
            client.consumer("watched").subscribes("watch/a").open();
            assertEquals("watched", arrived.get(LONG.toSeconds(), TimeUnit.SECONDS).name());
        }
    }

    private static Watch.News arrivals(CompletableFuture<Entry> first) {
        return new Watch.News() {
            @Override
            public void arrived(Entry entry) {
                first.complete(entry);
            }

            @Override
            public void departed(Entry entry, Watch.Departure why) {
                // Only the arrival counts here.
            }
        };
    }

    @Test
    void wrongOptionsAreNamed() {
        Client.Options options = Client.options();
        assertRefused("at least one mediator", options::mediators);
        assertRefused("patience of the client is 0 ms", () -> options.patience(Duration.ZERO));
        assertRefused("host to listen at has 0 characters", () -> options.listenAt("", 7000));
        assertRefused("host to listen at has 256 characters", () -> options.listenAt("a".repeat(256), 7000));
        assertRefused("70000", () -> options.listenAt("127.0.0.1", 70000));
        assertRefused("nowhere.invalid:1: there is no host of this name", () -> Client.options().keys(site.keys())
            .mediators("nowhere.invalid:1").patience(Duration.ofSeconds(2)).connect());
    }

    @Test
    void aClientThatCannotListenLeavesTheMediator() throws Exception {
        try (Site alone = new Site(folder.resolve("alone"), "here")) {
            String its = alone.start();
            assertRefused("cannot listen at 192.0.2.1:0", () -> Client.options().keys(alone.keys()).mediators(its)
                .listenAt("192.0.2.1", 0).connect());
            assertTrue(Site.eventually(() -> alone.sessions() == 0), "the client's session has stayed");
        }
    }

    /** A mediator cannot read such a question, and would end the session each time that it is asked. */
    @Test
    void questionsThatNoMediatorCanReadAreRefused() {
        try (Client client = connect(false)) {
            assertRefused("name to look for has 129 characters", () -> Query.all().named("n".repeat(129)));
            Query odd = new Query(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.of(new Expression.Exists("two words")));
            assertRefused("two words", () -> client.lookup(odd));
            assertRefused("two words", () -> client.watch(odd, arrivals(new CompletableFuture<>())));
            assertRefused("lease of 'c' is 0 ms; it must be at least 1 ms", () -> client.consumer("c").subscribes("x")
                .lease(Duration.ofNanos(999_999)).open());
            assertEquals(List.of(), client.lookup(Query.all().named("\u20ac".repeat(128))));
            assertFalse(client.trouble().isPresent());
        }
    }

    @Test
    void aReplyBeyondTheLimitIsRefused() throws Exception {
        try (Client one = connect(false); Client other = connect(false);
                Consumer consumer = one.consumer("long").subscribes("long").open();
                Producer producer = other.producer("asker").publishes("long").open()) {
            Binding binding = producer.bind(consumer.entry(), "long");
            CompletableFuture<Message> reply = CompletableFuture.supplyAsync(
                () -> binding.request(number(1), LONG));
            Message request = consumer.receive(LONG).orElseThrow();
            assertRefused("1000001 bytes; the mediator permits 1000000", () -> request.reply(new byte[1_000_001]));
            assertRefused("payload to send is null", () -> request.reply((byte[]) null));
            request.reply(new byte[1_000_000]);
            assertEquals(1_000_000, reply.get(LONG.toSeconds(), TimeUnit.SECONDS).bytes().length);
            assertFalse(one.trouble().isPresent());
        }
    }

    private static void assertRefused(String text, Executable call) {
        RuntimeException why = assertThrows(RuntimeException.class, call);
        assertTrue(why.getMessage().contains(text), why.getMessage());
    }

    @Test
    void aLeaseOfZeroIsRefused() {
        try (Client client = connect(false)) {
            IllegalArgumentException why = assertThrows(IllegalArgumentException.class,
                () -> client.consumer("c").subscribes("x").lease(Duration.ZERO).open());
            assertTrue(why.getMessage().contains("lease of 'c' is 0 ms"), why.getMessage());
            assertFalse(client.trouble().isPresent());
        }
    }
}
