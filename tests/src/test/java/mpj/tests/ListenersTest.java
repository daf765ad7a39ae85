package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.tests.programs.Listeners;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Finalize while other threads are in MPI calls. */
class ListenersTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final List<String> KINDS = List.of("daemon", "user", "virtual");
    private static final List<String> CALLS = List.of("Recv", "Recv of one", "Probe", "Wait", "Waitany", "Test",
        "Iprobe", "Ssend", "long Send");
    private static final List<String> OF_RANK_0 = List.of("Barrier", "Reduce", "Ibarrier");

    /** Each transport with one kind of threads. The kinds take turns. */
    static Stream<Arguments> transports() {
        List<TestedTransport> all = TestedTransport.inTurn(ListenersTest.class);
        return IntStream.range(0, all.size()).mapToObj(i -> Arguments.of(all.get(i), KINDS.get(i % KINDS.size())));
    }

    @ParameterizedTest
    @MethodSource("transports")
    void finalizeEndsTheCallsOfOtherThreads(TestedTransport transport, String kind) {
        transport.assumeAvailable();
        Job.Result result = Job.start(Stream.of(List.of("-np", "2"), transport.properties(),
            List.of(Listeners.class.getName(), kind)).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        List<String> wanted = IntStream.range(0, 2).boxed().flatMap(rank ->
            Stream.concat(Stream.concat(CALLS.stream(), rank == 0 ? OF_RANK_0.stream() : Stream.of())
                .map(call -> call + ": MPI.Finalize"), Stream.of("Finalize returned", "all ended"))
                .map(line -> "rank " + rank + ": " + line)).sorted().toList();
        assertEquals(wanted, result.out().stream().sorted().toList(), result::toString);
        assertEquals(List.of(), result.reports(), result::toString);
    }
}
