package mpj.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import mpj.bench.JavaProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstResultTest {
    @TempDir
    Path home;

    @Test
    void readsWhatTheProgramPrints() throws Exception {
        JavaProcess run = JavaProcess.mpjrun(2, "mpj.bench.first.FirstMessages", "20000", "3");
        assertEquals(0, run.status(), run::output);
        FirstResult result = FirstResult.of(2, run.output());
        assertEquals(List.of(1000L, 10_000L), List.copyOf(result.marks().keySet()));
        assertTrue(result.marks().get(1000L) < result.marks().get(10_000L), run::output);
        assertTrue(result.marks().get(10_000L) < result.program() && result.steady() > 0, run::output);
        long number = 1;
        for (int draw = 0; draw < 60_000; draw++) {
            number ^= number << 13;
            number ^= number >>> 7;
            number ^= number << 17;
        }
        assertEquals(Long.toHexString(number), result.last());
    }

    @Test
    void readsEachFigure() throws IOException {
        assertEquals(new FirstResult(1.5, 0.25, Map.of(1000L, 0.125), 0.75, "ff"), FirstResult.of(1.5, """
            after 1000 steps 0.125000 s
            at the end 0.7500 us a step
            time 0.250000 s, 2000 steps, last number ff
            """));
    }

    @Test
    void otherOutputIsShownInTheError() {
        assertTrue(assertThrows(IOException.class, () -> FirstResult.of(1, "out of memory")).getMessage()
            .contains("out of memory"));
    }

    @Test
    void impossibleLengthIsRefused() throws Exception {
        List<String> command = JavaProcess.command("mpj.bench.compare.FirstCompare", "--steps", "5,0", "--peer", "mpj");
        JavaProcess run = JavaProcess.run(command);
        assertEquals(1, run.status(), run::output);
        assertTrue(run.output().contains("bench compare first: --steps 0 is wrong: give at least 1"), run::output);
    }
}
