package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import mpj.tests.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The programs in examples/openmpi check their own results, and say so in one line. They are run as a user runs them:
 * from their source, and without a word about the API.
 */
class ExamplesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String FOLDER = System.getProperty("tests.examples") + "/";

    @ParameterizedTest
    @CsvSource({"Ring, 1", "Ring, 4", "Connectivity, 1", "Connectivity, 5", "HeatEquation, 2", "HeatEquation, 6",
        "MonteCarlo, 1", "MonteCarlo, 3"})
    void exampleVerifiesItsResult(String example, int ranks) {
        Job.Result result = Job.start("-np", Integer.toString(ranks), FOLDER + example + ".java").await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(1, result.out().stream().filter(line -> line.startsWith("verified " + example)).count(),
            result::toString);
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
