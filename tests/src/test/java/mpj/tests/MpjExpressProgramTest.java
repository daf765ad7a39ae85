package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is compiled against MPJ Express's own jar runs unchanged with this library. */
class MpjExpressProgramTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Path JAR =
        Path.of(System.getProperty("tests.mpjexpress", "/usr/share/java/mpj.jar"));
    private static final String PROGRAM = "OldProgram";

    @TempDir
    Path classes;

    @Test
    void programCompiledAgainstMpjExpressLinksAndRuns() throws IOException {
        Assumptions.assumeTrue(Files.exists(JAR), () -> JAR + ", MPJ Express, is not installed (Debian's libmpj-java)");
        Path source = classes.resolve(PROGRAM + ".java");
        try (InputStream text = MpjExpressProgramTest.class.getResourceAsStream(PROGRAM + ".java.txt")) {
            Files.copy(text, source);
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, messages, "--release", "11", "-proc:none",
            "-cp", JAR.toString(), "-d", classes.toString(), source.toString()), messages::toString);
        for (String ranks : List.of("1", "4")) {
            Job.Result result = Job.start("-np", ranks, "-dev", "niodev", "-cp", classes.toString(), PROGRAM,
                "own argument").await(LIMIT);
            assertEquals(0, result.exitCode(), result::toString);
            assertEquals(List.of("verified " + PROGRAM), result.out(), result::toString);
        }
        // The command is as the scripts of MPJ Express write it.
        List<String> command = new ArrayList<>(Job.launcher(Path.of(System.getProperty("tests.folder"), "archive")));
        command.addAll(List.of("--mpj-express", "-np", "3", PROGRAM, "own argument", "-dev", "niodev", "-cp",
            classes.toString()));
        Job.Result result = Job.of(new ProcessBuilder(command)).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("verified " + PROGRAM), result.out(), result::toString);
    }
}
