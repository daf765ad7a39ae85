package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mpi.MPI;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.FullDisk;
import mpj.tests.openmpi.programs.LaterRun;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that is full in the middle of a write. The disk is in memory, and only the job sees it. */
@Execution(ExecutionMode.CONCURRENT)
class FullDiskTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int RANKS = 3;
    private static final int MEBIBYTES = 3;

    @TempDir
    private Path folder;

    @BeforeAll
    static void requireMounts() throws IOException {
        String[] words = {"unshare", "--mount", "--propagation", "private", "mount", "-t", "tmpfs", "tmpfs", "/mnt"};
        String obstacle = null;
        try {
            Job.Result result = Job.of(new ProcessBuilder(words)).await(LIMIT);
            obstacle = result.exitCode() == 0 ? null : result.toString();
        } catch (IOException e) {
            obstacle = e.getMessage();
        }
        String reason = "a disk of its own needs root and util-linux: " + obstacle;
        boolean required = List.of(System.getProperty("tests.require", "").split("[,\\s]+")).contains("hosts");
        assertTrue(!required || obstacle == null, reason);
        Assumptions.assumeTrue(obstacle == null, reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "nio", "threads"})
    void everyRankHearsOfADiskThatIsFullAndGoesOn(String transport) {
        Job.Result result = run(transport, FullDisk.class.getName(), folder.resolve("file").toString(),
            Integer.toString(2 * MEBIBYTES));
        for (int rank = 0; rank < RANKS; rank++) {
            for (String together : List.of("enable", "disable")) {
                for (String call : List.of("writeAtAll", "iWriteAtAll", "writeAtAllBegin", "writeAt", "preallocate")) {
                    String start = "rank " + rank + ": " + together + ": " + call + ": class " + MPI.ERR_NO_SPACE;
                    assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start)),
                        () -> start + "\n" + result);
                }
                assertTrue(result.out().contains("rank " + rank + ": " + together + ": goes on"), result::toString);
            }
        }
        assertTrue(result.out().stream().anyMatch(line -> line.contains(folder.resolve("file").toString())
            && line.contains("at offset") && line.contains("No space left")), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
    }

    private Job.Result run(String transport, String... program) {
        List<String> through = List.of("unshare", "--mount", "--propagation", "private", "sh", "-c",
            "mount -t tmpfs -o size=" + MEBIBYTES + "m tmpfs \"$0\" && exec \"$@\"", folder.toString());
        Job.Result result = Job.start(through, Job.testClassPath(), Stream.concat(Stream.of("--api", "openmpi", "-np",
            Integer.toString(RANKS), "-Dmpj.transport=" + transport), Stream.of(program)).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    @Test
    void everyRankHearsOfACheckpointThatHasNoRoom() {
        Job.Result result = run("shm", LaterRun.class.getName(), folder.resolve("versions").toString(), "large",
            Integer.toString(MEBIBYTES << 19));
        for (int rank = 0; rank < RANKS; rank++) {
            String start = "rank " + rank + ": refused: ";
            assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start)
                && line.contains("-of-3.checkpoint cannot be written: No space left on device; no version is valid so"
                + " far; free space there, ")), result::toString);
        }
        assertEquals(0, result.exitCode(), result::toString);
    }
}
