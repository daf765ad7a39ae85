package mpj.runtime.launcher;

import static mpj.runtime.launcher.MpjrunProcess.name;
import static mpj.runtime.launcher.MpjrunProcess.run;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import mpj.runtime.launcher.MpjrunProcess.Result;
import mpj.runtime.launcher.programs.Ranks;
import mpj.tiers.SecondTier;
import mpj.tiers.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
@Timeout(500)
class JobEndTest {
    private static final int CONTROL_C = 3;
    private static final int MOST_ATTEMPTS = 10;

    @Test
    void jobEndsWithTheExitCodeOfTheFailingRank() {
        Result result = run("-np", "3", name(Ranks.ExitWith.class), "1", "5");
        assertEquals(5, result.exitCode(), result.err());
        assertEquals(List.of("mpjrun: rank 1 exited with code 5"), result.reports());
    }

    @Test
    void exitWithZeroIsSuccess() {
        Result result = run("-np", "2", name(Ranks.ExitZero.class));
        assertEquals(0, result.exitCode(), result.err());
        assertEquals(List.of(), result.reports());
    }

    @Test
    void statusAbove128IsNotTakenForASignal() {
        Result result = run("-np", "2", name(Ranks.ExitWith.class), "0", "137");
        assertEquals(137, result.exitCode(), result.err());
        assertEquals(List.of("mpjrun: rank 0 exited with code 137"), result.reports());
    }

    @Test
    void signalIsNamed() {
        Result result = run("-np", "4", name(Ranks.KillSelf.class), "3", "9");
        assertEquals(137, result.exitCode(), result.err());
        assertEquals(List.of("mpjrun: rank 3 killed by signal 9"), result.reports());
    }

    /** Otherwise some ranks would go on with it, and some without it. */
    @Test
    void rankThatAnotherRankCannotReachIsEndedForAll() {
        Result result = run("-np", "3", name(Ranks.Unreachable.class));
        assertEquals(137, result.exitCode(), result.err());
        assertEquals(List.of("rank 0 is lost", "rank 0 is lost"), result.lines(), result.err());
        assertEquals(List.of("mpjrun: rank 0 killed by signal 9, because other ranks cannot reach it (host nowhere:"
            + " reset); the others go on without it"), result.reports());
    }

    @Test
    void abortEndsTheJobThoughOthersAreInAFence() {
        Result result = run("-np", "3", name(Ranks.AbortWith.class), "2", "7");
        assertEquals(7, result.exitCode(), result.err());
        assertEquals(List.of("mpjrun: rank 2 called Abort(7): because of a test"), result.reports());
    }

    @Test
    void abortIsNoSuccessUnlessItsCodeIsZero() {
        assertEquals(List.of(0, 7, 255, 1, 1), IntStream.of(0, 7, -1, 256, -512)
            .map(code -> Outcome.aborted(0, code, "").exitCode()).boxed().toList());
    }

    @Test
    void exceptionFromMainEndsTheRankAlthoughItsThreadsGoOn() {
        Result result = run("-np", "1", name(Ranks.Throw.class));
        assertEquals(1, result.exitCode(), result.err());
        assertTrue(result.err().contains(
            "Exception in thread \"rank 0\" java.lang.IllegalStateException: thrown by rank 0"), result.err());
        assertEquals(List.of("mpjrun: rank 0 exited with code 1"), result.reports());
    }

    @Test
    void exceptionThatCannotBePrintedEndsTheRankAsWell() {
        Result result = run("-np", "1", name(Ranks.ThrowUnprintable.class));
        assertEquals(1, result.exitCode(), result.err());
        assertTrue(result.err().contains("Exception in thread \"rank 0\" " + name(Ranks.class)
            + "$Unprintable, which cannot be printed\n"), result.err());
    }

    @Test
    void rankEndsThoughTheThreadOfItsLifelineHasFailed() {
        Result result = run("-np", "1", "-J--add-exports=mpj.runtime/mpj.runtime.rank=ALL-UNNAMED",
            "-J--add-exports=mpj.runtime/mpj.runtime.wire=ALL-UNNAMED", name(Ranks.ExitWithoutLifeline.class));
        assertEquals(3, result.exitCode(), result.err());
    }

    @Test
    void linesThatWereJustShownAreNotRepeated() {
        Result result = run("-np", "2", name(Ranks.ThrowDeep.class), "1", "0", "");
        assertEquals(1, result.exitCode(), result.err());
        assertEquals(1, result.err().split("out of rank 1", -1).length - 1, result.err());
        assertTrue(result.err().endsWith("mpjrun: rank 1 exited with code 1\n"), result.err());
    }

    @Test
    void lastLinesAreRepeatedWithTheExceptionsMessageWhenOthersCameBetween(@TempDir Path folder) throws IOException {
        Path shown = folder.resolve("shown");
        MpjrunProcess job = MpjrunProcess.start("-np", "2", name(Ranks.ThrowDeep.class), "1", "200", shown.toString());
        // Each line is seen here before the next may come. The lines of two ranks have no order of their own.
        job.awaitError("Ranks$ThrowDeep.main(");
        job.closeInput();
        job.awaitError("line 199 of the other rank\n");
        Files.createFile(shown);
        Result result = job.await();
        assertEquals(1, result.exitCode(), result.err());
        String report = result.err().substring(result.err().indexOf("mpjrun: rank 1 exited with code 1\n"));
        assertTrue(report.contains("  the last lines it printed:\n    Exception in thread \"rank 1\" "
            + "java.lang.IllegalStateException: out of rank 1\n"), result.err());
        assertTrue(report.contains("Ranks$ThrowDeep.main("), result.err());
    }

    @Test
    void rankWaitsForItsNonDaemonThreads() {
        Result result = run("-np", "1", name(Ranks.OutliveMain.class));
        assertEquals(0, result.exitCode(), result.err());
        assertEquals("after main\n", result.out());
    }

    @Test
    void timeoutEndsTheJob() {
        Result result = run("-np", "2", "--timeout", "1.5", name(Ranks.Wait.class));
        assertEquals(124, result.exitCode(), result.err());
        assertEquals(List.of("mpjrun: the job was ended after --timeout 1.5 s"), result.reports());
    }

    @Test
    void rankThatWillNotTerminateIsKilled() {
        Result result = run("-np", "2", "--timeout", "1", name(Ranks.Wait.class), "stubborn");
        assertEquals(124, result.exitCode(), result.err());
        result.lines().forEach(JobEndTest::assertEnds);
    }

    @Test
    void processWhoseParentIsGoneEndsWithAJobThatFails() {
        Result result = run("-np", "2", name(Ranks.LeaveProcess.class));
        assertEquals(3, result.exitCode(), result.err());
        assertEquals(1, result.lines().size(), result.out());
        result.lines().forEach(JobEndTest::assertEnds);
    }

    @Test
    void nothingSurvivesKillOfTheLauncher() {
        MpjrunProcess job = MpjrunProcess.start("-np", "3", name(Ranks.Wait.class));
        List<String> ranks = job.readLines(3);
        job.process().destroyForcibly();
        ranks.forEach(JobEndTest::assertEnds);
    }

    @Test
    void nothingSurvivesKillOfTheLauncherWhileRanksShutDown() {
        MpjrunProcess job = MpjrunProcess.start("-np", "2", name(Ranks.Wait.class), "stubborn");
        List<String> ranks = job.readLines(2);
        ranks.forEach(rank -> ProcessHandle.of(pid(rank)).ifPresent(ProcessHandle::destroy));
        job.process().destroyForcibly();
        ranks.forEach(JobEndTest::assertEnds);
    }

    @Test
    void terminationOfTheLauncherEndsTheJob() {
        MpjrunProcess job = MpjrunProcess.start("-np", "2", name(Ranks.Wait.class));
        List<String> ranks = job.readLines(2);
        // Process.destroy would also close the streams.
        job.process().toHandle().destroy();
        Result result = job.await();
        assertEquals(143, result.exitCode(), result.err());
        assertEquals(List.of("mpjrun: interrupted; the job was ended"), result.reports());
        ranks.forEach(JobEndTest::assertEnds);
    }

    @Test
    void interruptOfTheLauncherEndsTheJob() throws IOException, InterruptedException {
        MpjrunProcess job = MpjrunProcess.start("-np", "2", name(Ranks.Wait.class));
        List<String> ranks = job.readLines(2);
        String pid = Long.toString(job.process().pid());
        if (ignoresInterrupt(pid)) {
            job.process().destroyForcibly();
            assumeTrue(false, "SIGINT is ignored by background processes of this build's shell");
        }
        assertTrue(new ProcessBuilder("kill", "-INT", pid).start().waitFor(60, TimeUnit.SECONDS));
        Result result = job.await();
        assertEquals(130, result.exitCode(), result.err());
        assertEquals(List.of("mpjrun: interrupted; the job was ended"), result.reports());
        ranks.forEach(JobEndTest::assertEnds);
    }

    @Test
    void rankThatIsKilledEndsAlsoOneThatIsStopped() {
        Result result = run("-np", "2", name(Ranks.StopSelf.class), "9");
        assertEquals(137, result.exitCode(), result.err());
        assertEquals(List.of("mpjrun: rank 0 killed by signal 9"), result.reports());
    }

    @Test
    void rankThatIsStoppedIsNamedWhenAllOthersHaveEnded() {
        MpjrunProcess job = MpjrunProcess.start("-np", "2", "-Dmpj.deadlock.report=1", name(Ranks.StopSelf.class));
        job.awaitError("mpjrun: no rank has gone on for 1 s: rank 1 is stopped by a signal; kill -CONT ");
        job.process().toHandle().destroy();
        Result result = job.await();
        assertTrue(result.err().contains("  rank 1: stopped by a signal; "), result.err());
    }

    /** A terminal sends the signal to the ranks as well. */
    @Test
    void controlCInATerminalTellsWhatEachRankWasDoing() throws IOException {
        assertControlCTells("--timeout 100 --tag-output");
    }

    @Test
    @SecondTier
    void controlCInATerminalTellsWithoutOptionsWhatEachRankWasDoing() throws IOException {
        assertControlCTells("");
    }

    private static void assertControlCTells(String options) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "there is no script(1) to make a terminal");
        run("-np", "1", name(Ranks.ExitZero.class)); // the first job prints that it prepares an archive
        Result result = interruptedInATerminal(options);
        // The ranks have little time for their answers, because the user wants the job to end. On a busy machine mpjrun
        // may get no answer, and says so.
        for (int attempt = 1; attempt < MOST_ATTEMPTS
            && result.lines().stream().anyMatch(line -> line.matches("  rank \\d: no answer")); attempt++) {
            result = interruptedInATerminal(options);
        }
        for (int rank = 0; rank < 2; rank++) {
            assertTrue(result.out().contains("  rank " + rank + ": waiting outside MPI"), result.out());
        }
    }

    private static Result interruptedInATerminal(String options) throws IOException {
        MpjrunProcess job = MpjrunProcess.startInTerminal(
            ("-np 2 " + options + " " + name(Ranks.Wait.class)).split(" +"));
        List<String> ranks = job.readLines(2).stream().map(line -> line.substring(line.indexOf("pid "))).toList();
        for (String rank : ranks) {
            assertTrue(ignoresInterrupt(Long.toString(pid(rank))), "a rank would end at the terminal's signal");
        }
        String launcher = Long.toString(job.process().children().findFirst().orElseThrow().pid()); // script's child
        if (ignoresInterrupt(launcher)) {
            job.process().descendants().forEach(ProcessHandle::destroyForcibly);
            assumeTrue(false, "SIGINT is ignored by background processes of this build's shell");
        }
        OutputStream keys = job.process().getOutputStream();
        keys.write(CONTROL_C);
        keys.flush();
        Result result = job.await();
        assertEquals(130, result.exitCode(), result.out());
        ranks.forEach(JobEndTest::assertEnds);
        return result;
    }

    @Test
    void launcherWithoutDescriptorsEndsItsRanksAndNamesWhatItLacks() throws Exception {
        for (int most = 24; most <= 32; most += 4) {
            String mark = "-Dtest.mark=" + UUID.randomUUID();
            ProcessBuilder command = MpjrunProcess.command("-np", "12", mark, name(Ranks.Wait.class));
            command.command().addAll(0, List.of("sh", "-c", "ulimit -n " + most + "; exec \"$@\"", "sh"));
            Result result = MpjrunProcess.start(command).closeInput().await();
            assertEquals(1, result.exitCode(), result.err());
            assertTrue(result.err().contains("allow more with ulimit -n") && !result.err().contains("Exception"),
                "with " + most + " descriptors: " + result.err());
            for (ProcessHandle left : ProcessHandle.allProcesses().filter(each -> carries(each, mark)).toList()) {
                assertEnds("pid " + left.pid());
            }
        }
    }

    @Test
    void ranksThatAreEndedWhileTheyBootSayNothing() {
        int rounds = Turn.count("mpj.runtime.launcher.JobEndTest.ranksThatAreEndedWhileTheyBootSayNothing", 1, 3);
        for (int round = 0; round < rounds; round++) {
            Result result = run("-np", "8", "no.such.Program");
            assertEquals(1, result.exitCode(), result.err());
            assertEquals(List.of(), result.err().lines().filter(line -> !line.startsWith("mpjrun: ")).toList(),
                "beside the launcher's own report");
        }
    }

    private static boolean carries(ProcessHandle process, String word) {
        return process.info().arguments().map(Arrays::asList).orElse(List.of()).contains(word);
    }

    @Test
    void closedOutputEndsTheJob() throws IOException {
        MpjrunProcess job = MpjrunProcess.start("-np", "1", name(Ranks.Flood.class));
        job.readLines(1);
        job.process().getInputStream().close();
        assertEquals(141, job.await().exitCode());
    }

    private static boolean ignoresInterrupt(String pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc", pid, "status"))) {
            if (line.startsWith("SigIgn:")) {
                return (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 1L << (2 - 1)) != 0;
            }
        }
        return false;
    }

    private static long pid(String line) {
        return Long.parseLong(line.substring("pid ".length()));
    }

    private static void assertEnds(String line) {
        ProcessHandle.of(pid(line)).ifPresent(rank -> {
            try {
                rank.onExit().get(60, TimeUnit.SECONDS);
            } catch (Exception e) {
                rank.destroyForcibly();
                throw new AssertionError(line + " survived", e);
            }
        });
    }
}
