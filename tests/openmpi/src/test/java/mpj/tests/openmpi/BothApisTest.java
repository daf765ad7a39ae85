package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.OpenmpiScenario;
import mpj.tests.programs.MpijavaScenario;
import org.junit.jupiter.api.Test;

/** Programs that do the same with each API have the same results. */
class BothApisTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int RANKS = 3;

    private static List<String> digests(String api, Class<?> program) {
        Job.Result result = Job.start("-np", Integer.toString(RANKS), "-Dmpj.transport=shm", "--api", api,
            program.getName()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        return result.out().stream().filter(line -> line.startsWith("rank ")).sorted().toList();
    }

    /** Each rank has its own digest of some hundred collectives of random datatypes. */
    @Test
    void randomDatatypesAndCollectives() {
        List<String> mpijava = digests("mpijava", MpijavaScenario.class);
        assertEquals(RANKS, mpijava.stream().map(line -> line.split(" has ")[1]).distinct().count(),
            mpijava::toString);
        assertEquals(mpijava, digests("openmpi", OpenmpiScenario.class));
    }
}
