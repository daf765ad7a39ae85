package mpj.runtime.host;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import mpj.runtime.bootstrap.Api;
import org.junit.jupiter.api.Test;

class ProgramCacheTest {
    private static final Jdk JDK_25 = new Jdk(Path.of("/jdk25"), 25, "");

    private static RankProgram program(String mainClass, List<String> properties, List<String> jvmOptions) {
        return new RankProgram(Api.MPIJAVA, mainClass, List.of(), properties, jvmOptions, Map.of());
    }

    private static String refusal(RankProgram program) {
        return ProgramCache.refusal(JDK_25, program, Map.of());
    }

    @Test
    void programOfTheClassPathCanHaveOne() {
        assertNull(refusal(program("App", List.of(), List.of("-Xmx1g"))));
    }

    @Test
    void anOlderJdkIsNamedWithTheRemedy() {
        String reason = ProgramCache.refusal(new Jdk(Path.of("/jdk24"), 24, ""), program("App", List.of(), List.of()),
            Map.of());
        assertTrue(reason.startsWith("AOT caches need JDK 25 or later, and /jdk24 is 24; set JAVA_HOME"), reason);
    }

    @Test
    void programThatNoCacheCanHoldIsRefused() {
        assertTrue(refusal(program("App", List.of("mpj.transport=threads"), List.of())).contains("threads"));
        assertTrue(refusal(program("module/App", List.of(), List.of())).contains("module"));
    }

    @Test
    void optionsOfArchivesAreRefusedWhereverTheyAre() {
        assertTrue(refusal(program("App", List.of(), List.of("-XX:AOTMode=off"))).contains("-XX:AOTMode=off"));
        assertTrue(ProgramCache.refusal(JDK_25, program("App", List.of(), List.of()),
            Map.of("JAVA_TOOL_OPTIONS", "-Da=b -Xshare:off")).startsWith("JAVA_TOOL_OPTIONS "));
        RankProgram ofUser = new RankProgram(Api.MPIJAVA, "App", List.of(), List.of(), List.of(),
            Map.of("JAVA_TOOL_OPTIONS", "-Xshare:off"));
        assertTrue(ProgramCache.refusal(JDK_25, ofUser, Map.of("JAVA_TOOL_OPTIONS", "-Da=b"))
            .startsWith("JAVA_TOOL_OPTIONS "));
    }
}
