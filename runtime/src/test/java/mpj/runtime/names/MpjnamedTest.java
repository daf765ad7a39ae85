package mpj.runtime.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mpj.runtime.keys.KnownDaemons;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The command mpjnamed, as a process. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(500)
class MpjnamedTest {
    private static final long LIMIT_SECONDS = 60;

    @TempDir
    private Path folder;

    /** Starts the command as a module, like this process: only a module has its version without a jar. */
    private Process start(String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-XX:+UseSerialGC", "-Xmx64m", "-p", System.getProperty("jdk.module.path"), "-m",
            Mpjnamed.class.getModule().getName() + "/" + Mpjnamed.class.getName()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true)
            .redirectInput(new File("/dev/null"));
        builder.environment().put("XDG_CONFIG_HOME", folder.toString());
        return builder.start();
    }

    private static String end(Process process, int exitCode) throws IOException, InterruptedException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "the process does not end");
        assertEquals(exitCode, process.exitValue(), text);
        return text;
    }

    @Test
    void processKeepsNamesUntilItIsToldToEnd() throws Exception {
        Process server = start("--listen", "127.0.0.1:0");
        try (BufferedReader lines = server.inputReader()) {
            String line = String.valueOf(lines.readLine());
            String address = line.substring(line.lastIndexOf('=') + 1);
            assertEquals("mpjnamed listens on " + address + "; start jobs with -Dmpj.names=" + address, line);
            try (NameClient client = NameClient.of(address, "a test", new KnownDaemons(folder.resolve("mpj")))) {
                assertEquals(new Message.Done(), client.ask(new Message.Publish("a", "port")));
                assertEquals("a: a test\n", end(start("--list", address), 0));
                String refusal = end(start("--listen", address), 1);
                assertTrue(refusal.contains("cannot listen on " + address + ": "), refusal);
                assertTrue(refusal.contains("name a free address"), refusal);
            }
            server.destroy();
            assertTrue(server.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "mpjnamed ignores SIGTERM");
            assertEquals(0, server.exitValue());
            assertTrue(end(start("--list", address), 1).contains("mpjnamed --listen " + address), "no remedy");
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void wrongUseIsExplained() throws Exception {
        assertTrue(end(start("--listen"), 2).contains("--listen HOST:PORT"));
        assertEquals("mpjnamed: --listen 127.0.0.1: expected a host and a port; write --listen HOST:PORT, such as"
            + " --listen 127.0.0.1:6750\n", end(start("--listen", "127.0.0.1"), 2));
        assertTrue(end(start("--lisen", "127.0.0.1:0"), 2).contains("\"--lisen\" is not an option"));
        assertTrue(end(start("--list", "127.0.0.1:0", "too"), 2).contains("\"too\" is one argument too many"));
        assertTrue(end(start("--help"), 0).startsWith("Usage: mpjnamed [--listen HOST:PORT]"));
    }

    @Test
    void manualHasEveryFormOfTheHelp() {
        String page = Mpjnamed.MANUAL.text("1.0");
        assertTrue(page.startsWith(".TH MPJNAMED 1"), page);
        for (String form : List.of("[\\-\\-listen HOST:PORT]", "\\-\\-list [HOST:PORT]", "\\-\\-help")) {
            assertTrue(page.contains(".TP\n\\fBmpjnamed " + form + "\\fR\n"), page);
        }
    }
}
