package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.Job;
import mpj.tests.TestedTransport;
import mpj.tests.openmpi.programs.Sessions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that begins with sessions and calls Init only after them. */
@Execution(ExecutionMode.CONCURRENT)
class SessionsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    static List<TestedTransport> transports() {
        return TestedTransport.ofEachKind("sessions");
    }

    private static Job.Result run(TestedTransport transport, int ranks, String... arguments) {
        transport.assumeAvailable();
        Job.Result result = Job.start(Stream.of(
            List.of("--api", "openmpi", "-np", Integer.toString(ranks)), transport.properties(),
            List.of(Sessions.class.getName()), List.of(arguments)).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        return result;
    }

    @ParameterizedTest
    @MethodSource("transports")
    void sessionsNeedNoInit(TestedTransport transport) {
        Job.Result result = run(transport, 3);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(3, result.out().stream().filter("every session has ended"::equals).count(), result::toString);
    }

    /** Threads of one process cannot be lost one by one. */
    @ParameterizedTest
    @MethodSource("transports")
    void sessionGoesOnWithoutALostRank(TestedTransport transport) {
        assumeTrue(!transport.name().equals("threads"));
        assertGoesOn(run(transport, 4, "loss"));
    }

    @Test
    void rankThatIsLostEndsTheCreationOfAnIntercommunicator() {
        assertGoesOn(run(new TestedTransport("shm", null), 4, "loss-between"));
    }

    /** There are four ranks. One of them waits only for a rank that is alive but has given up. */
    private static void assertGoesOn(Job.Result result) {
        assertEquals(9, result.exitCode(), result::toString);
        assertEquals(3, result.out().stream().filter("a session has ended without rank 3"::equals).count(),
            result::toString);
    }

    /** The end of the last session also ends MPI. The next session waits until MPI has ended, and starts it again. */
    @ParameterizedTest
    @MethodSource("transports")
    void sessionBeginsWhileAnotherThreadEndsTheLast(TestedTransport transport) {
        assertEquals(0, run(transport, 1, "relay").exitCode());
    }
}
