package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import mpj.tests.programs.Join;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * mpjrun in a JRE that has only the modules that the library requires: what mpjrun can do there, and what it says is
 * missing.
 */
@Isolated
class JreTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String MODULES = "java.management,jdk.net";

    @TempDir
    static Path folder;

    private static Path jre;

    @BeforeAll
    static void link() {
        jre = folder.resolve("jre");
        assertEquals(0, ToolProvider.findFirst("jlink").orElseThrow().run(System.out, System.err, "--add-modules",
            MODULES, "--strip-debug", "--output", jre.toString()));
    }

    /** Runs mpjrun without a class-data archive. Making one would take longer than the job. */
    private static Job.Result run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(Job.launcher(folder));
        command.set(0, jre.resolve("bin/java").toString());
        command.removeIf(word -> word.startsWith("-Dmpj.archive="));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        return Job.of(builder).await(LIMIT);
    }

    @Test
    void itRunsCompiledPrograms() throws IOException {
        Job.Result result = run("-np", "2", "-cp", Job.testClassPath(), Join.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of(), result.err(), result::toString);
    }

    @Test
    void aSourceFileTakesAJdkAndTheErrorNamesTheJreThatIsThere() throws IOException {
        Path source = Files.writeString(folder.resolve("Hello.java"), "class Hello { }");
        Job.Result result = run("-np", "2", source.toString());
        assertEquals(2, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: " + source + " takes a JDK 22 or later, which compiles it; the Java in " + jre
            + " is a JRE " + Runtime.version().feature() + ", which runs classes and jars only. Install a JDK or set"
            + " JAVA_HOME to one; bin/find-jdk says what else was found"), result.err(), result::toString);
    }

    @Test
    void watchNamesTheModuleThatItLacks() throws IOException {
        Job.Result result = run("--watch", "0");
        assertEquals(2, result.exitCode(), result::toString);
        assertTrue(result.err().getFirst().startsWith("mpjrun: --watch 0: the Java in " + jre
            + " has no module jdk.httpserver, which serves the page; "), result::toString);
    }
}
