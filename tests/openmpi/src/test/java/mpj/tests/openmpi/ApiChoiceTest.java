package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.Greet;
import mpj.tests.programs.Join;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API that the ranks of a program get if nobody names one. */
class ApiChoiceTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Path LIBRARY = Path.of(System.getProperty("tests.lib"));

    private static Job.Result run(String transport, Class<?> program, String... options) {
        List<String> words = new ArrayList<>(List.of("-np", "2", "-Dmpj.transport=" + transport));
        words.addAll(List.of(options));
        words.add(program.getName());
        return Job.start(words).await(LIMIT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void programHasTheApiThatItNames(String transport) {
        Job.Result result = run(transport, Greet.class);
        assertEquals(List.of("rank 0 of 2", "rank 1 of 2"), result.out().stream().sorted().toList(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(0, run(transport, Join.class).exitCode());
    }

    @Test
    void theProfileNamesThePlacesOfEitherApi() {
        Job.Result result = run("shm", Greet.class, "--api", "openmpi", "--profile");
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.err().stream().anyMatch(line -> line.matches(
            ".* Init at Greet\\.java:\\d+ \\(mpj\\.tests\\.openmpi\\.programs\\.Greet\\.main\\)")), result::toString);
    }

    @Test
    void theTraceNamesThePlacesOfEitherApi(@TempDir Path folder) throws IOException {
        Job.Result result = run("shm", Greet.class, "--api", "openmpi", "--trace", folder.toString());
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(Files.exists(folder.resolve("index.html")), result::toString);
        List<String> calls = Files.readAllLines(folder.resolve("calls.csv"));
        for (String call : List.of("0,main,Init,", "1,main,Finalize,")) {
            assertTrue(calls.stream().anyMatch(line -> line.startsWith(call) && line.matches(".*,Greet\\.java:\\d+")),
                () -> call + " is not in " + calls + "\n" + result);
        }
    }

    /** The program ends when it reaches the missing method. */
    @Test
    void userDecidesAgainstWhatTheProgramNames() {
        Job.Result result = run("shm", Greet.class, "--api", "mpijava");
        assertTrue(result.exitCode() != 0 && String.join("\n", result.err()).contains("NoSuchMethodError"),
            result::toString);
    }

    @Test
    void twoApisOnOnePathAreRefusedByName() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String path = LIBRARY + "/*:" + System.getProperty("tests.classes");
        Job.Result result = Job.of(new ProcessBuilder(java, "--enable-native-access=ALL-UNNAMED", "-cp", path,
            Greet.class.getName())).await(LIMIT);
        String err = String.join("\n", result.err());
        assertTrue(result.exitCode() != 0 && err.contains(LIBRARY.resolve("mpj.jar").toString())
            && err.contains(LIBRARY.resolve("mpj-openmpi.jar").toString()), result::toString);
    }
}
