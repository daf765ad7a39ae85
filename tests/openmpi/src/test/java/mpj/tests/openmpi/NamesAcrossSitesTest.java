package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import mpj.tests.FreePorts;
import mpj.tests.Job;
import mpj.tests.JobsInTurn;
import mpj.tests.MostlyWaits;
import mpj.tests.openmpi.programs.MeetsByName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs at two sites that find each other by names in the registry of Tycho. Each site has a mediator. */
@MostlyWaits
@Timeout(900)
class NamesAcrossSitesTest {
    private static final Duration LIMIT = Duration.ofSeconds(180);
    private static final long POLL_NANOS = 10_000_000L;
    private static final String SERVICE = "a 'service' & more";

    @TempDir
    private Path folder;
    private final List<Process> mediators = new ArrayList<>();
    private int ports;

    @BeforeEach
    void startSites() throws Exception {
        ports = FreePorts.neighbours(6);
        for (String site : List.of("paris", "rome")) {
            assertEquals(0, mediator(site, "--init", site, keys(site).toString()).waitFor());
        }
        for (int i = 0; i < 2; i++) {
            Files.copy(keys(i == 0 ? "paris" : "rome").resolve("ca.pem"), keys(i == 0 ? "rome" : "paris")
                .resolve("trusted/other.pem"), StandardCopyOption.REPLACE_EXISTING);
        }
        start("paris", 0, 3);
        start("rome", 3, 0);
    }

    private Path keys(String site) {
        return folder.resolve(site).resolve("tycho");
    }

    private Process mediator(String site, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java",
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar",
            Path.of(System.getProperty("tests.lib")).resolveSibling("tycho/mpj-tycho.jar").toString()));
        command.addAll(List.of(arguments));
        Files.createDirectories(folder.resolve(site));
        return new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(folder.resolve(site).resolve("output").toFile()).start();
    }

    private void start(String site, int own, int other) throws IOException {
        Path file = Files.writeString(folder.resolve(site).resolve("mediator.conf"), """
            keys = %s
            clients = 127.0.0.1:%d
            site = 127.0.0.1:%d
            bridge = 127.0.0.1:%d
            bridge.mediators = 127.0.0.1:%d
            """.formatted(keys(site), ports + own, ports + own + 1, ports + own + 2, ports + other + 2));
        mediators.add(mediator(site, file.toString()));
        long end = System.nanoTime() + LIMIT.toNanos();
        Path log = folder.resolve(site).resolve("output");
        while (!Files.readString(log).contains("serves clients at")) {
            assertTrue(System.nanoTime() - end < 0 && mediators.getLast().isAlive(), Files.readString(log));
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    @AfterEach
    void endSites() throws InterruptedException {
        for (Process each : mediators) {
            each.destroyForcibly().waitFor();
        }
    }

    private Job job(String site, int ranks, String what) {
        List<String> words = List.of("--api", "openmpi", "-Dmpj.names=tycho:127.0.0.1:" + (ports
            + (site.equals("paris") ? 0 : 3)), "-np", Integer.toString(ranks), "-Dmpj.transport=shm",
            MeetsByName.class.getName(), what, SERVICE);
        return Job.start(List.of("env", "XDG_CONFIG_HOME=" + folder.resolve(site)), Job.testClassPath(), words);
    }

    private static List<String> finalized(Job job, String what, int ranks) {
        Job.Result result = job.await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(ranks, result.out().stream().filter((what + " has finalized")::equals).count(), result::toString);
        return result.out();
    }

    private static void assertContains(String line, String... words) {
        for (String word : words) {
            assertTrue(line.contains(word), () -> "\"" + word + "\" is not in: " + line);
        }
    }

    @Test
    void jobsOfTwoSitesMeetByName() throws Exception {
        Job serving = job("paris", 2, "serve");
        serving.awaitLines(1, "the name is published"::equals, LIMIT);
        List<String> lines = finalized(job("paris", 1, "refused"), "refused", 1);
        assertContains(lines.get(0), "publish: MPI_ERR_SERVICE", "is published already, by mpjrun (process ",
            "of client@paris");
        assertContains(lines.get(1), "unpublish: MPI_ERR_SERVICE");
        assertContains(lines.get(2), "look-up: MPI_ERR_NAME", "nobody has published");
        finalized(job("rome", 3, "await"), "await", 3);
        finalized(serving, "serve", 2);
        lines = finalized(job("paris", 1, "refused"), "refused", 1);
        assertEquals(List.of("publish: done", "unpublish: done"), lines.subList(0, 2));
    }

    @Test
    void jobGoesOnWithoutAMediator() throws Exception {
        JobsInTurn.assumeTurnOf("jobGoesOnWithoutAMediator");
        mediators.getFirst().destroyForcibly().waitFor();
        String line = finalized(job("paris", 1, "unpublished"), "unpublished", 1).getFirst();
        assertContains(line, "publish: MPI_ERR_OTHER", "tycho:127.0.0.1:" + ports, "refused");
    }
}
