package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpj.tests.programs.Join;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** If MPI.Init cannot get something, it says so in one sentence, with the remedy. The causes go to the log. */
class InitRefusalTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String PROGRAM = Join.class.getName();
    /** The text before the sentence. */
    private static final String EXCEPTION = "Exception in thread \"main\" mpi.MPIException: MPI_ERR_";
    private static final String EXCEPTION_OF_A_RANK = EXCEPTION.replace("main", "rank 0");

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "mpj.transport=libfabric | mpj.libfabric.library=/no/libfabric.so | OTHER: transport libfabric is unavailable:"
            + " /no/libfabric.so: cannot open shared object file | or name the file with -Dmpj.libfabric.library=FILE",
        "mpj.transport=nosuch | mpj.check=false | OTHER: -Dmpj.transport=nosuch: there is no transport nosuch"
            + " | libfabric, mpi"})
    void isASentence(String property, String other, String beginning, String end) {
        Job.Result result = Job.start("-np", "1", "-D" + property, "-D" + other, PROGRAM).await(LIMIT);
        assertEquals(1, result.exitCode(), result::toString);
        assertSentence(result, EXCEPTION_OF_A_RANK + beginning, end);
    }

    /** The class path of a project that lacks an artifact. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        ".*/mpj-transport-(?!spi).* | auto | there is no transport on the class path"
            + " | with mpjrun, which has them",
        ".*/mpj-transport-verbs.jar | verbs | -Dmpj.transport=verbs: there is no transport verbs; known are auto"
            + " | org.mpj:mpj-transport-verbs, which org.mpj:mpj-all brings at run time"})
    void namesTheArtifactThatIsMissing(String without, String transport, String beginning, String end)
        throws IOException {
        String classPath = Stream.of(Job.libraryClassPath().split(":")).filter(jar -> !jar.matches(without))
            .collect(Collectors.joining(":", "", ":" + Job.testClassPath()));
        Job.Result result = Job.of(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-Dmpj.transport=" + transport, "-cp", classPath, PROGRAM))
            .await(LIMIT);
        assertSentence(result, EXCEPTION + "OTHER: " + beginning, end);
    }

    /** The library's jars. One of them comes from another version, or is added in another version. */
    @ParameterizedTest
    @CsvSource({"mpj-core, true, the library is there in two versions: 9.9 in ",
        "mpj-transport-nio, true, the library is there in two versions: ",
        "mpj-core, false, the class path has the library in two versions: "})
    void saysThatTheLibraryIsThereInTwoVersions(String artifact, boolean instead, String beginning,
                                                @TempDir Path folder) throws IOException {
        String own = Stream.of(Job.libraryClassPath().split(":")).filter(jar -> jar.endsWith("/" + artifact + ".jar"))
            .findFirst().orElseThrow();
        String other = ofVersion("9.9", Path.of(own), folder.resolve(artifact + "-9.9.jar")).toString();
        String classPath = instead ? Job.libraryClassPath().replace(own, other)
            : Job.libraryClassPath() + ":" + other;
        Job.Result result = Job.of(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-cp", classPath + ":" + Job.testClassPath(), PROGRAM))
            .await(LIMIT);
        assertSentence(result, EXCEPTION + "OTHER: " + beginning,
            "; take all artifacts of one version, as org.mpj:mpj-bom names them");
        assertTrue(result.toString().contains(other), result::toString);
    }

    private static Path ofVersion(String version, Path jar, Path copy) throws IOException {
        try (JarFile from = new JarFile(jar.toFile())) {
            Manifest manifest = from.getManifest();
            manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
            try (JarOutputStream to = new JarOutputStream(Files.newOutputStream(copy), manifest)) {
                for (JarEntry entry : Collections.list(from.entries())) {
                    if (!entry.getName().equals(JarFile.MANIFEST_NAME)) {
                        to.putNextEntry(new JarEntry(entry.getName()));
                        from.getInputStream(entry).transferTo(to);
                    }
                }
            }
        }
        return copy;
    }

    @Test
    void isASentenceForRanksThatAreThreads() {
        Job.Result result = Job.start("-np", "1", "-Dmpj.transport=threads,nosuch", PROGRAM).await(LIMIT);
        assertSentence(result, EXCEPTION_OF_A_RANK
            + "OTHER: -Dmpj.transport=threads,nosuch: there is no transport nosuch", "libfabric, mpi");
    }

    /** mpjrun gives this message itself. */
    @Test
    void isASentenceForAPropertyUnderAnotherLauncher() throws IOException {
        List<String> command = new ArrayList<>(Job.rankCommand());
        command.addAll(List.of("-Dmpj.eager.limit=x", PROGRAM));
        Job.Result result = Job.of(new ProcessBuilder(command)).await(LIMIT);
        assertSentence(result, EXCEPTION + "ARG: -Dmpj.eager.limit=x: expected bytes, 0 or more, ", "multiple of 8");
    }

    @Test
    void isASentenceUnderAnotherLauncherWhoseLibraryIsMissing() throws IOException {
        List<String> command = new ArrayList<>(Job.rankCommand());
        command.add("-Dmpj.pmix.library=/no/libpmix.so.2");
        command.add(PROGRAM);
        ProcessBuilder rank = new ProcessBuilder(command);
        rank.environment().put("PMIX_RANK", "0");
        rank.environment().put("PMIX_NAMESPACE", "none");
        Job.Result result = Job.of(rank).await(LIMIT);
        assertSentence(result, EXCEPTION + "OTHER: the PMIx server cannot be used: libpmix cannot be loaded: ",
            "unset PMIX_RANK");
    }

    @Test
    void causeIsLoggedAtDebugLevel(@TempDir Path folder) throws IOException {
        List<String> command = new ArrayList<>(Job.rankCommand());
        Path logging = Files.writeString(folder.resolve("logging.properties"), """
            handlers = java.util.logging.ConsoleHandler
            java.util.logging.ConsoleHandler.level = ALL
            mpj.level = FINE
            """);
        command.addAll(List.of("-Djava.util.logging.config.file=" + logging, "-Dmpj.transport=nosuch", PROGRAM));
        Job.Result result = Job.of(new ProcessBuilder(command)).await(LIMIT);
        List<String> beforeTheException = result.err().stream().takeWhile(line -> !line.startsWith(EXCEPTION)).toList();
        assertTrue(beforeTheException.stream().anyMatch(line -> line.contains("at mpj.engine.packet.TransportChoice")),
            result::toString);
    }

    /** Asserts that there is no line besides the sentence, except the line of the program that called Init. */
    private static void assertSentence(Job.Result result, String beginning, String end) {
        List<String> lines = result.err().stream()
            .filter(line -> !line.startsWith("mpjrun: ")).toList();
        assertTrue(lines.getFirst().startsWith(beginning), result::toString);
        assertTrue(lines.getFirst().endsWith(end), result::toString);
        assertEquals(2, lines.size(), result::toString);
        assertTrue(lines.getLast().startsWith("\tat ") && lines.getLast().contains(PROGRAM + ".main("),
            result::toString);
    }
}
