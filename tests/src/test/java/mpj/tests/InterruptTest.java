package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.tests.programs.Interrupted;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that are interrupted. Calls of MPI go on, and the rank and its transports work as before. */
class InterruptTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int RANDOM_ROUNDS = 10;

    static Stream<TestedTransport> transports() {
        return TestedTransport.inTurn(InterruptTest.class).stream();
    }

    static Stream<TestedTransport> allTransports() {
        return TestedTransport.all().stream();
    }

    private static void assertAllSucceeded(TestedTransport transport, int ranks, String when) {
        transport.assumeAvailable();
        List<String> command = new ArrayList<>(List.of("-np", Integer.toString(ranks)));
        command.addAll(transport.properties());
        command.addAll(List.of(Interrupted.class.getName(), when));
        Job.Result result = Job.start(command).await(LIMIT);
        List<String> expected = IntStream.range(0, ranks).mapToObj(rank -> "rank " + rank + " is well").toList();
        assertEquals(expected, result.out().stream().sorted().toList(), () -> when + ": " + result);
        assertEquals(0, result.exitCode(), () -> when + ": " + result);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void callsOfAThreadThatIsInterruptedDoAllThatTheyDoOtherwise(TestedTransport transport) {
        assertAllSucceeded(transport, 2, "always");
    }

    @ParameterizedTest
    @MethodSource("allTransports")
    void interruptsAtRandomMomentsDisturbNoCall(TestedTransport transport) {
        JobsInTurn.assumeTurnOf("interrupts over " + transport.name());
        for (int round = 0; round < RANDOM_ROUNDS; round++) {
            assertAllSucceeded(transport, 3, Long.toString(System.nanoTime()));
        }
    }
}
