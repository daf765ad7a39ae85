package mpj.engine.detector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests detectors that talk over the loopback interface. To the others, a rank is dead until its detector starts. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HeartbeatsTest {
    private static final int RANKS = 4;
    private static final int VICTIM = 2;
    /** More than a machine with other work lets the threads of this process stand still. */
    private static final int SECONDS = 5;

    private record Finding(int rank, String about, String how) {
    }

    private final List<Heartbeats> detectors = new ArrayList<>();
    private final List<byte[]> addresses = new ArrayList<>();
    private final BlockingQueue<Finding> findings = new LinkedBlockingQueue<>();

    @BeforeEach
    void open() throws IOException {
        for (int rank = 0; rank < RANKS; rank++) {
            detectors.add(Heartbeats.open(rank, RANKS, true, "", new byte[32], SECONDS));
            addresses.add(detectors.get(rank).address());
        }
    }

    @AfterEach
    void close() {
        detectors.forEach(Heartbeats::close);
    }

    private void start(int rank) {
        detectors.get(rank).start(addresses::get, new Heartbeats.Listener() {
            @Override
            public void dead(int other, String how) {
                findings.add(new Finding(rank, "rank " + other, how));
            }

            @Override
            public void cutOff(String how) {
                findings.add(new Finding(rank, "itself", how));
            }
        });
        detectors.get(rank).observe();
    }

    @Test
    void ranksFindTheDeadOneAndTellItWhenItComesBack() throws InterruptedException {
        Set<Integer> told = new HashSet<>();
        for (int rank = 0; rank < RANKS; rank++) {
            if (rank != VICTIM) {
                start(rank);
            }
        }
        while (told.size() < RANKS - 1) {
            Finding finding = findings.take();
            assertEquals("rank " + VICTIM, finding.about);
            assertEquals("it has not answered the detector's pings for " + SECONDS + " s", finding.how);
            assertTrue(told.add(finding.rank), "rank " + finding.rank + " was told twice");
        }
        start(VICTIM);
        Finding last = findings.take();
        assertEquals(VICTIM, last.rank);
        assertEquals("itself", last.about);
        assertTrue(last.how.startsWith("it takes this rank for dead"), last.how);
        assertTrue(findings.isEmpty(), findings::toString);
    }

    @Test
    void rankThatEndsIsNotDead() throws InterruptedException {
        for (int rank = 0; rank < RANKS - 1; rank++) {
            start(rank);
        }
        for (int rank = 0; rank < RANKS - 1; rank++) {
            assertEquals("rank " + (RANKS - 1), findings.take().about);
        }
        detectors.get(1).close();
        start(RANKS - 1); // by the time that it learns that it is dead, the farewell of rank 1 has arrived
        assertEquals("itself", findings.take().about);
        assertTrue(findings.isEmpty(), findings::toString);
    }
}
