package mpj.tests.openmpi;

import static mpj.tests.openmpi.programs.FileOfTwoJobs.BLOCK;
import static mpj.tests.openmpi.programs.FileOfTwoJobs.BLOCKS;
import static mpj.tests.openmpi.programs.FileOfTwoJobs.COMMON;
import static mpj.tests.openmpi.programs.FileOfTwoJobs.WRITERS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.FileOfTwoJobs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two jobs with one file. Nothing but the locks of the file connects them. */
@Execution(ExecutionMode.CONCURRENT)
class FileOfTwoJobsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void jobsLockWhatTheyWrite(String transport) throws IOException, InterruptedException {
        Path file = folder.resolve("file");
        List<Job> jobs = IntStream.range(0, 2).mapToObj(job -> Job.start(List.of(), Job.testClassPath(),
            List.of("--api", "openmpi", "-np", "2", "-Dmpj.transport=" + transport, FileOfTwoJobs.class.getName(),
                file.toString(), Integer.toString(job)))).toList();
        for (Job job : jobs) {
            job.awaitLines(2, "ready"::equals, LIMIT);
        }
        for (Job job : jobs) {
            job.input().write("go\n".getBytes(StandardCharsets.US_ASCII));
            job.input().close();
        }
        for (Job job : jobs) {
            Job.Result result = job.await(LIMIT);
            assertEquals(0, result.exitCode(), result::toString);
            assertEquals(2, result.out().stream().filter("written"::equals).count(), result::toString);
        }
        IntBuffer found = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.nativeOrder()).asIntBuffer();
        int[] values = new int[WRITERS * BLOCKS * BLOCK];
        found.get(COMMON, values);
        assertArrayEquals(IntStream.range(0, values.length).map(i -> FileOfTwoJobs.value(i / BLOCK % WRITERS,
            i / BLOCK / WRITERS * BLOCK + i % BLOCK)).toArray(), values);
    }
}
