package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.programs.Computes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A rank that computes. Its progress thread, and nothing else, gives other ranks what they need from it. */
class ComputingRankTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int ROUNDS = 20;

    @TempDir
    private Path folder;

    static Stream<TestedTransport> transports() {
        return TestedTransport.inTurn(ComputingRankTest.class).stream();
    }

    private Job.Result run(List<String> properties, String progress, int rounds, int seconds) {
        return Job.start(Stream.of(List.of("-np", "3"), properties, List.of("-Dmpj.progress=" + progress,
            Computes.class.getName(), folder.toString(), Integer.toString(rounds), Integer.toString(seconds)))
            .flatMap(List::stream).toList()).await(LIMIT);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void progressThreadServesIt(TestedTransport transport) {
        transport.assumeAvailable();
        Job.Result result = run(transport.properties(), "thread", ROUNDS, 60);
        assertEquals(List.of("rank 0 is well", "rank 1 is well", "rank 2 is well"),
            result.out().stream().sorted().toList(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
    }

    @Test
    void withoutTheThreadNobodyServesIt() {
        Job.Result result = run(List.of("-Dmpj.transport=shm"), "none", 1, 1);
        assertTrue(result.err().stream().anyMatch(line -> line.contains("nobody has made progress for rank 0")),
            result::toString);
        assertEquals(1, result.exitCode(), result::toString);
    }
}
