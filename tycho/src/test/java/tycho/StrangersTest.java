package tycho;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tycho.mediator.Site;
import tycho.registry.Endpoint;
import tycho.registry.Query;
import tycho.security.Authority;
import tycho.security.Certificates;
import tycho.security.Keys;

/** Who is not known, or not permitted, gets nothing, and learns why. */
class StrangersTest {
    private static final Duration PATIENCE = Duration.ofMillis(600);
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    private static Path folder;
    private static Site site;
    private static String mediator;

    @BeforeAll
    static void start() throws Exception {
        Path permissions = Files.writeString(folder.resolve("permissions"), """
            # what alice may do
            publish weather/** alice@here   # and nobody else
            subscribe weather/** *@here
            publish public *
            subscribe public *
            """);
        site = new Site(folder, "here").set("permissions", permissions.toString());
        Authority.open(site.keys()).issue("alice");
        mediator = site.start();
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    private static Client.Options as(String name) {
        return Client.options().keys(site.keys()).name(name).mediators(mediator).patience(LONG);
    }

    /** The client waits for all of its patience. It becomes longer if this machine takes longer for a handshake. */
    private static String refusal(Client.Options options, String address) {
        options.mediators(address);
        Duration patience = PATIENCE;
        String message = failure(options.patience(patience));
        while (message.contains("are not complete yet") && patience.compareTo(LONG) < 0) {
            patience = patience.multipliedBy(4);
            message = failure(options.patience(patience));
        }
        assertTrue(message.contains(address), message);
        return message;
    }

    private static String failure(Client.Options options) {
        return assertThrows(TychoException.class, options::connect).getMessage();
    }

    private static void assertOthersGoOn() {
        try (Client client = as("alice").connect()) {
            assertEquals(0, client.lookup(Query.all().named("nobody")).size());
        }
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
        Path other = new Site(folder, "there").keys();
        String why = refusal(as("client").keys(other), mediator);
        assertTrue(why.contains("authority that is not trusted"), why);
        // The other trusts this site, but this site does not trust the other.
        Files.copy(site.keys().resolve("ca.pem"), other.resolve("trusted/here.pem"));
        why = refusal(as("client").keys(other), mediator);
        assertTrue(why.contains("the other end refuses this end's certificate"), why);
        assertOthersGoOn();
    }

    @Test
    void withoutACertificateNothingIsAnswered() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(site.keys().resolve("ca.pem"))) {
            trusted.setCertificateEntry("ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, trust.getTrustManagers(), null);
        Endpoint endpoint = Endpoint.parse(mediator);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(endpoint.host(), endpoint.port())) {
            socket.setSoTimeout(60_000);
            assertThrows(IOException.class, () -> {
                socket.startHandshake();
                if (socket.getInputStream().read() < 0) {
                    throw new IOException("closed");
                }
            });
        }
        try (Socket plain = new Socket(endpoint.host(), endpoint.port())) {
            plain.setSoTimeout(60_000);
            plain.getOutputStream().write(new byte[100]);
            // At most an alert of TLS, and then the end.
            assertTrue(plain.getInputStream().readAllBytes().length < 20);
        } catch (java.net.SocketException e) {
            assertTrue(e.getMessage().contains("reset"), e.getMessage());
        }
        assertOthersGoOn();
    }

    /** Whatever keys the client has. */
    @Test
    void anOlderVersionOfTlsIsRefused() throws Exception {
        SSLContext context = Keys.read(site.keys(), "client").everyone();
        Endpoint endpoint = Endpoint.parse(mediator);
        for (String version : new String[] {"TLSv1.3", "TLSv1.2"}) {
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(endpoint.host(),
                    endpoint.port())) {
                socket.setSoTimeout(60_000);
                socket.setEnabledProtocols(new String[] {version});
                if (version.equals("TLSv1.3")) {
                    socket.startHandshake();
                } else {
                    IOException why = assertThrows(IOException.class, socket::startHandshake);
                    assertTrue(why.getMessage().contains("protocol_version"), why.getMessage());
                }
            }
        }
        assertOthersGoOn();
    }

    @Test
    void aCertificateThatIsNotValidNowIsRefused() throws Exception {
        Certificates.issueExpired(site.keys(), "late");
        Certificates.issueEarly(site.keys(), "early");
        for (String name : new String[] {"late", "early"}) {
            String why = refusal(as(name), mediator);
            assertTrue(why.contains("expired, not yet valid"), why);
        }
        assertTrue(Site.eventually(() -> {
            try {
                return site.log().contains("is not valid at this host's time");
            } catch (IOException e) {
                return false;
            }
        }), site.log());
        assertOthersGoOn();
    }

    @Test
    void aClockThatIsFarOffIsRefused() {
        String why = refusal(as("alice").wallClock(() -> System.currentTimeMillis() - 7_200_000), mediator);
        assertTrue(why.matches("(?s).* (7199|72\\d\\d) s behind.*"), why);
        assertOthersGoOn();
    }

    @Test
    void topicsNeedPermission() throws Exception {
        try (Client alice = as("alice").connect(); Client client = as("client").connect()) {
            Producer producer = alice.producer("p").publishes("weather/*").open();
            Consumer consumer = client.consumer("c").subscribes("weather/today").open();
            assertTrue(producer.awaitConsumers("weather/today", 1, LONG));
            producer.publish("weather/today", new byte[] {1});
            assertEquals(1, consumer.receive(LONG).orElseThrow().bytes()[0]);
            TychoException why = assertThrows(TychoException.class,
                () -> client.producer("false").publishes("weather/today").open());
            assertTrue(why.getMessage().contains("client@here may not publish 'weather/today'"), why.getMessage());
            assertThrows(TychoException.class, () -> alice.consumer("all").subscribes("**").open());
            assertEquals(0, alice.lookup(Query.all().named("false")).size());
            producer.publish("weather/today", new byte[] {2});
            assertEquals(2, consumer.receive(LONG).orElseThrow().bytes()[0]);
        }
    }

    @Test
    void noMediatorAtTheAddressIsNamedWithTheReason() {
        String why = refusal(as("alice"), "127.0.0.1:1");
        assertTrue(why.contains("refused") && why.endsWith("the client has given up"), why);
    }

    @Test
    void aMissingKeyIsNamedWithTheRemedy() {
        TychoException why = assertThrows(TychoException.class, () -> as("nobody").connect());
        assertTrue(why.getMessage().contains("nobody.p12") && why.getMessage().contains("--issue"), why.getMessage());
    }
}
