package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.programs.Neighbours;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The archive that the first job makes. Later jobs find it. */
@MostlyWaits
class ClassDataArchiveTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int TRIES = 5;
    private static final int HEADER = 64;
    private static final int FIRST_WITH_ARCHIVED_MODULES = 25;

    /** The archive that the first job has made. */
    @TempDir
    private static Path first;
    @TempDir
    private Path folder;

    private static boolean hasArchive(Path archives) {
        return Stream.of("mpijava.rank.aot", "mpijava.rank.archive").map(archives::resolve).anyMatch(Files::exists);
    }

    /**
     * Copies an archive that a job has made, so that the next job finds it. The archive is made only once for all
     * tests, because it takes seconds.
     */
    private void findMade() throws IOException {
        if (Files.notExists(first.resolve("archive"))) {
            makePrivate(first.resolve("archive"));
            // An attempt has failed, because the machine had other work eleven minutes ago.
            Path failed = Files.createFile(first.resolve("archive").resolve("no-time"));
            Files.setLastModifiedTime(failed, FileTime.from(Instant.now().minus(Duration.ofMinutes(11))));
            Job.Result result = run(first.resolve("archive"), List.of(), List.of());
            for (int tries = 0; !hasArchive(first.resolve("archive")) && tries < TRIES; tries++) {
                Files.deleteIfExists(failed); // the machine has other work now, too
                result = run(first.resolve("archive"), List.of(), List.of());
            }
            assertEquals(0, result.exitCode(), result::toString);
        }
        Path copy = makePrivate(folder.resolve("archive"));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(first.resolve("archive"))) {
            for (Path file : files) {
                Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static Path makePrivate(Path archive) throws IOException {
        return Files.createDirectory(archive, PosixFilePermissions.asFileAttribute(
            PosixFilePermissions.fromString("rwx------")));
    }

    private Job.Result run(String... before) throws IOException {
        return run(List.of(before), List.of());
    }

    private Job.Result run(List<String> options) throws IOException {
        return run(List.of(), options);
    }

    private Job.Result run(List<String> before, List<String> options) throws IOException {
        return run(folder.resolve("archive"), before, options);
    }

    private static Job.Result run(Path archive, List<String> before, List<String> options) throws IOException {
        List<String> words = new ArrayList<>(before);
        words.addAll(Job.launcher(archive));
        words.addAll(List.of("-v", "-np", "2"));
        words.addAll(options);
        words.addAll(List.of("-cp", Job.testClassPath(), Neighbours.class.getName()));
        return Job.of(new ProcessBuilder(words)).await(LIMIT);
    }

    @Test
    void ranksUseItWithoutMessagesOfTheirJvms() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        findMade();
        Job.Result second = run();
        assertEquals(0, second.exitCode(), second::toString);
        assertTrue(second.err().getFirst().contains("-XX:AOTCache="), second::toString);
        assertTrue(second.err().stream().allMatch(line -> line.startsWith("mpj")), second::toString);
        assertTrue(second.out().stream().allMatch(line -> line.startsWith("rank ")), second::toString);
    }

    @Test
    void aCacheIsMadeOnceAndHasProfiles() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        findMade();
        FileTime made = Files.getLastModifiedTime(cache());
        // At its end the JVM lists what the cache says about methods.
        Job.Result second = run(List.of("-J-XX:+AOTPrintTrainingInfo"));
        assertEquals(0, second.exitCode(), second::toString);
        assertEquals(made, Files.getLastModifiedTime(cache()));
        assertTrue(second.out().stream().anyMatch(line -> line.contains("PointToPoint")), second::toString);
    }

    /**
     * The program uses mpiJava's API. The test still works for both APIs, because ranks of both load the classes of
     * their cache before they look for the program.
     */
    @ParameterizedTest
    @ValueSource(strings = {"mpijava", "openmpi"})
    void aCacheHasWhatProgramsCallFirst(String api) throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        List<String> options = List.of("--api", api, "-J-Xlog:class+load");
        findMade();
        if (!api.equals("mpijava")) {
            run(options);
        }
        Job.Result second = run(options);
        for (String name : List.of("mpj.bindings.CMemcpy", "mpj.collectives.alltoall.SharedAlltoall")) {
            assertTrue(second.out().stream().anyMatch(line -> line.contains(name + " source: shared objects file")),
                () -> name + "\n" + second);
        }
        // Classes that are made at the start cost each rank milliseconds: method handles and the methods of records.
        assertEquals(List.of(), second.out().stream().filter(line -> line.contains("java.lang.invoke.LambdaForm$MH/")
            && !line.contains("shared objects file")).toList());
    }

    @Test
    void aDamagedCacheIsNotMentioned() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        findMade();
        byte[] bytes = Files.readAllBytes(cache());
        // The file has the same length as before, so that mpjrun does not notice the damage, but for the JVM it is the
        // cache of another JVM.
        Arrays.fill(bytes, 0, HEADER, (byte) 0);
        Files.write(cache(), bytes);
        runsWithoutMessages(run());
    }

    @Test
    void aCacheThatWasCutShortIsMadeAgain() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        findMade();
        long length = Files.size(cache());
        try (FileChannel file = FileChannel.open(cache(), StandardOpenOption.WRITE)) {
            file.truncate(length / 2);
        }
        runsWithoutMessages(run());
        assertTrue(Files.size(cache()) > length / 2);
    }

    @Test
    void jvmsThatCannotUseItSayNothing() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        findMade();
        for (String option : List.of("-XX:+UseZGC", "-XX:-UseCompressedOops", "-Xint", "-XX:-TieredCompilation",
            "-XX:TypeProfileLevel=222")) {
            runsWithoutMessages(run(List.of("-J" + option)));
        }
    }

    /** Runs two jobs in a row. Both succeed. */
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

    private static void runsWithoutMessages(Job.Result result) {
        assertEquals(0, result.exitCode(), result::toString);
        assertTrue(result.err().stream().allMatch(line -> line.startsWith("mpj")), result::toString);
        assertTrue(result.out().stream().allMatch(line -> line.startsWith("rank ")), result::toString);
    }

    @Test
    void verboseJobSaysWhereToReadWhyThereIsNone() throws IOException {
        Assumptions.assumeTrue(Runtime.version().feature() >= FIRST_WITH_ARCHIVED_MODULES);
        // No process may write a file of more than 4 MiB or 8 MiB: shells count in different units.
        Job.Result result = run("sh", "-c", "ulimit -f 8192; exec \"$@\"", "sh");
        assertEquals(0, result.exitCode(), result::toString);
        Path log = folder.resolve("archive").resolve("rehearsal.log");
        assertTrue(result.err().stream().anyMatch(line -> line.endsWith("the reason is in " + log)), result::toString);
        assertTrue(Files.readString(log).endsWith("the dump ended with exit code 1\n"), Files.readString(log));
    }
}
