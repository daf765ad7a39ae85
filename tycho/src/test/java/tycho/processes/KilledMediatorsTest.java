package tycho.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import mpj.tiers.Turn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tycho.Client;
import tycho.mediator.Site;
import tycho.registry.Delivery;

/**
 * Two sites, each with two mediators. In each round one of the four is killed while messages are under way between the
 * sites in both directions, and started again. Messages that may arrive once at most do so, those that are acknowledged
 * at least once, and all in order. A run prints its seed, and {@code -Dtests.seed} repeats it. With the
 * second tier, {@code -Dtests.rounds=N} chooses how many rounds there are.
 */
@Timeout(7200)
class KilledMediatorsTest {
    private static final int ROUNDS = 2;
    private static final int ROUNDS_OF_SECOND_TIER = Integer.parseInt(System.getProperty("tests.rounds", "200"));
    private static final int MEDIATORS = 4;
    private static final int MOST_MESSAGES = 100;
    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    private Path folder;
    private final List<MediatorProcess> mediators = new ArrayList<>();
    private final List<String> clientsAt = new ArrayList<>();

    /** A producer of one site, and the consumer of the other that receives its messages. */
    private record Stream(String producer, Source source, Intake intake) {
        static Stream open(String name, Delivery delivery, Client from, Client to) throws InterruptedException {
            Intake intake = new Intake(to.consumer(name).subscribes(name).delivery(delivery).lease(LEASE).open());
            Source source = new Source(from.producer(name).publishes(name).lease(LEASE).patience(LEASE).open(), name);
            assertEquals("", source.start(1));
            return new Stream(name, source, intake);
        }

        long received() {
            String received = intake.received(producer);
            if (!received.chars().allMatch(Character::isDigit)) {
                throw new IllegalStateException("the consumer " + producer + ": " + received);
            }
            return Long.parseLong(received);
        }
    }

    /** Waits until a consumer has so many messages. What ends unexpectedly ends the wait. */
    private boolean hasReceived(Stream stream, long messages) throws InterruptedException {
        return Site.eventually(() -> {
            mediators.forEach(MediatorProcess::check);
            stream.source().check();
            return stream.received() >= messages;
        });
    }

    @AfterEach
    void close() {
        mediators.forEach(MediatorProcess::close);
    }

    @Test
    void acknowledgedMessagesSurviveTheirMediators() throws Exception {
        run(ROUNDS);
    }

    @Test
    void acknowledgedMessagesSurviveTheirMediatorsInManyRounds() throws Exception {
        // Each run has other rounds, so the turn need not say which.
        int rounds = Turn.share(ROUNDS_OF_SECOND_TIER);
        assumeTrue(rounds > 0, "second tier");
        run(rounds);
    }

    private void run(int rounds) throws Exception {
        long seed = Long.getLong("tests.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("KilledMediatorsTest: " + rounds + " rounds, -Dtests.seed=" + seed);
        Random random = new Random(seed);
        Path[] keys = startMediators();
        try (Client one = connect(keys[0], 0); Client other = connect(keys[1], 2)) {
            List<Stream> streams = List.of(Stream.open("there", Delivery.AT_LEAST_ONCE, one, other),
                Stream.open("back", Delivery.AT_LEAST_ONCE, other, one),
                Stream.open("there-once", Delivery.AT_MOST_ONCE, one, other),
                Stream.open("back-once", Delivery.AT_MOST_ONCE, other, one));
            for (int round = 0; round < rounds; round++) {
                int victim = random.nextInt(MEDIATORS);
                int messages = 1 + random.nextInt(MOST_MESSAGES);
                boolean patient = random.nextBoolean();
                String what = "round " + round + " of seed " + seed + ": mediator " + victim + " after " + messages
                    + " messages, " + (patient ? "" : "not ") + "patient";
                Stream observed = streams.get(random.nextInt(streams.size()));
                assertTrue(hasReceived(observed, observed.source().sent() + messages), () -> what + logs());
                mediators.get(victim).kill();
                for (Stream each : streams) {
                    assertTrue(hasReceived(each, each.source().sent() + 1), () -> what + ": " + each + logs());
                }
                mediators.get(victim).start();
                if (patient) {
                    assertTrue(mediators.get(victim).logs("reached the site ", 0), () -> what + logs());
                }
            }
            for (Stream each : streams) {
                long sent = each.source().stop();
                assertEquals(Long.toString(sent), each.intake().received(each.producer()));
            }
        }
    }

    private Path[] startMediators() throws IOException, InterruptedException {
        Path[] keys = new Path[2];
        try (Site one = new Site(folder, "here"); Site other = new Site(folder, "there")) {
            Site.join(one, other);
            keys[0] = one.keys().toAbsolutePath();
            keys[1] = other.keys().toAbsolutePath();
        }
        int[] ports = Site.freePorts(3 * MEDIATORS);
        List<String> endpoints = new ArrayList<>();
        for (int port : ports) {
            endpoints.add("127.0.0.1:" + port);
        }
        for (int i = 0; i < MEDIATORS; i++) {
            clientsAt.add(endpoints.get(i));
            int farther = i < 2 ? 2 : 0;
            mediators.add(new MediatorProcess(folder, "mediator-" + i, List.of(), Map.of(
                "keys", keys[i / 2].toString(), "clients", endpoints.get(i),
                "site", endpoints.get(MEDIATORS + i), "site.mediators", endpoints.get(MEDIATORS + (i ^ 1)),
                "bridge", endpoints.get(2 * MEDIATORS + i), "bridge.mediators",
                endpoints.get(2 * MEDIATORS + farther) + "," + endpoints.get(2 * MEDIATORS + farther + 1),
                "failure.timeout", "2000")));
            mediators.get(i).start();
        }
        for (MediatorProcess each : mediators) {
            assertTrue(each.logs("reached the site ", 0), this::logs);
        }
        return keys;
    }

    /** A client of the site whose first mediator has this number. */
    private Client connect(Path keys, int first) {
        return Client.options().keys(keys).mediators(clientsAt.get(first), clientsAt.get(first + 1)).patience(LONG)
            .withoutListening().connect();
    }

    private String logs() {
        StringBuilder logs = new StringBuilder();
        mediators.forEach(each -> logs.append('\n').append(each.log()));
        return logs.toString();
    }
}
