package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import mpi.MPI;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.LittleMemory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank that has too little memory for its part of a collective access. */
@Execution(ExecutionMode.CONCURRENT)
class LittleMemoryTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int RANKS = 3;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void everyRankHearsOfARankThatLacksMemoryAndGoesOn(String transport) {
        Job.Result result = Job.start("--api", "openmpi", "-np", Integer.toString(RANKS),
            "-J-XX:MaxDirectMemorySize=32m", "-Dmpj.transport=" + transport, LittleMemory.class.getName(),
            folder.resolve("file").toString()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        for (int rank = 0; rank < RANKS; rank++) {
            for (String call : List.of("writeAtAll", "readAtAll", "iWriteAtAll")) {
                String start = "rank " + rank + ": " + call + ": class " + MPI.ERR_NO_MEM + ": ";
                String words = rank == 0 ? "MaxDirectMemorySize" : "rank 0";
                assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start) && line.contains(words)),
                    () -> start + words + "\n" + result);
            }
            assertTrue(result.out().contains("rank " + rank + " reads [" + rank + ", " + rank + ", " + rank + "]"),
                result::toString);
        }
        assertEquals(0, result.exitCode(), result::toString);
    }
}
