package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.programs.Rounds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that calls Init again after Finalize. */
class RoundsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int RANKS = 3;

    static Stream<TestedTransport> transports() {
        return TestedTransport.all().stream().filter(transport -> List.of("shm", "nio", "threads")
            .contains(transport.name()));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void roundsOfInitAndFinalizeDoTheSameAndLeaveNothing(TestedTransport transport) {
        transport.assumeAvailable();
        Job.Result result = Job.start(Stream.of(List.of("-np", Integer.toString(RANKS)), transport.properties(),
            List.of(Rounds.class.getName())).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(Collections.nCopies(RANKS, "all rounds"), result.out(), result::toString);
        assertEquals(List.of(), result.reports(), result::toString);
    }
}
