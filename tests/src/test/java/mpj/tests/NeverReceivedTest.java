package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.programs.NeverReceived;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of messages that nobody receives. */
class NeverReceivedTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    static Stream<TestedTransport> transports() {
        return TestedTransport.all().stream();
    }

    @ParameterizedTest
    @MethodSource("transports")
    void finalizeNamesMessagesThatNobodyHasReceivedIfCallsAreChecked(TestedTransport transport) {
        transport.assumeAvailable();
        Job.Result result = Job.start(Stream.of(List.of("-np", "2", "-Dmpj.check=true"), transport.properties(),
            List.of(NeverReceived.class.getName())).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(List.of("MPI_ERR_OTHER: mpj.check: rank 1 has not received the message with tag 5 from rank 0"
            + " (3 elements of type INT); the message with tag 6 from rank 0 (1 elements of type DOUBLE); the message"
            + " with tag 7 from rank 0 (100 elements of type BYTE); the message with tag 9 from rank 0 (2 of type"
            + " OBJECT); the message with tag 10 from rank 0 (3145728 elements of type BYTE); the message with tag 11"
            + " from rank 1 of a communicator that the program has made (2 elements of type INT); receive every message"
            + " before MPI.Finalize, or do not send it", "rank 0 has finalized"),
            result.out().stream().sorted().toList(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
    }
}
