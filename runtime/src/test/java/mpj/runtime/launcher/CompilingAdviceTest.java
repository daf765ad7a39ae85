package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests what the user of a short job is told about compiling. */
class CompilingAdviceTest {
    @Test
    void onlyMuchCompilingIsWorthALine() {
        assertNull(CompilingAdvice.advice(1.0 / 3, List.of("--ranks-per-jvm host")));
        assertEquals("in the JVM that compiled most, compiling took 41 % of the processor time; --ranks-per-jvm host,"
            + " or --aot auto, would save part of that",
            CompilingAdvice.advice(0.41, List.of("--ranks-per-jvm host", "--aot auto")));
    }
}
