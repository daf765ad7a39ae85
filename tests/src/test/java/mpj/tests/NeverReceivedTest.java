package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.programs.NeverReceived;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The report about messages that nobody receives. */
class NeverReceivedTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    static Stream<TestedTransport> transports() {
        return TestedTransport.inTurn(NeverReceivedTest.class).stream();
    }

    private static String message(int tag, int rank, String what, int line) {
        return "the message with tag " + tag + " from rank " + rank + what + ", sent at NeverReceived.java:" + line
            + ")";
    }

    /**
     * Each message is named with the source line that sent it. If two messages have the same tag, it is the line of the
     * second.
     */
    @ParameterizedTest
    @MethodSource("transports")
    void finalizeNamesMessagesThatNobodyHasReceivedIfCallsAreChecked(TestedTransport transport) {
        transport.assumeAvailable();
        Job.Result result = Job.start(Stream.of(List.of("-np", "2", "-Dmpj.check=true"), transport.properties(),
            List.of(NeverReceived.class.getName())).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(List.of("MPI_ERR_OTHER: mpj.check: rank 1 has not received " + String.join("; ",
            message(5, 0, " (3 elements of type INT", 21), message(6, 0, " (1 elements of type DOUBLE", 22),
            message(7, 0, " (100 elements of type BYTE", 24), message(9, 0, " (2 of type OBJECT", 26),
            message(10, 0, " (3145728 elements of type BYTE", 27),
            message(11, 1, " of a communicator that the program has made (2 elements of type INT", 28),
            message(12, 0, " (1 elements of type INT", 30), message(13, 0, " (1 elements of type INT", 31),
            "receive every message before MPI.Finalize, or do not send it"), "rank 0 has finalized"),
            result.out().stream().sorted().toList(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
    }
}
