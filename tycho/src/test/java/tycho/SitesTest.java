package tycho;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tycho.mediator.Site;
import tycho.registry.Delivery;
import tycho.registry.Endpoint;
import tycho.registry.Entry;
import tycho.registry.Kind;
import tycho.registry.Query;

/** Several mediators, of one site and of two, which are cut off from each other and lost. */
class SitesTest {
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration LEASE = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private static Client connect(Site site, String... mediators) {
        return Client.options().keys(site.keys()).mediators(mediators).withoutListening().connect();
    }

    private static boolean sees(Client client, String name, int count) throws InterruptedException {
        return Site.eventually(() -> client.lookup(Query.all().named(name)).size() == count);
    }

    @Test
    void whatOneMediatorOfASiteAnswersTheOthersKnow() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String first = site.start();
            String second = site.start();
            assertTrue(Site.eventually(() -> site.otherMediators() == 1), site.log());
            try (Client one = connect(site, first); Client other = connect(site, second)) {
                for (int i = 0; i < 20; i++) {
                    String name = "c" + i;
                    Consumer consumer = one.consumer(name).subscribes("x").attribute("cores", "" + i).open();
                    assertEquals(1, other.lookup(Query.all().named(name).kind(Kind.CONSUMER)).size());
                    if (i % 2 == 1) {
                        consumer.close();
                        assertEquals(0, other.lookup(Query.all().named(name)).size());
                    }
                }
                assertEquals(5, other.lookup(Query.all().where("cores >= 10")).size());
            }
        }
    }

    /** More entries than one answer may have. Another watch, which begins before, is closed at its first entry. */
    @Test
    void watchBeginsWithAllEntries() throws Exception {
        int count = 12_345;
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            site.fill(count, "many");
            try (Client client = connect(site, mediator)) {
                CompletableFuture<Watch> closed = new CompletableFuture<>();
                Set<UUID> arrived = ConcurrentHashMap.newKeySet();
                closed.complete(client.watch(Query.all(), arrivals(_ -> closed.thenAccept(Watch::close))));
                client.watch(Query.all().named("many"), arrivals(entry -> arrived.add(entry.id())));
                assertTrue(Site.eventually(() -> arrived.size() == count), arrived.size() + " arrived\n" + site.log());
            }
        }
    }

    /** All entries together would be longer than any frame may be. */
    @Test
    void aLookupOfLongEntriesFindsSomeOfThem() throws Exception {
        int count = 400;
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < Entry.MOST_ATTRIBUTES - 1; i++) {
            attributes.put("a" + i, "\u20ac".repeat(Entry.LONGEST_VALUE));
        }
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            site.fill(count, "long", attributes);
            try (Client client = connect(site, mediator)) {
                int found = client.lookup(Query.all().named("long")).size();
                assertTrue(found > 10 && found < count, found + " entries found");
                assertEquals(1, client.lookup(Query.all().named("long").where("number = 399")).size());
            }
        }
    }

    private static Watch.News arrivals(java.util.function.Consumer<Entry> action) {
        return new Watch.News() {
            @Override
            public void arrived(Entry entry) {
                action.accept(entry);
            }

            @Override
            public void departed(Entry entry, Watch.Departure why) {
                throw new AssertionError(entry + " departed: " + why);
            }
        };
    }

    @Test
    void twoSitesExchangeEntriesAndMessages() throws Exception {
        try (Site here = new Site(folder, "here"); Site there = new Site(folder, "there")) {
            Site.join(here, there);
            String one = here.start();
            String other = there.start();
            assertTrue(Site.eventually(() -> here.otherSites() == 1 && there.otherSites() == 1),
                here.log() + there.log());
            try (Client producing = connect(here, one); Client consuming = connect(there, other)) {
                List<String> news = Collections.synchronizedList(new ArrayList<>());
                CountDownLatch arrived = new CountDownLatch(1);
                CountDownLatch departed = new CountDownLatch(1);
                producing.watch(Query.all().named("far"), new Watch.News() {
                    @Override
                    public void arrived(Entry entry) {
                        news.add("arrived " + entry.owner() + " " + entry.site());
                        arrived.countDown();
                    }

                    @Override
                    public void departed(Entry entry, Watch.Departure why) {
                        news.add("departed " + why);
                        departed.countDown();
                    }
                });
                Producer producer = producing.producer("p").publishes("between").open();
                Consumer consumer = consuming.consumer("far").subscribes("between").open();
                assertTrue(arrived.await(LONG.toSeconds(), TimeUnit.SECONDS));
                assertTrue(producer.awaitConsumers("between", 1, LONG));
                for (int i = 0; i < 500; i++) {
                    producer.publish("between", ByteBuffer.allocate(4).putInt(i).array());
                    if (i % 2 == 1) {
                        assertEquals(i - 1, ByteBuffer.wrap(consumer.receive(LONG).orElseThrow().bytes()).getInt());
                        assertEquals(i, ByteBuffer.wrap(consumer.receive(LONG).orElseThrow().bytes()).getInt());
                    }
                }
                Binding binding = producer.bind(consumer.entry(), "between");
                Thread server = Thread.startVirtualThread(() -> {
                    try {
                        Message request = consumer.receive(LONG).orElseThrow();
                        request.reply(request.bytes());
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                byte[] large = new byte[300_000];
                assertEquals(large.length, binding.request(large, LONG).bytes().length);
                server.join();
                consumer.close();
                assertTrue(departed.await(LONG.toSeconds(), TimeUnit.SECONDS));
                assertEquals(List.of("arrived client@there there", "departed WITHDRAWN"), news);
            }
        }
    }

    @Test
    void bothSidesOfAPartitionKeepWhatTheyLearn() throws Exception {
        try (Site here = new Site(folder, "here"); Site there = new Site(folder, "there")) {
            Site.join(here, there);
            String one = here.start();
            String other = there.start();
            assertTrue(Site.eventually(() -> here.otherSites() == 1 && there.otherSites() == 1),
                here.log() + there.log());
            try (Client near = connect(here, one); Client far = connect(there, other)) {
                Consumer before = far.consumer("before").subscribes("x").lease(LEASE).open();
                assertTrue(sees(near, "before", 1));
                here.cut(0, true);
                there.cut(0, true);
                assertTrue(Site.eventually(() -> here.otherSites() == 0 && there.otherSites() == 0),
                    here.log() + there.log());
                near.consumer("here").subscribes("x").lease(LEASE).open();
                far.consumer("there").subscribes("x").lease(LEASE).open();
                before.close();
                assertEquals(0, near.lookup(Query.all().named("there")).size());
                assertEquals(1, near.lookup(Query.all().named("before")).size());
                here.cut(0, false);
                there.cut(0, false);
                assertTrue(sees(near, "there", 1), () -> "not seen");
                assertTrue(sees(far, "here", 1));
                assertTrue(sees(near, "before", 0));
                assertTrue(sees(near, "here", 1));
            }
        }
    }

    @Test
    void clientsGoToAnotherMediatorAndLoseNothing() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String first = site.start();
            String second = site.start();
            assertTrue(Site.eventually(() -> site.otherMediators() == 1), site.log());
            try (Client one = connect(site, first, second); Client other = connect(site, second);
                    Consumer consumer = one.consumer("c").subscribes("x").delivery(Delivery.AT_LEAST_ONCE).open();
                    Producer producer = other.producer("p").publishes("x").open()) {
                assertTrue(producer.awaitConsumers("x", 1, LONG));
                for (int i = 0; i < 300; i++) {
                    if (i == 100) {
                        site.kill(0);
                    }
                    producer.publish("x", ByteBuffer.allocate(4).putInt(i).array());
                    Message message = consumer.receive(LONG).orElseThrow();
                    assertEquals(i, ByteBuffer.wrap(message.bytes()).getInt());
                    message.acknowledge();
                }
                assertTrue(producer.flush(LONG));
            }
        }
    }

    @Test
    void withoutAMediatorClientsThatReachEachOtherGoOn() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            try (Client one = Client.options().keys(site.keys()).mediators(mediator).connect();
                    Client other = Client.options().keys(site.keys()).mediators(mediator).connect();
                    Consumer consumer = one.consumer("c").subscribes("x").lease(LEASE).open();
                    Producer producer = other.producer("p").publishes("x").lease(LEASE).open()) {
                assertTrue(producer.awaitConsumers("x", 1, LONG));
                Binding binding = producer.bind(consumer.entry(), "x");
                assertTrue(Site.eventually(binding::isDirect));
                site.kill(0);
                assertTrue(Site.eventually(() -> one.trouble().isPresent()));
                assertTrue(Site.eventually(() -> one.trouble().map(why -> why.contains(mediator)).orElse(false)),
                    () -> one.trouble().toString());
                for (int i = 0; i < 100; i++) {
                    assertEquals(1, producer.publish("x", new byte[] {(byte) i}));
                    assertEquals(i, consumer.receive(LONG).orElseThrow().bytes()[0]);
                }
                site.restart(0);
                assertTrue(Site.eventually(() -> one.trouble().isEmpty() && other.trouble().isEmpty()));
                assertTrue(sees(one, "c", 1));
                assertTrue(sees(one, "p", 1));
                assertEquals(1, producer.publish("x", new byte[] {99}));
                assertEquals(99, consumer.receive(LONG).orElseThrow().bytes()[0]);
            }
        }
    }

    /** The registry has forgotten the consumer before, so it tells nobody. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aConsumerIsLostThatEndsAfterItsMediator(boolean closes) throws Exception {
        try (Site site = new Site(folder, "here")) {
            String first = site.start();
            String second = site.start();
            assertTrue(Site.eventually(() -> site.otherMediators() == 1), site.log());
            try (Client producing = Client.options().keys(site.keys()).mediators(second).connect();
                    Client consuming = Client.options().keys(site.keys()).mediators(first).connect();
                    Producer producer = producing.producer("p").publishes("x").open()) {
                Consumer consumer = consuming.consumer("c").subscribes("x").lease(Duration.ofSeconds(1)).open();
                assertTrue(producer.awaitConsumers("x", 1, LONG));
                assertTrue(Site.eventually(producer.bind(consumer.entry(), "x")::isDirect));
                // The producer's watch is told before this one.
                CountDownLatch lapsed = new CountDownLatch(1);
                producing.watch(Query.all().named("c"), new Watch.News() {
                    @Override
                    public void arrived(Entry entry) {
                        // Only the departure counts.
                    }

                    @Override
                    public void departed(Entry entry, Watch.Departure why) {
                        lapsed.countDown();
                    }
                });
                site.kill(0);
                assertTrue(lapsed.await(LONG.toSeconds(), TimeUnit.SECONDS));
                assertEquals(1, producer.publish("x", new byte[1]));
                assertEquals(1, consumer.receive(LONG).orElseThrow().bytes().length);
                if (closes) {
                    consumer.close();
                } else {
                    consuming.vanish();
                }
                assertTrue(Site.eventually(() -> producer.streamTo(consumer.entry().id()).isEmpty()));
            }
        }
    }

    /** The entry arrives when the watch has begun already, and ends while there is no mediator. */
    @Test
    void aWatchMissesNoEntryThatEndsWhileThereIsNoMediator() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            try (Client watching = connect(site, mediator); Client ending = connect(site, mediator)) {
                CountDownLatch settled = new CountDownLatch(1);
                CountDownLatch arrived = new CountDownLatch(1);
                CountDownLatch departed = new CountDownLatch(1);
                watching.consumer("first").subscribes("x").open();
                watching.watch(Query.all(), new Watch.News() {
                    @Override
                    public void arrived(Entry entry) {
                        (entry.name().equals("first") ? settled : arrived).countDown();
                    }

                    @Override
                    public void departed(Entry entry, Watch.Departure why) {
                        departed.countDown();
                    }
                });
                assertTrue(settled.await(LONG.toSeconds(), TimeUnit.SECONDS));
                // The answer comes after the end of the only page with which the watch begins.
                watching.lookup(Query.all());
                ending.consumer("second").subscribes("x").lease(Duration.ofSeconds(4)).open();
                assertTrue(arrived.await(LONG.toSeconds(), TimeUnit.SECONDS));
                site.kill(0);
                ending.vanish();
                site.restart(0);
                assertTrue(departed.await(60, TimeUnit.SECONDS), "the watch has missed the departure");
            }
        }
    }

    @Test
    void aQuestionWaitsForAMediatorAsLongAsTheClientIsPatient() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            try (Client client = Client.options().keys(site.keys()).mediators(mediator).withoutListening()
                    .patience(Duration.ofMillis(5_432)).connect()) {
                site.kill(0);
                assertTrue(Site.eventually(() -> client.trouble().isPresent()));
                String why = assertThrows(TychoException.class, () -> client.lookup(Query.all())).getMessage();
                assertTrue(why.contains("5432 ms") && why.contains(mediator), why);
            }
        }
    }

    /** With this patience, a call that waits would outlast the test's limit. */
    @Test
    @Timeout(120)
    void nobodyWaitsForAMediatorThatIsNotThereWhenSomethingIsClosed() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            Client client = Client.options().keys(site.keys()).mediators(mediator).withoutListening().patience(LONG)
                .connect();
            Consumer consumer = client.consumer("c").subscribes("x").open();
            client.consumer("d").subscribes("x").open();
            client.producer("p").publishes("x").open();
            site.kill(0);
            assertTrue(Site.eventually(() -> client.trouble().isPresent()));
            consumer.close();
            client.close();
        }
    }

    @Test
    @Timeout(120)
    void whatIsClosedWithoutAMediatorIsWithdrawnAtTheNext() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            try (Wire wire = new Wire(Endpoint.parse(mediator).port()); Client stays = connect(site, mediator);
                    Client client = Client.options().keys(site.keys()).mediators("127.0.0.1:" + wire.port())
                        .withoutListening().patience(LONG).connect()) {
                Consumer consumer = client.consumer("c").subscribes("x").lease(Duration.ofHours(1)).open();
                assertTrue(sees(stays, "c", 1));
                wire.cut(true);
                assertTrue(Site.eventually(() -> client.trouble().isPresent()));
                consumer.close();
                wire.cut(false);
                assertTrue(sees(stays, "c", 0));
            }
        }
    }

    @Test
    void anAcknowledgementThatIsLostIsSaidAgain() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            try (Wire wire = new Wire(Endpoint.parse(mediator).port());
                    Client consuming = connect(site, "127.0.0.1:" + wire.port());
                    Client producing = connect(site, mediator);
                    Consumer consumer = consuming.consumer("c").subscribes("x").delivery(Delivery.AT_LEAST_ONCE)
                        .lease(Duration.ofHours(1)).open();
                    Producer producer = producing.producer("p").publishes("x").open()) {
                assertTrue(producer.awaitConsumers("x", 1, LONG));
                producer.publish("x", new byte[1]);
                Message message = consumer.receive(LONG).orElseThrow();
                OutStream stream = producer.streamTo(consumer.entry().id()).orElseThrow();
                assertEquals(1, stream.kept());
                wire.cut(true);
                assertTrue(Site.eventually(() -> consuming.trouble().isPresent()));
                message.acknowledge();
                wire.cut(false);
                assertTrue(Site.eventually(() -> stream.kept() == 0), "the message is kept");
            }
        }
    }

    @Test
    void anEntryOfALostClientLapses() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = site.start();
            try (Client stays = connect(site, mediator)) {
                Client lost = connect(site, mediator);
                lost.consumer("lost").subscribes("x").lease(Duration.ofMillis(300)).open();
                stays.consumer("stays").subscribes("x").lease(Duration.ofMillis(300)).open();
                assertTrue(sees(stays, "lost", 1));
                lost.vanish();
                assertTrue(sees(stays, "lost", 0));
                assertTrue(sees(stays, "stays", 1));
            }
        }
    }
}
