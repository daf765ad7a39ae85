package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mpj.runtime.host.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** mpjrun understands arguments in the same way as MPJ Express's starter. */
class MpjExpressLineTest {
    private static final int CORES = 6;

    @TempDir
    Path folder;

    private MpjExpressLine line(String variable, String... arguments) {
        List<String> words = new ArrayList<>(List.of(MpjExpressLine.MARK));
        words.addAll(Arrays.asList(arguments));
        return MpjExpressLine.of(words.toArray(String[]::new), variable, CORES, folder);
    }

    private JobSpecification job(String... arguments) {
        return JobSpecification.of(CommandLine.parse(line(null, arguments)), Map.of());
    }

    private static List<String> words(JobSpecification job) {
        List<String> words = new ArrayList<>(List.of(Integer.toString(job.size()), job.program()));
        words.addAll(job.arguments());
        return words;
    }

    @Test
    void optionsMayStandAnywhere() {
        assertEquals(List.of("4", "Hello", "a", "-x"), words(job("-np", "4", "Hello", "a", "-x")));
        JobSpecification job = job("Hello", "a", "-np", "4", "-dev", "niodev", "-x");
        assertEquals(List.of("4", "Hello", "a", "-x"), words(job));
        assertEquals(List.of("mpj.args=niodev"), job.properties());
        // The line of an IDE whose VM options are: -jar starter.jar -np 3.
        job = job("-np", "3", "-Dfile.encoding=UTF-8", "-XX:+UseZGC", "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--class-path", folder.resolve("bin").toString(), "pack.Main", "7");
        assertEquals(2, job.classPath().entries().size() + job.classPath().missing().size(), job::toString);
        assertEquals(List.of("3", "pack.Main", "7"), words(job));
        assertEquals(List.of("-XX:+UseZGC", "--add-opens=java.base/java.lang=ALL-UNNAMED"), job.jvmOptions());
        assertTrue(job.properties().contains("file.encoding=UTF-8"), job::toString);
    }

    @Test
    void withoutOptionsThereIsAThreadForEachCore() {
        JobSpecification job = job("Hello");
        assertEquals(List.of("6", "Hello"), words(job));
        assertEquals(List.of("mpj.transport=threads", "mpj.args=multicore"), job.properties());
    }

    @Test
    void workingFolderIsOnTheClassPathWhateverElseIs() throws IOException {
        Path lib = Files.createFile(folder.resolve("lib.jar"));
        String here = folder.toString();
        assertEquals(List.of(here), job("Hello").classPath().entries());
        assertEquals(List.of(lib.toString(), here), job("-cp", lib.toString(), "Hello").classPath().entries());
        assertEquals(List.of(lib.toString(), here),
            JobSpecification.of(CommandLine.parse(line(lib.toString(), "Hello")), Map.of()).classPath().entries());
        JobSpecification jar = job("-np", "2", "-jar", lib.toString(), "x", "-cp", lib.toString());
        assertEquals(List.of("2", lib.toString(), "x"), words(jar));
        assertEquals(List.of(lib.toString()), jar.classPath().entries());
    }

    @Test
    void hostsOfTheFileTakeAnyNumberOfRanks() throws IOException {
        Path machines = Files.writeString(folder.resolve("machines"), "# hosts\nalpha\nbeta\n");
        JobSpecification job = job("-np", "8", "Hello", "-dev", "niodev");
        assertEquals(List.of("alpha", "beta"), job.hosts().hosts().stream().map(Host::name).toList());
        assertTrue(job.hosts().oversubscribe());
        assertTrue(job("Hello").hosts().hosts().isEmpty(), "ranks are threads of this host");
        Path other = Files.writeString(folder.resolve("other"), "gamma");
        job = job("-dev", "hybdev", "-machinesfile", other.toString(), "Hello");
        assertEquals(List.of("gamma"), job.hosts().hosts().stream().map(Host::name).toList());
        Files.delete(machines);
        assertFalse(job("-dev", "niodev", "Hello").hosts().oversubscribe());
    }

    @Test
    void optionsWithoutEffectAreIgnoredWithAWarning() {
        MpjExpressLine line = line(null, "-np", "2", "-dport", "20000", "Hello", "-psl", "4096");
        assertEquals("Hello", line.words().getLast());
        assertEquals(2, line.warnings().size());
        assertTrue(line.warnings().getFirst().startsWith("warning: -dport 20000 is ignored. It is MPJ Express's: "),
            line.warnings()::toString);
        assertEquals(line.warnings(), CommandLine.parse(line).warnings());
        assertThrows(UsageException.class, () -> line(null, "-yarn", "Hello"));
    }

    @Test
    void optionsOfMpjrunAreTaken() {
        JobSpecification job = job("-np", "2", "--timeout", "30", "--tag-output", "-J-Xmx1g", "Hello");
        assertEquals(List.of("2", "Hello"), words(job));
        assertEquals(30_000, job.timeoutMillis());
        assertTrue(job.tagOutput());
        assertTrue(CommandLine.parse(line(null, "-h")).has(Option.HELP));
    }
}
