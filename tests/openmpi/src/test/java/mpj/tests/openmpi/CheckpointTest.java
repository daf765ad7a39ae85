package mpj.tests.openmpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.Job;
import mpj.tests.JobsInTurn;
import mpj.tests.TestedTransport;
import mpj.tests.openmpi.programs.Checkpoints;
import mpj.tests.openmpi.programs.LaterRun;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Checkpoints of jobs, some of whose ranks end while they write or restore. The test prints its seeds. */
@Execution(ExecutionMode.CONCURRENT)
class CheckpointTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int RANKS = 5;
    private static final int DEATHS = 2;
    private static final int SEEDS = 20;
    private static final int SEEDS_OF_FIRST_TIER = 2;

    @TempDir
    private Path folder;

    /** With a few seeds over each transport between processes, and with many in the second tier. */
    @TestFactory
    List<DynamicTest> ranksThatAreLeftRestoreWhatAllHaveWritten() {
        JobsInTurn second = JobsInTurn.chosen();
        int seeds = JobsInTurn.rounds(SEEDS);
        List<DynamicTest> tests = new ArrayList<>();
        for (TestedTransport transport : TestedTransport.all()) {
            for (int i = 0; i < seeds && !transport.name().equals("threads"); i++) {
                for (boolean files : new boolean[] {false, true}) {
                    int seed = i;
                    if (seed < SEEDS_OF_FIRST_TIER || second.runsNext()) {
                        tests.add(DynamicTest.dynamicTest(transport.name() + (files ? ", files" : ", memory")
                            + ", seed " + seed, () -> survive(transport, files, seed)));
                    }
                }
            }
        }
        return tests;
    }

    private void survive(TestedTransport transport, boolean files, int seed) throws IOException {
        transport.assumeAvailable();
        Path versions = folder.resolve(transport.name().replace(':', '-') + seed);
        Job.Result result = Job.start(Stream.of(List.of("--api", "openmpi", "-np", Integer.toString(RANKS)),
            transport.properties(), List.of(Checkpoints.class.getName(), files ? versions.toString() : "memory",
                Integer.toString(seed), Integer.toString(DEATHS))).flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(9, result.exitCode(), result::toString);
        assertEquals(RANKS - DEATHS, result.out().stream()
            .filter(line -> line.endsWith(": " + (RANKS - DEATHS) + " are left, true")).count(), result::toString);
        if (files) {
            assertTwoVersionsAtMost(versions);
        }
    }

    private static List<String> assertTwoVersionsAtMost(Path versions) throws IOException {
        try (Stream<Path> files = Files.list(versions)) {
            List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
            assertTrue(names.stream().map(name -> name.split("\\.")[1]).distinct().count() <= 2, names::toString);
            return names;
        }
    }

    private static Job.Result run(String versions, int ranks, String... words) {
        Job.Result result = Job.start(Stream.of(List.of("--api", "openmpi", "-np", Integer.toString(ranks),
            "-Dmpj.transport=shm", LaterRun.class.getName(), versions), List.of(words))
            .flatMap(List::stream).toList()).await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
        return result;
    }

    private Job.Result run(int ranks, String... words) {
        return run(folder.toString(), ranks, words);
    }

    private static void assertLines(Job.Result result, int ranks, String text) {
        assertEquals(ranks, result.out().stream().filter(line -> line.contains(text)).count(),
            () -> text + "\n" + result);
    }

    @Test
    void laterRunsGoOnWithOtherNumbersOfRanks() throws IOException {
        assertLines(run(3, "write", "3"), 3, "begins with step 0");
        assertEquals(List.of("field.2.0-of-3.checkpoint", "field.2.1-of-3.checkpoint", "field.2.2-of-3.checkpoint",
            "field.3.0-of-3.checkpoint", "field.3.1-of-3.checkpoint", "field.3.2-of-3.checkpoint"),
            assertTwoVersionsAtMost(folder));

        Path damaged = folder.resolve("field.3.1-of-3.checkpoint");
        byte[] content = Files.readAllBytes(damaged);
        content[content.length / 2]++;
        Files.write(damaged, content);
        Job.Result older = run(2, "write", "1");
        assertLines(older, 2, "begins with step 2");
        assertLines(older, 2, "passed over: version 3 is damaged: the file " + damaged + ": its checksum is ");
        assertTrue(older.err().stream().anyMatch(line -> line.contains("version 2 of the state field is restored")),
            older::toString);

        assertLines(run(4, "write", "1"), 4, "begins with step 3");
        assertEquals(2 + 4, assertTwoVersionsAtMost(folder).size());
        assertLines(run(4, "write", "2"), 4, "begins with step 4");
        assertEquals(4 + 4, assertTwoVersionsAtMost(folder).size());

        assertLines(run(2, "other"), 2, "refused: in the folder " + folder + ", the version 7 has field (block"
            + " double[20011]), which is not registered");

        Files.delete(folder.resolve("field.7.3-of-4.checkpoint"));
        Job.Result incomplete = run(1, "write", "0");
        assertLines(incomplete, 1, "begins with step 5");
        assertLines(incomplete, 1, "passed over: version 7 is incomplete: the part of rank 3 of 4 is missing");
    }

    /** The run writes without having restored. It cannot see from the names of the files that version 3 is damaged. */
    @Test
    void onlyGoodVersionStaysUntilTheNextIsComplete() throws IOException {
        run(3, "write", "3");
        Path damaged = folder.resolve("field.3.1-of-3.checkpoint");
        byte[] content = Files.readAllBytes(damaged);
        content[content.length / 2]++;
        Files.write(damaged, content);
        run(2, "large", "10");
        assertEquals(List.of("field.2.0-of-3.checkpoint", "field.2.1-of-3.checkpoint", "field.2.2-of-3.checkpoint",
            "field.4.0-of-2.checkpoint", "field.4.1-of-2.checkpoint"), assertTwoVersionsAtMost(folder));
    }

    /** Nobody can read a folder as a file, as nobody can open a file in a process that has too many open. */
    @Test
    void nothingIsDeletedWhileARankCannotReadAFile() throws IOException {
        run(2, "write", "2");
        Path unreadable = folder.resolve("field.2.1-of-2.checkpoint");
        Files.delete(unreadable);
        // Some file systems give an empty folder no size.
        Files.createFile(Files.createDirectory(unreadable).resolve("file"));
        assertLines(run(2, "large", "10"), 2, "the file " + unreadable + " cannot be read: Is a directory");
        assertEquals(List.of("field.1.0-of-2.checkpoint", "field.1.1-of-2.checkpoint", "field.2.0-of-2.checkpoint",
            "field.2.1-of-2.checkpoint"), assertTwoVersionsAtMost(folder));
    }

    /** The ranks have local folders, as on several hosts. */
    @Test
    void nothingIsDeletedWhileARankCannotUseItsFolder() throws IOException {
        String versions = folder.resolve("RANK").toString();
        run(versions, 2, "write", "2");
        Path away = Files.move(folder.resolve("1"), folder.resolve("away"));
        Path file = Files.createFile(folder.resolve("1"));
        assertLines(run(versions, 2, "large", "10"), 2, "the folder " + file + " cannot be made: it exists already");
        Files.delete(file);
        Files.move(away, file);
        assertLines(run(versions, 2, "write", "0"), 2, "begins with step 2");
    }

    @Test
    void everyRankHearsOfAFolderThatCannotBeUsed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Job.Result result = Job.start("--api", "openmpi", "-np", "3", LaterRun.class.getName(), file.toString(),
            "large", "10").await(LIMIT);
        assertLines(result, 3, "refused: the folder " + file + " cannot be made: it exists already, and is not"
            + " a folder");
        assertEquals(0, result.exitCode(), result::toString);
    }

    @Test
    void versionThatALossHasKeptFromBeingValidDoesNotExist() throws IOException {
        Files.createFile(Files.createDirectory(folder.resolve("field.1.1-of-2.checkpoint")).resolve("file"));
        Job.Result result = Job.start("--api", "openmpi", "-np", "2", "-Dmpj.transport=shm", LaterRun.class.getName(),
            folder.toString(), "alone").await(LIMIT);
        assertNull(result.stacks(), result::toString);
        assertEquals(9, result.exitCode(), result::toString);
        assertLines(result, 1, "rank 0: restored: false");
        assertEquals(List.of("field.4.0-of-1.checkpoint"), assertTwoVersionsAtMost(folder));
    }
}
