package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import mpj.tests.programs.FatalError;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What MPI.ERRORS_ARE_FATAL does to a job. */
class ErrorHandlerTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @ParameterizedTest
    @CsvSource({
        "rank, 6, MPI_ERR_RANK: dest is 99",
        "buffer, 1, MPI_ERR_BUFFER: buf is null",
        "truncate, 15, MPI_ERR_TRUNCATE: ",
        "attribute, 13, MPI_ERR_ARG: keyval is -1"})
    void fatalErrorEndsTheJobWithItsClassAndMessage(String mistake, int exitCode, String message) {
        Job.Result result = Job.start("-np", "3", FatalError.class.getName(), mistake).await(LIMIT);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertEquals(List.of("thrown"), result.out(), result::toString);
        assertTrue(result.reports().stream().anyMatch(line -> line.contains(message)), result::toString);
    }
}
