package tycho.processes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mpj.tiers.SecondTier;
import mpj.tiers.Turn;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tycho.mediator.Site;
import tycho.registry.Delivery;

/**
 * Two sites, each with two mediators, on hosts that share nothing but the network, and a client behind a gate that
 * translates addresses. Links are cut and mended while messages are under way. The tests are skipped if there can be no
 * such hosts, unless they are required.
 *
 * <p>The tests mostly wait for limits of the mediators, which are processes in namespaces of their own. So other
 * classes run meanwhile. Because of the lock, the tests of this class, which share the mediators, run one after the
 * other.
 */
@Timeout(1800)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock("networks")
class NetworksTest {
    private static final int ROUNDS_OF_SECOND_TIER = 20;
    private static final int FLOOD_BYTES = 4096;
    private static final String PARIS_1 = "10.78.1.1:7411";
    private static final String PARIS_2 = "10.78.1.2:7411";
    private static final String PARIS = PARIS_1 + "," + PARIS_2;
    private static final String ROME = "10.78.2.1:7411,10.78.2.2:7411";

    @TempDir
    private static Path folder;
    private static Networks networks;
    private static final List<MediatorProcess> MEDIATORS = new ArrayList<>();
    private static MediatorProcess p1;
    private static MediatorProcess p2;
    private static Path parisKeys;
    private static Path romeKeys;

    @BeforeAll
    @Timeout(1800)
    static void start() throws Exception {
        try {
            networks = Networks.start();
        } catch (IOException e) {
            List<String> required = Arrays.asList(System.getProperty("tests.require", "").split("[,\\s]+"));
            assertTrue(!required.contains("hosts"), "tests.require names hosts, but: " + e.getMessage());
            Assumptions.abort("no networks can be had here: " + e.getMessage());
        }
        // The names are those of other tests, so the keys are made once.
        try (Site paris = new Site(folder, "here"); Site rome = new Site(folder, "there")) {
            Site.join(paris, rome);
            parisKeys = paris.keys();
            romeKeys = rome.keys();
        }
        p1 = mediator("p1", parisKeys, "10.78.1.1", "10.78.1.2", "10.78.2.1:7413,10.78.2.2:7413");
        p2 = mediator("p2", parisKeys, "10.78.1.2", "10.78.1.1", "10.78.2.1:7413,10.78.2.2:7413");
        MediatorProcess r1 = mediator("r1", romeKeys, "10.78.2.1", "10.78.2.2", "10.78.1.1:7413,10.78.1.2:7413");
        MediatorProcess r2 = mediator("r2", romeKeys, "10.78.2.2", "10.78.2.1", "10.78.1.1:7413,10.78.1.2:7413");
        assertTrue(p1.logs("reached the site there", 0) && p2.logs("reached the site there", 0)
            && r1.logs("reached the site here", 0) && r2.logs("reached the site here", 0), NetworksTest::logs);
    }

    private static MediatorProcess mediator(String host, Path keys, String own, String other, String bridges)
            throws IOException {
        MediatorProcess mediator = new MediatorProcess(folder, host, networks.on(host), Map.of(
            "keys", keys.toAbsolutePath().toString(), "clients", own + ":7411", "site", own + ":7412",
            "site.mediators", other + ":7412", "bridge", own + ":7413", "bridge.mediators", bridges,
            "failure.timeout", "2000"));
        MEDIATORS.add(mediator);
        mediator.start();
        return mediator;
    }

    private static String logs() {
        StringBuilder logs = new StringBuilder();
        MEDIATORS.forEach(each -> logs.append(each.log()).append('\n'));
        try (var errors = Files.newDirectoryStream(Path.of("target"), "*.err")) {
            for (Path each : errors) {
                logs.append(Files.readString(each));
            }
        } catch (IOException e) {
            logs.append(e);
        }
        return logs.toString();
    }

    @AfterAll
    static void stop() throws Exception {
        MEDIATORS.forEach(MediatorProcess::close);
        if (networks != null) {
            networks.close();
        }
    }

    private static RemotePlayer player(String host, Path keys, String listenAt, String mediators) throws IOException {
        return new RemotePlayer(networks.on(host), keys, listenAt, mediators);
    }

    /** Whether a mediator has answered in time. */
    private static boolean produces(RemotePlayer player, String name) {
        try {
            player.produce(name, "x");
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    @Test
    void mediatorsRelayToAClientBehindNat() throws Exception {
        try (RemotePlayer home = player("h", parisKeys, "192.168.78.1", PARIS);
                RemotePlayer far = player("rc", romeKeys, "-", ROME)) {
            far.consume("through", "the-gate", Delivery.AT_MOST_ONCE);
            home.produce("gatekeeper", "the-gate");
            home.start("gatekeeper", 1);
            assertTrue(far.receivesMore("through", "gatekeeper"), NetworksTest::logs);
            assertFalse(home.isDirect("gatekeeper", "through"));
            assertEquals(home.stop("gatekeeper"), far.received("through", "gatekeeper"), NetworksTest::logs);
        }
    }

    @Test
    @SecondTier
    void mediatorsRelayToAClientBehindNatAndLinksMayBreak() throws Exception {
        try (RemotePlayer home = player("h", parisKeys, "192.168.78.1", PARIS);
                RemotePlayer near = player("pc", parisKeys, "-", "10.78.1.1:7411");
                RemotePlayer far = player("rc", romeKeys, "10.78.2.3", ROME)) {
            far.consume("once", "news", Delivery.AT_MOST_ONCE);
            far.consume("least", "news", Delivery.AT_LEAST_ONCE);
            home.produce("reporter", "news");
            home.start("reporter", 2);
            assertTrue(far.receivesMore("least", "reporter"), NetworksTest::logs);

            // The sites are cut off from each other, and each goes on.
            int known = p1.log().length();
            networks.cut("pgate", "net", true);
            assertTrue(p1.logs("lost the site there", known), NetworksTest::logs);
            near.produce("paris-news", "x");
            far.produce("rome-news", "x");
            assertTrue(near.counts("paris-news", 1) && near.counts("rome-news", 0));
            assertTrue(far.counts("paris-news", 0) && far.counts("rome-news", 1));
            networks.cut("pgate", "net", false);
            assertTrue(near.sees("rome-news", 1) && near.counts("paris-news", 1), NetworksTest::logs);
            assertTrue(far.sees("paris-news", 1) && far.counts("rome-news", 1), NetworksTest::logs);
            assertTrue(far.receivesMore("least", "reporter"), NetworksTest::logs);

            // A mediator is cut off from its site: the client at home goes to the other one.
            networks.cut("p1", "paris", true);
            assertTrue(Site.eventually(() -> produces(home, "late")), NetworksTest::logs);
            assertTrue(far.sees("late", 1), NetworksTest::logs);
            assertTrue(far.receivesMore("least", "reporter"), NetworksTest::logs);
            networks.cut("p1", "paris", false);
            assertTrue(near.sees("late", 1), NetworksTest::logs);

            // The home is cut off.
            networks.cut("h", "home", true);
            assertTrue(Site.eventually(home::isInTrouble), NetworksTest::logs);
            networks.cut("h", "home", false);
            assertTrue(Site.eventually(() -> !home.isInTrouble()), NetworksTest::logs);
            assertTrue(far.receivesMore("once", "reporter"), NetworksTest::logs);

            assertFalse(home.isDirect("reporter", "once"));
            String sent = home.stop("reporter");
            assertEquals(sent, far.received("once", "reporter"), NetworksTest::logs);
            assertEquals(sent, far.received("least", "reporter"), NetworksTest::logs);
        }
    }

    /**
     * The other mediator sends so much to the first one that the connection between them is full when the link is cut.
     */
    @Test
    @Timeout(7200)
    void theOtherMediatorTakesOverFromTheFirstOne() throws Exception {
        int rounds = Math.max(1, Turn.share(ROUNDS_OF_SECOND_TIER));
        try (RemotePlayer far = player("rc", romeKeys, "-", ROME)) {
            for (int round = 0; round < rounds; round++) {
                String what = "round " + round;
                assertTrue(Site.eventually(() -> p1.isFirstOf(2) || p2.isFirstOf(2)), () -> what + logs());
                String first = p1.isFirstOf(2) ? "p1" : "p2";
                MediatorProcess other = p1.isFirstOf(2) ? p2 : p1;
                String name = "flood" + round;
                try (RemotePlayer near = player("pc", parisKeys, "-", p1.isFirstOf(2) ? PARIS_2 : PARIS_1)) {
                    far.consume(name, name, Delivery.AT_LEAST_ONCE);
                    near.produce(name, name, FLOOD_BYTES);
                    near.start(name, 1);
                    assertTrue(far.receivesMore(name, name), () -> what + logs());
                    networks.cut(first, "paris", true);
                    assertTrue(Site.eventually(() -> other.isFirstOf(1)), () -> what + logs());
                    assertTrue(far.receivesMore(name, name), () -> what + logs());
                    networks.cut(first, "paris", false);
                    assertTrue(Site.eventually(() -> other.sees(2)), () -> what + logs());
                    assertEquals(near.stop(name), far.received(name, name), () -> what + logs());
                }
            }
        }
    }

    @Test
    void theWayChangesToMediatorsAndBackWithoutLoss() throws Exception {
        int changes = Turn.hasComeFor("tycho.processes.NetworksTest: the way changes more than once") ? 2 : 1;
        try (RemotePlayer near = player("pc", parisKeys, "10.78.9.1", PARIS);
                RemotePlayer far = player("rc", romeKeys, "-", ROME)) {
            near.consume("steps-once", "steps", Delivery.AT_MOST_ONCE);
            near.consume("steps-least", "steps", Delivery.AT_LEAST_ONCE);
            far.produce("walker", "steps");
            far.start("walker", 2);
            for (int change = 0; change < changes; change++) {
                assertTrue(Site.eventually(() -> far.isDirect("walker", "steps-once")), NetworksTest::logs);
                assertTrue(near.receivesMore("steps-once", "walker"), NetworksTest::logs);
                networks.cut("pc", "wire", true);
                assertTrue(Site.eventually(() -> !far.isDirect("walker", "steps-once")), NetworksTest::logs);
                assertTrue(near.receivesMore("steps-once", "walker"), NetworksTest::logs);
                networks.cut("pc", "wire", false);
            }
            assertTrue(Site.eventually(() -> far.isDirect("walker", "steps-once")), NetworksTest::logs);
            String sent = far.stop("walker");
            assertEquals(sent, near.received("steps-once", "walker"), NetworksTest::logs);
            assertEquals(sent, near.received("steps-least", "walker"), NetworksTest::logs);
        }
    }
}
