package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import mpj.tests.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The programs in examples/openmpi check their own results, and report them in one line. They run as a user runs them:
 * from their source, without naming the API.
 */
@Execution(ExecutionMode.CONCURRENT)
class ExamplesTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String FOLDER = System.getProperty("tests.examples") + "/";

    @ParameterizedTest
    @CsvSource({"Ring, 1", "Ring, 4", "Connectivity, 1", "Connectivity, 5", "HeatEquation, 2", "HeatEquation, 6",
        "MonteCarlo, 1", "MonteCarlo, 3", "HashTable, 1", "HashTable, 4"})
    void exampleVerifiesItsResult(String example, int ranks) {
        Job.Result result = Job.start("-np", Integer.toString(ranks), FOLDER + example + ".java").await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(1, result.out().stream().filter(line -> line.startsWith("verified " + example)).count(),
            result::toString);
    }

    /** Some ranks write an array, and NumPy reads it if this machine has NumPy. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void numpyReadsWhatAllRanksHaveWritten(int ranks, @TempDir Path folder) throws Exception {
        Path array = folder.resolve("mandelbrot.npy");
        Path picture = folder.resolve("mandelbrot.png");
        Job.Result result = Job.start("-np", Integer.toString(ranks), FOLDER + "Mandelbrot.java", array.toString(),
            picture.toString()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(1, result.out().stream().filter(line -> line.startsWith("verified Mandelbrot")).count(),
            result::toString);
        assertEquals(128 + 480 * 720 * Integer.BYTES, Files.size(array));
        assertTrue(Files.size(picture) > 0);

        assumeTrue(python("import numpy").equals(""), "python3-numpy is not there");
        assertEquals("(480, 720) int32 1 1000 1000\n", python("import numpy; a = numpy.load('" + array + "'); "
            + "print(a.shape, a.dtype, a.min(), a.max(), a[240, 495])"));
    }

    /** The output of a script, including its errors. */
    private static String python(String script) throws Exception {
        try {
            Process process = new ProcessBuilder("/usr/bin/python3", "-c", script).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return text;
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Two of the ranks end in the middle of the program, with exit code 1. */
    @Test
    void fourOfSixRanksSurvive() {
        Job.Result result = Job.start("-np", "6", FOLDER + "Survive.java").await(LIMIT);
        assertEquals(1, result.exitCode(), result::toString);
        assertTrue(result.out().stream().anyMatch(line -> line.startsWith("verified Survive: pi = 3.14159")
            && line.endsWith(", 4 of 6 ranks are left")), result::toString);
    }

    /** Two of the ranks end in the middle of the program, and are replaced. */
    @Test
    void solverReplacesRanksAndFindsTheRightAnswer() {
        Job.Result result = Job.start("-np", "6", "--respawn", "2", FOLDER + "Solver.java").await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(1, result.out().stream().filter("goes on after step 500"::equals).count(), result::toString);
        assertEquals(1, result.out().stream().filter("goes on after step 1000"::equals).count(), result::toString);
        assertTrue(result.out().contains("verified Solver: 600 points, 6 ranks"), result::toString);
    }

    @Test
    void clientMeetsServer(@TempDir Path folder) throws InterruptedException {
        String port = folder.resolve("port.txt").toString();
        Job server = Job.start("-np", "2", "--wdir", folder.toString(), FOLDER + "Server.java", port);
        server.awaitLines(1, "waiting for a client"::equals, LIMIT);
        Job.Result client = Job.start("-np", "3", FOLDER + "Client.java", port).await(LIMIT);
        Job.Result result = server.await(LIMIT);
        assertEquals(0, client.exitCode(), client::toString);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(3, client.out().stream().filter(line -> line.endsWith("the sum over 5 ranks is 15")).count(),
            client::toString);
    }

    @Test
    void helloComesFromEachRank() {
        Job.Result result = Job.start("-np", "3", "-Dmpj.transport=threads", FOLDER + "Hello.java").await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        for (int rank = 0; rank < 3; rank++) {
            String hello = "Hello from rank " + rank + " of 3 on ";
            assertTrue(result.out().stream().anyMatch(line -> line.startsWith(hello)), result::toString);
        }
    }
}
