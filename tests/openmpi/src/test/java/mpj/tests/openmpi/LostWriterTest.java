package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.LostWriter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files when a rank is lost. */
@Execution(ExecutionMode.CONCURRENT)
class LostWriterTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"shm", "nio"})
    void collectiveCallsWithoutARankAreErrorsThatNameItAndEachMayGoOnAlone(String transport) {
        Job.Result result = Job.start("--api", "openmpi", "-np", "3", "-Dmpj.transport=" + transport,
            LostWriter.class.getName(), folder.resolve("file").toString()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        for (int rank = 0; rank < 2; rank++) {
            for (String call : List.of("writeAtAll", "readAtAll", "writeOrdered", "iWriteAtAll", "readAllBegin")) {
                String start = "rank " + rank + ": " + call + ": ";
                assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start)
                    && line.contains("rank 2")), () -> start + "\n" + result);
            }
            assertTrue(result.out().contains("rank " + rank + " reads " + (rank + 1)), result::toString);
        }
    }
}
