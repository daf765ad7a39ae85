package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The programs in examples/ check their own results, and report them in one line. */
class ExamplesTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Path EXAMPLES = Path.of(System.getProperty("tests.examples"));

    @TempDir
    static Path classes;

    @BeforeAll
    static void compile() throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-cp", Job.libraryClassPath(), "-d",
            classes.toString()));
        try (Stream<Path> sources = Files.list(EXAMPLES)) {
            sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
    }

    @ParameterizedTest
    @CsvSource({
        "Pi, 1", "Pi, 4", "HeatEquation, 2", "HeatEquation, 6", "MatrixMultiply, 3", "MatrixMultiply, 7",
        "SampleSort, 1", "SampleSort, 5", "MasterWorker, 1", "MasterWorker, 4", "GameOfLife, 1", "GameOfLife, 3",
        "KMeans, 2", "KMeans, 5", "NBody, 2", "NBody, 3", "OddEvenSort, 1", "OddEvenSort, 6", "ObjectMessages, 1",
        "ObjectMessages, 4"})
    void exampleVerifiesItsResult(String example, int ranks) {
        Job.Result result = Job.start("-np", Integer.toString(ranks), "-cp", classes.toString(), example).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(1, result.out().stream().filter(line -> line.startsWith("verified " + example)).count(),
            result::toString);
    }
}
