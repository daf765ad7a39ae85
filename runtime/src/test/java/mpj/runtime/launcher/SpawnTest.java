package mpj.runtime.launcher;

import static mpj.runtime.launcher.MpjrunProcess.name;
import static mpj.runtime.launcher.MpjrunProcess.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jobs.Spawners;
import mpj.runtime.launcher.MpjrunProcess.Result;
import mpj.runtime.launcher.programs.Ranks;
import mpj.tiers.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that spawn jobs. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class SpawnTest {
    private static final String PARENT = name(Spawners.Parent.class);
    private static final String CHILD = name(Spawners.Child.class);

    @TempDir
    private Path folder;

    private static List<String> sorted(Result result) {
        return result.lines().stream().map(String::strip).sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void spawnedRanksAreAJobOfTheirOwn(String transport) {
        Result result = run("-np", "2", "--tag-output", "-Dmpj.transport=" + transport, PARENT, CHILD, "2", "", "one",
            "two");
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(List.of("[0] spawned [2]", "[1:0] child 0 of 2, program 0, parent at a port one two",
            "[1:1] child 1 of 2, program 0, parent at a port one two"), sorted(result), result.err());
        assertEquals(List.of(), result.reports());
    }

    @Test
    void programsOfOneSpawnAreOneJobAndSoftMayGiveFewerRanks() {
        Result result = run("-np", "1", name(Spawners.ParentOfTwo.class));
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(List.of("child 0 of 4, program 0, parent at a port first",
            "child 1 of 4, program 1, parent at a port second", "child 2 of 4, program 1, parent at a port second",
            "child 3 of 4, program 1, parent at a port second", "parent at no port, room for true",
            "spawned [1, 3]"), sorted(result), result.err());
    }

    @Test
    void programThatDoesNotExistIsNamedAndTheParentGoesOn() {
        List<String> programs = List.of("no.such.Program", "none.java", "none.jar");
        List<String> lines = tries("2", programs.stream().flatMap(program -> Stream.of(program, "1", "")));
        for (int i = 0; i < programs.size(); i++) {
            assertTrue(lines.get(i).startsWith("not spawned: there is no ") && lines.get(i).contains(programs.get(i)),
                lines.get(i));
        }
    }

    @Test
    void infoThatCannotBeIsNamedAndTheParentGoesOn() {
        List<String> infos = List.of("host=nowhere", "wdir=nowhere", "soft=x", "soft=7", "file=nowhere", "arch=pdp11");
        List<String> lines = tries("1", infos.stream().flatMap(info -> Stream.of(CHILD, "2", info)));
        for (int i = 0; i < infos.size(); i++) {
            String line = lines.get(i);
            assertTrue(line.startsWith("not spawned: info key " + infos.get(i).split("=")[0]), line);
        }
    }

    /** What a parent prints that tries to spawn several programs: a line for each. */
    private static List<String> tries(String ranks, Stream<String> triples) {
        List<String> words = triples.toList();
        Result result = run(Stream.concat(Stream.of("-np", ranks, name(Spawners.Trying.class)), words.stream())
            .toArray(String[]::new));
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(words.size() / 3, result.lines().size(), result.out());
        return result.lines();
    }

    @Test
    void spawnedRanksTakeFreeSlotsOnly() {
        Result result = run("-np", "2", "--host", "localhost:4", PARENT, CHILD, "3", "");
        assertEquals("not spawned: there are too few slots for 3 ranks of " + CHILD
            + ": 2 are free on the hosts of this job; give the hosts more (HOST:N, or HOST slots=N in the hostfile), or"
            + " allow it with --oversubscribe\n", result.out(), result.err());
        Result fitting = run("-np", "2", "--host", "localhost:4", PARENT, CHILD, "9", "soft=1:9");
        assertTrue(sorted(fitting).contains("spawned [2]"), fitting.out() + fitting.err());
    }

    /** The launcher believes that the host has one core. Alone, the spawned rank would have it to itself. */
    @Test
    void spawnedRanksCompileLaterIfTheHostHasManyRanksOfAllJobs() {
        ProcessBuilder command = MpjrunProcess.command("-np", "2", PARENT, name(Spawners.Options.class), "1", "",
            "CompileThresholdScaling");
        command.command().add(1, "-XX:ActiveProcessorCount=1");
        Result result = MpjrunProcess.start(command).closeInput().await();
        assertEquals(List.of("-XX:CompileThresholdScaling=3", "spawned [1]"), sorted(result), result.err());
    }

    /** Otherwise the launcher would run out of memory, and its other jobs would fail. */
    @Test
    void moreRanksThanAJobMayHaveAreRefusedAndTheParentGoesOn() {
        Result result = run("-np", "1", PARENT, CHILD, "2000000000", "");
        assertEquals("not spawned: the number of ranks of " + CHILD + " is 2000000000; a job has at most 1048576 ranks,"
            + " so ask for fewer\n", result.out(), result.err());
        assertEquals(0, result.exitCode(), result.err());
    }

    @Test
    void programsAreFoundInTheFoldersOfThePathAndStartInTheWorkingFolder() throws IOException {
        Path source = Files.writeString(Files.createDirectory(folder.resolve("sources")).resolve("Late.java"), """
            public class Late {
                public static void main(String[] args) {
                    try (var bootstrap = mpj.runtime.bootstrap.Bootstrap.connect()) {
                        bootstrap.fence();
                        System.out.println("late, in " + System.getProperty("user.dir"));
                    }
                }
            }
            """);
        Result result = run("-np", "1", PARENT, "Late.java", "1", "path=/nowhere:" + source.getParent());
        assertEquals(0, result.exitCode(), result.err());
        assertTrue(sorted(result).contains("late, in " + Path.of("").toAbsolutePath()), result.out() + result.err());
        Result elsewhere = run("-np", "1", PARENT, "Late.java", "1", "wdir=" + source.getParent());
        assertTrue(sorted(elsewhere).contains("late, in " + source.getParent()), elsewhere.out() + elsewhere.err());
    }

    @Test
    void jobThatEndsBeforeItHasJoinedIsNotSpawned() {
        Result result = run("-np", "2", PARENT, name(Spawners.Failing.class), "2", "", "3", "early");
        assertEquals(0, result.exitCode(), result.err());
        assertTrue(result.out().matches("not spawned: rank [01] exited with code 3\n"), result.out());
        Result without = run("-np", "1", PARENT, name(Ranks.ExitZero.class), "2", "");
        assertEquals("not spawned: the programs ended without MPI.Init\n", without.out(), without.err());
    }

    /** Otherwise the launcher would wait for more losses than there are. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void replacementThatFailsBeforeItHasJoinedIsALostRank(int lost) {
        Result result = run("-np", Integer.toString(lost + 1), "--respawn", Integer.toString(2 * lost),
            name(Spawners.Replacing.class), folder.toString());
        String line = "spawned [" + lost + "]";
        assertEquals(List.of(line, line), result.lines(), result.err());
        assertEquals(0, result.exitCode(), result.err());
    }

    @Test
    void lossInASpawnedJobIsToldAndLeavesTheParentAlone() {
        Result result = run("-np", "1", name(Spawners.ParentOfFailing.class));
        assertEquals(List.of("hears of losses: true", "the child 0 exited with code 3 false"), result.lines(),
            result.err());
        assertEquals(List.of("mpjrun: spawned job 1: rank 0 exited with code 3"), result.reports());
        assertEquals(3, result.exitCode());
    }

    @Test
    void jobEndsWithTheJobThatSpawnedItIfThatFails() {
        Result result = run("-np", "1", name(Spawners.ParentOfWaiting.class), "attached", "5");
        assertEquals(5, result.exitCode(), result.err());
        assertTrue(result.reports().contains("mpjrun: rank 0 exited with code 5"), result.err());
        assertTrue(result.reports().contains("mpjrun: spawned job 1: the job was ended, because the job that spawned it"
            + " has failed"), result.err());
    }

    /** Nobody would end it otherwise. */
    @Test
    void jobEndsWithTheJobThatSpawnedItIfThatAbortsWithCodeZero() {
        Result result = run("-np", "1", name(Spawners.ParentOfWaiting.class), "attached", "0", "abort");
        assertEquals(0, result.exitCode(), result.err());
        assertTrue(result.reports().contains("mpjrun: spawned job 1: the job was ended, because the job that spawned it"
            + " has failed"), result.err());
    }

    @Test
    void detachedJobGoesOnWhenTheJobThatSpawnedItFails() {
        Result result = run("-np", "1", name(Spawners.ParentOfWaiting.class), "detached", "5");
        assertEquals(5, result.exitCode(), result.err());
        assertEquals("the parent has ended", result.lines().getLast(), result.err());
        assertEquals(List.of("mpjrun: rank 0 exited with code 5"), result.reports());
    }

    @Test
    void timeoutEndsAllJobs() {
        Result result = waitingWithTimeout("2");
        for (String longer : List.of("8", "80")) {
            if (!result.out().startsWith("waiting, ")) {
                result = waitingWithTimeout(longer); // this machine takes longer to start the spawned rank
            }
        }
        assertEquals(124, result.exitCode(), result.err());
        assertTrue(result.err().contains("mpjrun: the job was ended after --timeout"), result.err());
        assertTrue(result.err().contains("spawned job 1: the job was ended after --timeout"), result.err());
    }

    private static Result waitingWithTimeout(String seconds) {
        return run("-np", "1", "--timeout", seconds, name(Spawners.ParentOfWaiting.class), "detached");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void spawnedRanksEndWithMpjrun(boolean orderly) throws Exception {
        MpjrunProcess mpjrun = MpjrunProcess.start("-np", "1", name(Spawners.ParentOfWaiting.class), "detached");
        String line = mpjrun.readLines(1).getFirst();
        ProcessHandle rank = ProcessHandle.of(Long.parseLong(line.replaceAll("\\D", ""))).orElseThrow();
        if (orderly) {
            mpjrun.process().destroy();
        } else {
            mpjrun.process().destroyForcibly();
        }
        rank.onExit().get(60, TimeUnit.SECONDS);
        mpjrun.closeInput().await();
    }

    @Test
    void namesBelongToTheJobThatHasPublishedThem() {
        Result result = run("-np", "1", name(Spawners.Naming.class));
        assertEquals(0, result.exitCode(), result.err());
        assertEquals("[value of a, PUBLISHED, FOREIGN, UNKNOWN, UNKNOWN]\n", result.out(), result.err());
    }

    @Test
    void filesOfSpawnedRanksAreInAFolderOfTheirJob() throws IOException {
        Result result = run("-np", "1", "--output", folder.resolve("out").toString(), PARENT, CHILD, "2", "");
        assertEquals(0, result.exitCode(), result.err());
        assertEquals("spawned [2]\n", Files.readString(folder.resolve("out/rank-0.out")));
        assertEquals("child 1 of 2, program 0, parent at a port \n",
            Files.readString(folder.resolve("out/job-1/rank-1.out")));
    }

    @Test
    void manyJobsFollowEachOther() {
        int jobs = Turn.count("mpj.runtime.launcher.SpawnTest.manyJobsFollowEachOther", 5, 20);
        Result result = run("-np", "1", name(Spawners.Looping.class), Integer.toString(jobs));
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(jobs, result.lines().size(), result.err());
    }
}
