package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tycho.Client;
import tycho.Producer;

/** The page of a mediator: who may look at it, and what it has. */
class StatusPageTest {
    private static final int LONG_MILLIS = 60_000;

    @TempDir
    private Path folder;

    private record Answer(int status, String body) {
    }

    private static Answer get(String address) {
        try {
            HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
            connection.setReadTimeout(LONG_MILLIS);
            int status = connection.getResponseCode();
            try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                return new Answer(status, new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean shows(String address, String text) throws InterruptedException {
        return Site.eventually(() -> get(address + "data").body().contains(text));
    }

    @Test
    void pageNeedsItsTokenAndShowsClientsTopicsAndJobs() throws Exception {
        try (Site site = new Site(folder, "here")) {
            String mediator = "127.0.0.1:" + Site.freePort();
            Path file = Files.writeString(folder.resolve("conf"), "keys = " + site.keys().toAbsolutePath()
                + "\nclients = " + mediator + "\nsite = 127.0.0.1:" + Site.freePort() + "\nlog = log\n");
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            CountDownLatch end = new CountDownLatch(1);
            Thread command = Thread.ofPlatform().start(() -> MediatorCommand.run(List.of("--ui", "" + freePort(),
                file.toString()), new PrintStream(printed, true), System.err, end));
            try {
                assertTrue(Site.eventually(() -> printed.toString().contains("\n")));
                String address = printed.toString().strip();
                assertTrue(address.matches("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/"), address);
                assertEquals(403, get(address.replaceFirst("/[0-9a-f]{32}/", "/0123456789abcdef0123456789abcdef/"))
                    .status());
                assertEquals(403, get(address.replaceFirst("[0-9a-f]{32}/", "")).status());
                assertTrue(get(address).body().contains("<h2>Topics</h2>"));
                try (Client client = Client.options().keys(site.keys()).mediators(mediator).withoutListening()
                        .connect(); Producer producer = client.producer("<b>clock").publishes("time/*").open()) {
                    producer.publish("time/noon", new byte[1]);
                    assertTrue(shows(address, "{\"name\":\"\\u003cb>clock\",\"publishes\":[\"time/*\"]"),
                        () -> get(address + "data").body());
                    // The rate is that of the last seconds, so it may have fallen before the page is seen.
                    Pattern topic = Pattern.compile("\\{\"topic\":\"time/noon\",\"rate\":[0-9.]+,\"messages\":1}");
                    assertTrue(Site.eventually(() -> topic.matcher(get(address + "data").body()).find()),
                        () -> get(address + "data").body());
                }
            } finally {
                end.countDown();
                command.join();
            }
        }
    }

    private static int freePort() {
        try {
            return Site.freePort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (Site site = new Site(folder, "here"); java.net.ServerSocket taken = new java.net.ServerSocket(0)) {
            Path file = Files.writeString(folder.resolve("conf"), "keys = " + site.keys().toAbsolutePath()
                + "\nclients = 127.0.0.1:" + Site.freePort() + "\nsite = 127.0.0.1:" + Site.freePort()
                + "\nlog = log\n");
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
            assertEquals(1, MediatorCommand.run(List.of("--ui", "" + taken.getLocalPort(), file.toString()), out, out,
                new CountDownLatch(0)));
            assertTrue(printed.toString().contains("--ui 127.0.0.1:" + taken.getLocalPort()), printed.toString());
        }
    }
}
