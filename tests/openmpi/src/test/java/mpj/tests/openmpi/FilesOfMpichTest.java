package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import mpj.tests.Job;
import mpj.tests.openmpi.programs.ArraysInFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A C program with MPICH and a program with this library write the same files, and each reads the other's. */
class FilesOfMpichTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final Path MPICH = Path.of(System.getProperty("tests.launchers"), "mpich", "bin");
    private static final String SOURCE = "files.c";
    private static final List<String> CONTENT = IntStream.range(0, 4).mapToObj(rank -> "rank " + rank + " is content")
        .toList();

    @TempDir
    private static Path folder;

    private static Path program;

    @BeforeAll
    static void compile() throws IOException {
        Path compiler = MPICH.resolve("mpicc");
        boolean required = List.of(System.getProperty("tests.require.launchers", "").split("[,\\s]+"))
            .contains("mpich");
        String obstacle = compiler + " is not installed";
        assertTrue(!required || Files.isExecutable(compiler), "mpich must not be skipped here, but " + obstacle);
        Assumptions.assumeTrue(Files.isExecutable(compiler), obstacle);
        program = folder.resolve("files");
        Path source = folder.resolve(SOURCE);
        try (InputStream in = FilesOfMpichTest.class.getResourceAsStream(SOURCE)) {
            Files.copy(in, source);
        }
        Job.Result result = Job.of(new ProcessBuilder(compiler.toString(), "-o", program.toString(),
            source.toString())).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
    }

    private static void assertContent(Job.Result result) {
        assertEquals(CONTENT, result.out().stream().sorted().toList(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
    }

    private static Path byC(String what, String name, String representation) throws IOException {
        Path file = folder.resolve(name + "." + representation);
        assertContent(Job.of(new ProcessBuilder(MPICH.resolve("mpiexec").toString(), "-launcher", "fork", "-n", "4",
            program.toString(), what, file.toString(), representation)).await(LIMIT));
        return file;
    }

    private static Path byJava(String what, String name, String representation) {
        Path file = folder.resolve(name + "." + representation);
        assertContent(Job.start("--api", "openmpi", "-np", "4", "-J-XX:TieredStopAtLevel=1", "-Dmpj.transport=shm",
            ArraysInFile.class.getName(), what, file.toString(), representation).await(LIMIT));
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "external32"})
    void eachReadsWhatTheOtherHasWritten(String representation) throws IOException {
        Path ofC = byC("write", "c", representation);
        byJava("read", "c", representation);
        Path ofJava = byJava("write", "java", representation);
        byC("read", "java", representation);
        assertArrayEquals(Files.readAllBytes(ofC), Files.readAllBytes(ofJava));
    }
}
