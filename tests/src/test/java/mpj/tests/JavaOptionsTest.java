package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mpj.tests.programs.Neighbours;
import org.junit.jupiter.api.Test;

/** Options for ranks that another launcher starts. */
class JavaOptionsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Path FILE = Path.of(System.getProperty("tests.lib")).getParent().getParent()
        .resolve("core/src/main/resources/mpj/core/java-options");

    /** What core says its ranks need, and the option for calls of C functions. */
    private static List<String> expected() throws Exception {
        List<String> options = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
        Files.readAllLines(FILE).stream().filter(line -> line.startsWith("-")).forEach(options::add);
        assertTrue(options.size() > 5, options::toString);
        // The mpirun of Open MPI 4 takes what follows a word with these letters for the class path.
        assertTrue(options.stream().noneMatch(option -> option.contains("cp")), options::toString);
        return options;
    }

    @Test
    void printedOptionsAreThoseOfCoreAndJavaTakesThem() throws Exception {
        Job.Result result = Job.start("--print-java-options").await(LIMIT);
        assertEquals(List.of(String.join(" ", expected())), result.out(), result::toString);
        ProcessBuilder java = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-version").redirectErrorStream(true);
        java.environment().put("JAVA_TOOL_OPTIONS", result.out().getFirst());
        Process process = java.start();
        String said = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS), said);
        assertEquals(0, process.exitValue(), said);
        assertTrue(said.lines().noneMatch(line -> line.contains("warning") || line.startsWith("CompileCommand")), said);
    }

    /** The command {@code env} takes the place of a launcher: it starts the words that follow it. */
    @Test
    void mpjrunPassesThemToRanksOfAnotherLauncher() throws Exception {
        Job.Result result = Job.start("--launcher", "env", "-v", Neighbours.class.getName()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        List<String> command = result.err().stream().filter(line -> line.contains(": env "))
            .flatMap(line -> Arrays.stream(line.replace("'", "").split(" "))).toList();
        assertTrue(command.containsAll(expected()), result::toString);
    }
}
