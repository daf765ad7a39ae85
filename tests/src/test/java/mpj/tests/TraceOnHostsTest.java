package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import mpj.tests.programs.Faulty;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A traced job on hosts that share nothing but the network. */
@MostlyWaits
@Timeout(600)
class TraceOnHostsTest {
    private static final Duration LIMIT = Duration.ofSeconds(200);

    @Test
    void recordingsOfThreeHostsComeHomeAndTheirClocksAreCompared() throws Exception {
        JobsInTurn.assumeTurnOf("recordingsOfThreeHosts");
        // The hosts, and therefore the laptop, have their own folders for temporary files.
        Path folder = Files.createTempDirectory(Path.of(System.getProperty("tests.folder")), "trace-on-hosts");
        try (Hosts hosts = hosts()) {
            Job job = hosts.mpjrun("--trace", folder.toString(), "--host", "a,b,c", "--ssh-fanout", "1",
                Faulty.class.getName(), "imbalance");
            job.input().close();
            Job.Result result = job.await(LIMIT);
            assertEquals(0, result.exitCode(), result::toString);
            TracedJob traced = TracedJob.read(result, folder);
            assertEquals(Set.of(0, 1, 2), traced.ranks(), result::toString);
            assertEquals("imbalance", traced.finding("imbalance", 2).get("kind").asText());
            assertEquals(3, traced.summary().get("clocks").size());
            for (JsonNode clock : traced.summary().get("clocks")) {
                assertEquals(2, clock.get("samples").asInt(), clock::toString);
                assertTrue(clock.get("error").asLong() > 0, clock::toString);
            }
            for (int rank = 0; rank < 3; rank++) {
                checkOffsets(folder.resolve("rank-" + rank + ".jfr"));
            }
            for (String host : List.of("a", "b", "c")) {
                assertEquals("", hosts.run(host, "ls -d /tmp/mpj-trace* 2>/dev/null; true").strip());
            }
        }
    }

    /** These hosts have the same clock, but nobody tells them so. */
    private static void checkOffsets(Path recording) throws IOException {
        List<RecordedEvent> samples = RecordingFile.readAllEvents(recording).stream()
            .filter(event -> event.getEventType().getName().equals("mpj.ClockSample")).toList();
        assertEquals(2, samples.size(), recording::toString);
        for (RecordedEvent sample : samples) {
            assertTrue(sample.getLong("offsetError") > 0, sample::toString);
            assertTrue(Math.abs(sample.getLong("offset")) <= sample.getLong("offsetError"), sample::toString);
        }
    }

    private static Hosts hosts() throws InterruptedException {
        try {
            return Hosts.start();
        } catch (IOException e) {
            List<String> required = Arrays.asList(System.getProperty("tests.require", "").split("[,\\s]+"));
            assertTrue(!required.contains("hosts"), "tests.require names hosts, but: " + e.getMessage());
            return Assumptions.abort("no hosts with sshd can be had here: " + e.getMessage());
        }
    }
}
