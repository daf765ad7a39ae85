package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import mpj.tests.programs.BoundThread;
import mpj.tests.programs.CoresOfThreads;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which threads run on the core of a bound rank. */
class CoreBindingTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    @BeforeEach
    void needsTwoCores() {
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "there is one core only");
    }

    @Test
    void ranksThatAreThreadsAreBoundToCores() {
        Job.Result result = Job.start("-np", "2", "--bind-to", "core", "--report-bindings",
            "-Dmpj.transport=threads", BoundThread.class.getName()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        List<String> bound = IntStream.range(0, 2).mapToObj(rank -> result.reports().get(rank)
            .replace("mpjrun: ", "").replace("is bound to core", "on cores")).toList();
        assertEquals(bound, result.out().stream().sorted().toList(), result::toString);
        assertTrue(bound.getFirst().matches("rank 0 on cores \\d+"), result::toString);
    }

    @Test
    void compilerLeavesTheCoreToTheRankIfThereIsAnother() {
        Job.Result result = Job.start("-np", "1", "--bind-to", "core", CoresOfThreads.class.getName()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        String program = cores(result, "program");
        assertTrue(program.matches("\\d+"), result::toString);
        assertEquals(program, cores(result, "VM Thread"), result::toString);
        assertEquals(Integer.toString(Runtime.getRuntime().availableProcessors()), cores(result, "job"),
            result::toString);
        assertTrue(!List.of(cores(result, "C1 CompilerThre").split("[,-]")).contains(program), result::toString);
    }

    /** Ranks that have to share the cores on which mpjrun runs wait in another way, and choose other algorithms. */
    @Test
    void ranksKnowHowManyCoresTheyShare() {
        Job.Result result = Job.start(List.of("taskset", "-c", "0"), Job.testClassPath(),
            List.of("-np", "1", CoresOfThreads.class.getName())).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals("1", cores(result, "job"), result::toString);
    }

    private static String cores(Job.Result result, String thread) {
        return result.out().stream().filter(line -> line.startsWith(thread + ": ")).findFirst().orElseThrow()
            .substring(thread.length() + 2);
    }
}
