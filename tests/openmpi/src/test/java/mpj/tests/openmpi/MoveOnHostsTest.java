package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mpj.tests.Hosts;
import mpj.tests.Job;
import mpj.tests.JobsInTurn;
import mpj.tests.MostlyWaits;
import mpj.tests.openmpi.programs.Moved;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that are moved between hosts which are reached by ssh, and this one. */
@MostlyWaits
class MoveOnHostsTest {
    private static final Duration LIMIT = Duration.ofSeconds(240);
    private static Hosts hosts;

    @TempDir
    private Path folder;

    @BeforeAll
    static void startHosts() throws InterruptedException {
        hosts = Hosts.startOrSkip();
    }

    @AfterAll
    static void stopHosts() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }

    private Job start(int ranks, String names) throws InterruptedException {
        Job job = hosts.mpjrun(Moved.class, List.of("--api", "openmpi", "--host", names, "-np", Integer.toString(ranks),
            "--respawn", "1", Moved.class.getName(), "memory", folder.resolve("end").toString()));
        job.awaitLines(1, "the first step is done"::equals, LIMIT);
        return job;
    }

    /** Moves ranks of the only job. */
    private static void move(Job job, String... moves) {
        List<String> words = new ArrayList<>();
        for (String each : moves) {
            words.addAll(List.of("--move", each));
        }
        Job.Result result = hosts.mpjrun(Moved.class, words).await(LIMIT);
        if (result.exitCode() != 0) {
            throw new AssertionError(result + "\n" + job.await(Duration.ZERO));
        }
    }

    /** Ends the job, and checks where the ranks were. Rank 0 must be on the laptop, because it looks for the file. */
    private void end(Job job, String... places) throws IOException {
        Files.createFile(folder.resolve("end"));
        Job.Result result = job.await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        for (int rank = 0; rank < places.length; rank++) {
            String end = "rank " + rank + " ends in process ";
            String place = " on " + places[rank];
            assertTrue(result.out().stream().anyMatch(line -> line.startsWith(end) && line.endsWith(place)),
                () -> end + "..." + place + "\n" + result);
        }
    }

    @Test
    void ranksMoveBetweenHosts() throws Exception {
        Job job = start(3, "a:2,localhost:1,b:2");
        move(job, "1=b", "2=b", "0=localhost");
        end(job, "laptop", "b", "b");
    }

    /** At first, the ranks need no network. */
    @Test
    void rankLeavesTheOnlyHostOfAJob() throws Exception {
        JobsInTurn.assumeTurnOf("rankLeavesTheOnlyHostOfAJob");
        Job job = start(2, "localhost:2,a:1");
        move(job, "1=a");
        end(job, "laptop", "a");
    }
}
