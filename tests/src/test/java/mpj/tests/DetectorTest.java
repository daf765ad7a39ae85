package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mpj.tests.programs.SilentRank;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks that find out by themselves that another rank is dead, because no launcher reports this. */
class DetectorTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int RANKS = 4;
    /** Longer than an overloaded host keeps a process from running. */
    private static final int TIMEOUT_SECONDS = 5;

    /** Over {@code libfabric:shm}, a rank may wait for the victim for ever. Threads cannot be stopped one by one. */
    private static final Set<String> WITHOUT = Set.of("libfabric:shm", "threads");

    /** The detector has messages of its own, which no transport carries. */
    static Stream<TestedTransport> transports() {
        return TestedTransport.ofEachKind("the detector").stream()
            .filter(transport -> !WITHOUT.contains(transport.name()));
    }

    /** To mpjrun, a stopped process is alive. To the other ranks it is dead, and it learns this when it goes on. */
    @ParameterizedTest
    @MethodSource("transports")
    void rankThatIsStoppedIsDeadToTheOthersAndLearnsThisWhenItGoesOn(TestedTransport transport)
        throws IOException, InterruptedException {
        transport.assumeAvailable();
        Job job = Job.start(Stream.of(List.of("-np", Integer.toString(RANKS), "-Dmpj.detector=on",
            "-Dmpj.detector.timeout=" + TIMEOUT_SECONDS), transport.properties(),
            List.of(SilentRank.class.getName(), Integer.toString(TIMEOUT_SECONDS + 2)))
            .flatMap(List::stream).toList());
        String line = job.awaitLines(1, text -> text.startsWith("victim "), LIMIT).getFirst();
        String victim = line.substring("victim ".length());
        signal("STOP", victim);
        try {
            job.awaitLines(1, text -> text.equals("the others are done"), LIMIT);
        } finally {
            signal("CONT", victim);
        }
        Job.Result result = job.await(LIMIT);
        int last = RANKS - 1;
        for (int rank = 0; rank < last; rank++) {
            String start = "rank " + rank + ": MPI_ERR_PROC_FAILED: rank " + last
                + " is lost: it has not answered the detector's pings for " + TIMEOUT_SECONDS + " s";
            assertTrue(result.out().stream().anyMatch(text -> text.startsWith(start)), () -> start + "\n" + result);
            assertTrue(result.out().contains("rank " + rank + ": 3 ranks are left, with the sum 6"),
                result::toString);
        }
        String start = "rank " + last + ": MPI_ERR_PROC_FAILED: rank 0 is lost: it takes this rank for dead";
        assertTrue(result.out().stream().anyMatch(text -> text.startsWith(start)), () -> start + "\n" + result);
        assertEquals(0, result.exitCode(), result::toString);
    }

    private static void signal(String signal, String pid) throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder("kill", "-" + signal, pid).inheritIO().start().waitFor());
    }
}
