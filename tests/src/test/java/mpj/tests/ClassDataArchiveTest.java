package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import mpj.tests.programs.Neighbours;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archive that the first job makes. */
class ClassDataArchiveTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int HEADER = 64;
    private static final int FIRST_WITH_ARCHIVED_MODULES = 25;

    @TempDir
    private Path folder;

    private Job.Result run(String... before) throws IOException {
        return run(List.of(before), List.of());
    }

    private Job.Result run(List<String> options) throws IOException {
        return run(List.of(), options);
    }

    private Job.Result run(List<String> before, List<String> options) throws IOException {
        List<String> words = new ArrayList<>(before);
        words.addAll(Job.launcher(folder.resolve("archive")));
        words.addAll(List.of("-v", "-np", "2"));
        words.addAll(options);
        words.addAll(List.of("-cp", Job.testClassPath(), Neighbours.class.getName()));
        return Job.of(new ProcessBuilder(words)).await(LIMIT);
    }

    @Test
    void ranksUseItWithoutAWordOfTheirJvms() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        run();
        Job.Result second = run();
        assertEquals(0, second.exitCode(), second::toString);
        assertTrue(second.err().getFirst().contains("-XX:AOTCache="), second::toString);
        assertTrue(second.err().stream().allMatch(line -> line.startsWith("mpj")), second::toString);
        assertTrue(second.out().stream().allMatch(line -> line.startsWith("rank ")), second::toString);
    }

    @Test
    void aCacheIsMadeOnceAndHasProfiles() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        run();
        FileTime made = Files.getLastModifiedTime(cache());
        // At its end a JVM lists what the cache tells of methods.
        Job.Result second = run(List.of("-J-XX:+AOTPrintTrainingInfo"));
        assertEquals(0, second.exitCode(), second::toString);
        assertEquals(made, Files.getLastModifiedTime(cache()));
        assertTrue(second.out().stream().anyMatch(line -> line.contains("PointToPoint")), second::toString);
    }

    /** Of either API: the program is mpiJava's, but ranks of both load what their cache has before they look for it. */
    @ParameterizedTest
    @ValueSource(strings = {"mpijava", "openmpi"})
    void aCacheHasWhatProgramsCallFirst(String api) throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        List<String> options = List.of("--api", api, "-J-Xlog:class+load");
        run(options);
        Job.Result second = run(options);
        for (String name : List.of("mpj.bindings.CMemcpy", "mpj.collectives.alltoall.SharedAlltoall")) {
            assertTrue(second.out().stream().anyMatch(line -> line.contains(name + " source: shared objects file")),
                () -> name + "\n" + second);
        }
    }

    @Test
    void aDamagedCacheIsNotSpokenOf() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        run();
        byte[] bytes = Files.readAllBytes(cache());
        // As long as before, so that mpjrun does not notice, and of another JVM to that which reads it.
        Arrays.fill(bytes, 0, HEADER, (byte) 0);
        Files.write(cache(), bytes);
        runsWithoutAWord(run());
    }

    @Test
    void aCacheThatWasCutShortIsMadeAgain() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        run();
        long length = Files.size(cache());
        try (FileChannel file = FileChannel.open(cache(), StandardOpenOption.WRITE)) {
            file.truncate(length / 2);
        }
        runsWithoutAWord(run());
        assertTrue(Files.size(cache()) > length / 2);
    }

    @Test
    void jvmsThatCannotUseItSayNothing() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        run();
        for (String option : List.of("-XX:+UseZGC", "-XX:-UseCompressedOops", "-Xint", "-XX:-TieredCompilation",
            "-XX:TypeProfileLevel=222")) {
            runsWithoutAWord(run(List.of("-J" + option)));
        }
    }

    /** Of two jobs in a row, both of which run. */
    @Test
    void aDiskWithoutRoomIsNamedOnce() throws IOException {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "only root can mount a small disk");
        Path archive = Files.createDirectory(folder.resolve("archive"));
        Job.Result both = run(List.of("unshare", "-m", "sh", "-c",
            "mount -t tmpfs -o size=4m,mode=700 tmpfs " + archive + " && \"$@\" && \"$@\"", "sh"), List.of());
        assertEquals(0, both.exitCode(), both::toString);
        assertEquals(4, both.out().stream().filter(line -> line.startsWith("rank ")).count(), both::toString);
        assertEquals(1, both.err().stream().filter(line -> line.contains(archive.toString())
            && line.contains("MiB free; make room there")).count(), both::toString);
        assertTrue(both.err().stream().noneMatch(line -> line.contains("preparing")), both::toString);
    }

    private Path cache() {
        return folder.resolve("archive").resolve("mpijava.rank.aot");
    }

    private static void runsWithoutAWord(Job.Result result) {
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.err().stream().allMatch(line -> line.startsWith("mpj")), result::toString);
        assertTrue(result.out().stream().allMatch(line -> line.startsWith("rank ")), result::toString);
    }

    @Test
    void verboseJobSaysWhereToReadWhyThereIsNone() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        // No process may write a file of more than 4 or 8 MiB, as shells count.
        Job.Result result = run("sh", "-c", "ulimit -f 8192; exec \"$@\"", "sh");
        assertEquals(0, result.exitCode(), result::toString);
        Path log = folder.resolve("archive").resolve("rehearsal.log");
        assertTrue(result.err().stream().anyMatch(line -> line.endsWith("why is in " + log)), result::toString);
        assertTrue(Files.readString(log).endsWith("the dump ended with exit code 1\n"), Files.readString(log));
    }
}
