package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import mpj.tests.programs.FatalError;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The effect of MPI.ERRORS_ARE_FATAL on a job. */
class ErrorHandlerTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @ParameterizedTest
    @CsvSource({
        "rank, 6, MPI_ERR_RANK: dest is 99",
        "buffer, 1, MPI_ERR_BUFFER: buf is null",
        "truncate, 15, MPI_ERR_TRUNCATE: ",
        "attribute, 13, MPI_ERR_ARG: keyval is -1",
        "pack, 1, MPI_ERR_BUFFER: 4 bytes at position 0 do not lie in outbuf",
        "object, 3, 'MPI_ERR_TYPE: an object to be sent is, or holds, one of class java.lang.Object'",
        "received object, 3, MPI_ERR_TYPE: an object received is of class java.lang.String",
        "collective, 1, MPI_ERR_BUFFER: offset 0 and count 2 do not lie in buf",
        "operation, 10, 'MPI_ERR_OP: op is MPI.MAXLOC, which is not defined'",
        "request, 7, MPI_ERR_REQUEST: the request is under way"})
    void fatalErrorEndsTheJobWithItsClassAndMessage(String mistake, int exitCode, String message) {
        Job.Result result = Job.start("-np", "3", FatalError.class.getName(), mistake).await(LIMIT);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertEquals(List.of("thrown"), result.out(), result::toString);
        assertTrue(result.reports().stream().anyMatch(line -> line.contains(message)), result::toString);
    }
}
