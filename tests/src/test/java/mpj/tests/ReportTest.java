package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The transports of the whole library, as {@code mpjrun --report} shows them. */
class ReportTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @Test
    void eachTransportIsListedWithTheReasonIfItCannotBeOpened() {
        Job.Result result = Job.start("--report", "-Dmpj.libfabric.library=/nosuch.so",
            "-Dmpj.mpi.library=/nosuch.so").await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        for (String line : new String[] {"transport threads: can be opened", "transport shm: can be opened",
            "transport nio: can be opened"}) {
            assertTrue(result.out().contains(line), result::toString);
        }
        assertTrue(result.out().stream().anyMatch(line -> line.startsWith("transport verbs: ")), result::toString);
        for (String name : new String[] {"libfabric", "mpi"}) {
            String begin = "transport " + name + ": cannot be opened: transport " + name
                + " is unavailable: /nosuch.so";
            assertTrue(result.out().stream().anyMatch(line -> line.startsWith(begin)), result::toString);
        }
    }

    @Test
    void reportOutsideLinuxHasTheAvailableFacts() {
        Job.Result result = Job.start("--report", "-Dmpj.portable=true").await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.out().contains("settings: mpj.portable=true"), result::toString);
        assertTrue(result.out().contains("transport nio: can be opened"), result::toString);
        assertTrue(result.out().stream().anyMatch(line -> line.startsWith("transport mpi: cannot be opened: transport"
            + " mpi runs on Linux")), result::toString);
    }
}
