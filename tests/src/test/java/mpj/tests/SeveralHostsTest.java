package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import mpj.tests.checks.CollectiveChecks;
import mpj.tests.checks.OrderChecks;
import mpj.tests.checks.RandomChecks;
import mpj.tests.programs.LinkIsCut;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs on three hosts with a network between them. */
@MostlyWaits
class SeveralHostsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    /** How many seconds the ranks have to notice a loss. */
    private static final int TIMEOUT = 4;

    private NamespaceHosts hosts;

    @BeforeEach
    void makeHosts() {
        hosts = NamespaceHosts.create(3);
    }

    @AfterEach
    void removeHosts() {
        // Without hosts there is nothing to close. The test was skipped with a reason.
        if (hosts != null) {
            hosts.close();
        }
    }

    private void runChecks(String transport, int ranks, Class<?> checks) throws Exception {
        try (NamespaceJob job = new NamespaceJob(hosts, ranks, List.of("-Dmpj.transport=" + transport,
                CheckProgram.class.getName(), checks.getName()))) {
            job.awaitSuccess(LIMIT);
        }
    }

    @Test
    void anySourceAndOrderHoldAcrossSharedMemoryAndNetwork() throws Exception {
        JobsInTurn.assumeTurnOf("anySourceAndOrderHoldAcrossSharedMemoryAndNetwork");
        runChecks("shm,nio", 6, OrderChecks.class);
        runChecks("shm,nio", 4, RandomChecks.class);
    }

    @Test
    void jobRunsOverAGigabitNetwork() throws Exception {
        hosts.shape("tbf", "rate", "1gbit", "burst", "128k", "latency", "20ms");
        runChecks("nio", 3, CollectiveChecks.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay 3ms 1ms", "loss 1%"})
    void jobRunsOverABadNetwork(String fault) throws Exception {
        hosts.shape(("netem " + fault).split(" "));
        runChecks("nio", 3, OrderChecks.class);
    }

    /** Rank 0 sends, rank 1 receives, and rank 2 only waits. Each rank learns of the loss in a different way. */
    @Test
    void linkThatIsCutInMidTransferIsNoticedOnBothSides() throws Exception {
        try (NamespaceJob job = new NamespaceJob(hosts, 3, List.of("-Dmpj.transport=nio",
                "-Dmpj.nio.timeout=" + TIMEOUT, LinkIsCut.class.getName()))) {
            job.awaitLines(3, line -> line.contains(" is under way"), LIMIT);
            hosts.cut(0);
            List<String> lost = job.awaitLines(3, line -> line.contains(" is lost: "), LIMIT);
            for (int rank : new int[] {1, 2}) {
                assertTrue(lost.stream().anyMatch(line -> line.startsWith("rank " + rank + ": ")
                    && line.contains("rank 0 is lost: host ")), lost::toString);
            }
            assertTrue(lost.stream().anyMatch(line -> line.startsWith("rank 0: ")
                && line.contains("rank 1 is lost: host ")), lost::toString);
        }
    }
}
