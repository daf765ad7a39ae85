package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.programs.LossInAllocatedMemory;
import mpj.tests.programs.LossInCollective;
import mpj.tests.programs.SurviveLoss;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How the other ranks react if a rank is killed, or ends with code 0 without Finalize, while they wait for it. */
class LostRankTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    static Stream<TestedTransport> transports() {
        return TestedTransport.betweenProcesses(LostRankTest.class).stream();
    }

    /** Runs three ranks, kills the last rank, and waits for the end of the job. */
    private static Job.Result runAndKill(TestedTransport transport, Class<?> program, String... arguments)
        throws InterruptedException {
        transport.assumeAvailable();
        Job job = Job.start(Stream.of(List.of("-np", "3"), transport.properties(), List.of(program.getName()),
            List.of(arguments)).flatMap(List::stream).toList());
        String line = job.awaitLines(1, text -> text.startsWith("kill "), LIMIT).getFirst();
        ProcessHandle.of(Long.parseLong(line.substring("kill ".length()))).orElseThrow().destroyForcibly();
        return job.await(LIMIT);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void ranksThatTolerateALossGetErrorsThatNameTheRankAndGoOn(TestedTransport transport)
        throws InterruptedException {
        Job.Result result = runAndKill(transport, SurviveLoss.class, "-1");
        assertSurvived(result);
        assertEquals(137, result.exitCode(), result::toString);
        assertEquals("mpjrun: rank 2 killed by signal 9; the others go on without it", result.reports().getLast());
    }

    static void assertSurvived(Job.Result result) {
        for (int rank = 0; rank < 2; rank++) {
            for (String call : List.of("Sendrecv", "Recv", "Wait", "any source", "Send", "Probe", "Iprobe",
                "Barrier")) {
                String start = "rank " + rank + ": " + call + ": MPI_ERR_PROC_FAILED: rank 2 is lost: ";
                assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start)),
                    () -> "no line starts with " + start + "\n" + result);
            }
            for (String call : List.of("Wait", "Test", "Waitany", "Testall")) {
                String start = "rank " + rank + ": pending " + call + ": MPI_ERR_PROC_FAILED_PENDING: rank 2 is lost: ";
                assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start)),
                    () -> "no line starts with " + start + "\n" + result);
            }
            assertTrue(result.out().contains("rank " + rank + ": pending Wait after Ack_failed returned"),
                result::toString);
            String unsent = "rank " + rank + ": Buffer_detach: MPI_ERR_PROC_FAILED: the buffered send of 4194304 bytes"
                + " with tag 5 to rank 2 of the job failed: rank 2 is lost: ";
            assertTrue(result.out().stream().anyMatch(line -> line.startsWith(unsent)), result::toString);
            assertTrue(result.out().contains("rank " + rank + " heard from " + (1 - rank)), result::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void ranksThatWaitInACollectiveHearOfALoss(TestedTransport transport) throws InterruptedException {
        Job.Result result = runAndKill(transport, LossInCollective.class);
        for (int rank = 0; rank < 2; rank++) {
            for (String call : List.of("Bcast", "Allreduce")) {
                String start = "rank " + rank + ": " + call + ": MPI_ERR_PROC_FAILED: rank 2 is lost: ";
                assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start)),
                    () -> "no line starts with " + start + "\n" + result);
            }
        }
    }

    /**
     * All transports but provider shm of libfabric. There, a rank that is killed while it writes still holds a lock of
     * its peer.
     */
    static Stream<TestedTransport> transportsWithoutLocks() {
        return transports().filter(transport -> !transport.name().equals("libfabric:shm"));
    }

    @ParameterizedTest
    @MethodSource("transportsWithoutLocks")
    void ranksThatReadTheMemoryOfOneAnotherHearOfALoss(TestedTransport transport) throws InterruptedException {
        Job.Result result = runAndKill(transport, LossInAllocatedMemory.class);
        for (int rank = 0; rank < 2; rank++) {
            String start = "rank " + rank + ": MPI_ERR_PROC_FAILED: rank 2 is lost: ";
            assertTrue(result.out().stream().anyMatch(line -> line.startsWith(start)),
                () -> "no line starts with " + start + "\n" + result);
            assertTrue(result.out().contains("rank " + rank + " heard from " + (1 - rank)), result::toString);
        }
        assertEquals(137, result.exitCode(), result::toString);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void jobEndsWhenOneOfTheOthersDoesNotTolerateIt(TestedTransport transport) throws InterruptedException {
        Job.Result result = runAndKill(transport, SurviveLoss.class, "1");
        assertEquals(137, result.exitCode(), result::toString);
        String report = result.reports().getLast();
        assertTrue(report.startsWith("mpjrun: rank 2 killed by signal 9"), result::toString);
        assertFalse(report.contains("go on"), result::toString);
    }
}
