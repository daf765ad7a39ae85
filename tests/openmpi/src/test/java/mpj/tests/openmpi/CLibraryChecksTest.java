package mpj.tests.openmpi;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mpj.tests.CLibrary;
import mpj.tests.openmpi.checks.AttributeChecks;
import mpj.tests.openmpi.checks.BufferChecks;
import mpj.tests.openmpi.checks.CollectiveChecks;
import mpj.tests.openmpi.checks.CommunicatorChecks;
import mpj.tests.openmpi.checks.DatatypeChecks;
import mpj.tests.openmpi.checks.IntercommCollectiveChecks;
import mpj.tests.openmpi.checks.MatchedProbeChecks;
import mpj.tests.openmpi.checks.NeighborhoodChecks;
import mpj.tests.openmpi.checks.OperationChecks;
import mpj.tests.openmpi.checks.PointToPointChecks;
import mpj.tests.openmpi.checks.RequestChecks;
import mpj.tests.openmpi.checks.SessionChecks;
import mpj.tests.openmpi.checks.TopologyChecks;
import mpj.tests.openmpi.checks.WindowChecks;
import mpj.tests.openmpi.checks.WindowDatatypeRandomChecks;
import mpj.tests.openmpi.checks.WindowErrorChecks;
import mpj.tests.openmpi.checks.WindowLockChecks;
import mpj.tests.openmpi.checks.WindowOperationChecks;
import mpj.tests.openmpi.checks.WindowRandomChecks;
import mpj.tests.openmpi.checks.WindowSyncChecks;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The checks of this API over C libraries of MPI. */
class CLibraryChecksTest {
    /** Checks that no library can pass, each with the reason. */
    private static final Map<String, String> WITHOUT = Map.of(
        "MatchedProbeChecks.wrongBufferLeavesTheMessage", "what fits of a message that is too long may be lost",
        "DatatypeChecks.errors", "no message says what its elements are",
        "WindowErrorChecks.memoryThatGoesWhileItIsInAWindow", "memory off the heap is lent to the library");

    private static final List<CLibrary.Checks> CHECKS = List.of(
        CLibrary.Checks.often(2, PointToPointChecks.class, RequestChecks.class, MatchedProbeChecks.class),
        CLibrary.Checks.often(2, WindowChecks.class, WindowOperationChecks.class),
        CLibrary.Checks.expensive(2, WindowErrorChecks.class, WindowLockChecks.class, WindowSyncChecks.class),
        CLibrary.Checks.expensive(3, WindowRandomChecks.class, WindowDatatypeRandomChecks.class),
        CLibrary.Checks.expensive(2, AttributeChecks.class, BufferChecks.class, DatatypeChecks.class),
        CLibrary.Checks.expensive(2, CollectiveChecks.class, IntercommCollectiveChecks.class, OperationChecks.class),
        CLibrary.Checks.expensive(2, CommunicatorChecks.class, NeighborhoodChecks.class, SessionChecks.class,
            TopologyChecks.class));

    @TestFactory
    Stream<DynamicContainer> checks() {
        return CLibrary.checks(CHECKS, WITHOUT.keySet(), List.of("--api", "openmpi", CheckProgram.class.getName()));
    }
}
