package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.Moved;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks of running jobs that are moved to another slot. */
@Execution(ExecutionMode.CONCURRENT)
class MoveTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir
    private Path folder;
    private Job job;

    private void start(String where, String... options) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("--api", "openmpi", "-np", "3"));
        words.addAll(List.of(options));
        words.addAll(List.of(Moved.class.getName(), where, folder.resolve("end").toString()));
        job = Job.start(words);
        job.awaitLines(1, "the first step is done"::equals, LIMIT);
    }

    private Job.Result end() throws IOException {
        Files.createFile(folder.resolve("end"));
        return job.await(LIMIT);
    }

    @AfterEach
    void endJob() {
        if (job != null) {
            job.launcher().destroy();
            job.await(LIMIT);
        }
    }

    private Job.Result move(String... moves) {
        List<String> words = new ArrayList<>();
        for (String each : moves) {
            words.addAll(List.of("--move", each));
        }
        words.add(Long.toString(job.launcher().pid()));
        Job.Result result = Job.start(words).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    private void assertRefused(String reason, String move) {
        Job.Result result = move(move);
        assertEquals(1, result.exitCode(), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.startsWith("mpjrun: --move " + move + ": ")
            && line.contains(reason)), () -> reason + "\n" + result);
    }

    /** The line of a rank, as {@link Moved} prints it. */
    private static String line(Job.Result result, int rank, String what) {
        List<String> found = result.out().stream().filter(line -> line.startsWith("rank " + rank + " " + what + " in "))
            .toList();
        assertTrue(!found.isEmpty(), () -> "rank " + rank + " " + what + "\n" + result);
        return found.getFirst().replaceFirst(".* in ", "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "files"})
    void rankGoesOnInAnotherProcess(String where) throws Exception {
        start(where.equals("memory") ? where : folder.resolve(where).toString(), "--host", "localhost:4", "--respawn",
            "1");
        // The second is the rank that asks and speaks for the others. The third has moved before.
        Job.Result moved = move("1=127.0.0.1", "0=localhost", "1=localhost");
        assertEquals(0, moved.exitCode(), moved::toString);
        assertEquals(List.of("rank 1 runs on host 127.0.0.1", "rank 0 runs on host localhost",
            "rank 1 runs on host localhost"), moved.out().stream().filter(line -> line.contains(" runs ")).toList(),
            moved::toString);
        assertEquals(3, moved.out().stream()
            .filter(line -> line.matches("rank . has left host localhost with version [0-9]+ of the checkpoint"))
            .count(), moved::toString);
        Job.Result result = end();
        assertEquals(0, result.exitCode(), result::toString);
        for (int rank = 0; rank < 3; rank++) {
            String begin = line(result, rank, "begins");
            String end = line(result, rank, "ends");
            if (rank < 2) {
                assertNotEquals(begin, end, result::toString);
            } else {
                assertEquals(begin, end, result::toString);
            }
        }
        assertTrue(result.err().stream().anyMatch(line -> line.endsWith("rank 1 has left to move to host 127.0.0.1; the"
            + " others go on without it")), result::toString);
    }

    @Test
    void moveThatIsNotPossibleIsRefusedAndTheJobGoesOn() throws Exception {
        start("memory", "--host", "localhost:3", "--respawn", "1");
        assertRefused("the job has no rank 3; name one from 0 to 2", "3=localhost");
        assertRefused("nowhere is none of the job's hosts, which are localhost", "1=nowhere");
        assertRefused("no slot of this host is free", "1=localhost");
        Job.Result malformed = move("1");
        assertEquals(2, malformed.exitCode(), malformed::toString);
        assertTrue(malformed.err().contains("mpjrun: --move 1: expected RANK=HOST, as in --move 2=b"),
            malformed::toString);
        Job.Result other = Job.start("--move", "1=localhost", "1").await(LIMIT);
        assertEquals(2, other.exitCode(), other::toString);
        assertTrue(other.err().stream().anyMatch(line -> line.startsWith("mpjrun: no job 1 of yours is running")),
            other::toString);
        Job.Result result = end();
        assertEquals(0, result.exitCode(), result::toString);
    }

    @Test
    void jobWithoutRespawnSaysHowRanksAreMoved() throws Exception {
        start("memory", "-Dmpj.transport=shm");
        assertRefused("start it with mpjrun --respawn 1", "1=localhost");
        Job.Result result = end();
        assertEquals(0, result.exitCode(), result::toString);
    }

    @Test
    void programWithoutCheckpointsSaysHowRanksAreMoved() throws Exception {
        start("never", "--respawn", "1");
        assertRefused("let the program use Recovery and Checkpoint", "1=localhost");
        Job.Result result = end();
        assertEquals(0, result.exitCode(), result::toString);
    }
}
