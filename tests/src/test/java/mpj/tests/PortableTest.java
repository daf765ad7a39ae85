package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.checks.CollectiveChecks;
import mpj.tests.checks.CommunicatorChecks;
import mpj.tests.checks.FloodChecks;
import mpj.tests.checks.ModeChecks;
import mpj.tests.checks.OffHeapChecks;
import mpj.tests.checks.OrderChecks;
import mpj.tests.checks.ReductionChecks;
import mpj.tests.checks.SerializationChecks;
import mpj.tests.checks.SizeChecks;
import mpj.tests.checks.ThreadChecks;
import mpj.tests.checks.TopologyChecks;
import mpj.tests.programs.NoNativeCalls;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The parts that work on systems other than Linux: the launcher and its ranks run over threads and over TCP, without a
 * foreign call and without a file of the kernel ({@code mpj.portable}).
 */
class PortableTest {
    private static final String PORTABLE = "mpj.portable=true";
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static final List<String> PROGRAM = List.of(CheckProgram.class.getName());
    /** Most foreign calls are in code that both transports have in common. */
    private static final String OF_FIRST_TIER = "nio";

    private static final List<Run> FIRST = Stream.of(OrderChecks.class, SizeChecks.class, OffHeapChecks.class,
        CollectiveChecks.class, ReductionChecks.class).map(checks -> Run.of(checks, 3, PORTABLE)).toList();
    private static final List<Run> SECOND = Stream.of(FloodChecks.class, SerializationChecks.class, ThreadChecks.class,
        ModeChecks.class, CommunicatorChecks.class, TopologyChecks.class)
        .map(checks -> Run.of(checks, 4, PORTABLE)).toList();

    @TestFactory
    List<DynamicNode> theSharedSuite() {
        JobsInTurn second = JobsInTurn.chosen();
        List<DynamicNode> suites = new ArrayList<>();
        for (String name : List.of("threads", "nio")) {
            TestedTransport transport = new TestedTransport(name, null);
            List<DynamicContainer> jobs = new ArrayList<>();
            boolean often = name.equals(OF_FIRST_TIER);
            for (CheckJob job : CheckJob.of(FIRST)) {
                if (often) {
                    jobs.add(job.inTurn(second, transport).over(transport, PROGRAM));
                } else if (second.runsNext()) {
                    jobs.add(job.ofSecondTier(second).over(transport, PROGRAM));
                }
            }
            for (CheckJob job : CheckJob.of(SECOND)) {
                if (second.runsNext()) {
                    jobs.add(job.ofSecondTier(second).over(transport, PROGRAM));
                }
            }
            suites.add(DynamicContainer.dynamicContainer(name, jobs));
        }
        return suites;
    }

    /** The test also shows that the default transport works there. */
    @Test
    void nothingIsLinkedAndTheDefaultIsTcp() {
        Job.Result result = Job.start(List.of("-v", "-np", "2", "-D" + PORTABLE, NoNativeCalls.class.getName()))
            .await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(2, result.out().stream().filter("nothing can be linked"::equals).count(), result::toString);
        assertTrue(result.err().contains("mpj: rank 0 uses nio to 1"), result::toString);
    }

    @Test
    void featuresThatNeedLinuxSaySo() {
        assertRefused("transport shm runs on Linux on x86-64 or aarch64; -Dmpj.portable=true is set; choose another"
            + " with -Dmpj.transport=NAME", "-Dmpj.transport=shm");
        assertRefused("transport libfabric runs on Linux on x86-64 or aarch64; -Dmpj.portable=true is set",
            "-Dmpj.transport=libfabric:tcp");
        assertRefused("transport mpi runs on Linux on x86-64 or aarch64; -Dmpj.portable=true is set",
            "-Dmpj.transport=mpi");
        assertRefused("--bind-to core: only Linux binds processes to cores, and -Dmpj.portable=true is set; use"
            + " --bind-to none", "--bind-to", "core");
    }

    private static void assertRefused(String words, String... options) {
        List<String> line = new ArrayList<>(List.of("-np", "2", "-D" + PORTABLE));
        line.addAll(List.of(options));
        line.add(NoNativeCalls.class.getName());
        Job.Result result = Job.start(line).await(LIMIT);
        assertTrue(result.exitCode() != 0, result::toString);
        assertTrue(result.err().stream().anyMatch(each -> each.contains(words)), result::toString);
    }
}
