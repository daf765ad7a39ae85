package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.tests.programs.Coupled;
import mpj.tests.programs.HeldUp;
import mpj.tests.programs.Join;
import mpj.tests.programs.OnHosts;
import mpj.tests.programs.SilentEnd;
import mpj.tests.programs.StaticState;
import mpj.tests.programs.SurviveLoss;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs on hosts that share nothing but the network. The tests are skipped if there can be no such hosts, unless they
 * are required.
 */
@MostlyWaits
@Timeout(1200)
class HostsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String PROGRAM = OnHosts.class.getName();
    private static Hosts hosts;

    @BeforeAll
    static void start() throws InterruptedException {
        hosts = Hosts.startOrSkip();
    }

    @AfterAll
    static void stop() throws IOException {
        if (hosts != null) {
            hosts.close();
        }
    }

    private static Job.Result run(String... arguments) throws IOException {
        Job job = hosts.mpjrun(arguments);
        job.input().close();
        return job.await(LIMIT);
    }

    /** The second of two transports has its turn in the second tier. */
    private static void assumeTurnUnlessFirst(String first, String transport, String test) {
        if (!transport.equals(first)) {
            JobsInTurn.assumeTurnOf(test + " over " + transport);
        }
    }

    private static void awaitNothingLeft() throws Exception {
        hosts.awaitNoProcesses(LIMIT);
        for (String host : List.of("a", "b", "c")) {
            assertEquals("", hosts.run(host, "find /root/.cache/mpj -name 'new*' 2>/dev/null; ls /dev/shm"));
        }
    }

    @Test
    void ranksOfThreeHostsExchangeValuesAndKnowTheirHosts() throws IOException {
        Job.Result result = run("--host", "a:2,b:2,c:2", PROGRAM, "end");
        assertEquals(IntStream.range(0, 6).mapToObj(
            rank -> "rank " + rank + " sees a a b b c c; local 2; reachable true").toList(),
            result.out().stream().sorted().toList(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
    }

    @Test
    void programsOfOneJobSpanHosts() throws IOException {
        Job.Result result = run("--host", "a:2,b:2", "-np", "1", Coupled.Ocean.class.getName(), "x", ":", "-np", "3",
            "-Dcolour=blue", Coupled.Air.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("rank 0: Ocean 0 of 1 ranks, sums 0 and 6, [x] grey",
            "rank 1: Air 1 of 3 ranks, sums 6 and 6, [] blue", "rank 2: Air 1 of 3 ranks, sums 6 and 6, [] blue",
            "rank 3: Air 1 of 3 ranks, sums 6 and 6, [] blue"),
            result.out().stream().sorted().toList(), result::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm,nio", "threads,nio"})
    void filesHaveWhatRanksOfAllHostsPrint(String transport, @TempDir Path folder) throws IOException {
        assumeTurnUnlessFirst("shm,nio", transport, "filesHaveWhatRanksOfAllHostsPrint");
        Job.Result result = run("--host", "a:2,localhost:2", "-Dmpj.transport=" + transport, "--output",
            folder.toString(), StaticState.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of(), result.out(), result::toString);
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(List.of("rank " + rank + " counts " + (rank + 1)),
                Files.readAllLines(folder.resolve("rank-" + rank + ".out")), result::toString);
            assertEquals(List.of("rank " + rank + " is done"),
                Files.readAllLines(folder.resolve("rank-" + rank + ".err")), result::toString);
        }
    }

    /** One host cannot be reached at first. Another host gives an answer that no waiting can change. */
    @Test
    void hostThatIsNotUpYetIsTriedAgain(@TempDir Path folder) throws IOException {
        Path ssh = Files.writeString(folder.resolve("ssh"), """
            [ "$1" != b ] || [ -e "$0.tried" ] || { touch "$0.tried"; echo "b is booting" >&2; exit 255; }
            exec ssh -T -o BatchMode=yes "$@"
            """);
        String[] words = {"--ssh", "sh " + ssh, "--host", "a,b", Join.class.getName()};
        Job.Result result = run(words);
        assertEquals(1, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().contains("host b: b is booting"), result::toString);
        Files.delete(folder.resolve("ssh.tried"));
        result = run(Stream.concat(Stream.of("--wait-for-hosts", "60"), Stream.of(words)).toArray(String[]::new));
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: host b is not up yet; it is tried again for up to 60 s: b is booting"),
            result.reports(), result::toString);
    }

    @Test
    void programPassesABarrierOfThreeHosts() throws IOException {
        JobsInTurn.assumeTurnOf("programPassesABarrierOfThreeHosts");
        Job.Result result = run("--host", "a:2,b:2,c:2", Join.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
    }

    @Test
    void theProfileHasTheRanksOfAllHosts() throws IOException {
        JobsInTurn.assumeTurnOf("theProfileHasTheRanksOfAllHosts");
        Job.Result result = run("--host", "a:2,b:2,c:2", "--profile", Join.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        for (int rank = 0; rank < 6; rank++) {
            String row = " +" + rank + " +\\d+\\.\\d{3} .*";
            assertTrue(result.err().stream().anyMatch(line -> line.matches(row)), result::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({"nio, nio", "libfabric:tcp, libfabric"})
    void ranksAreThreadsWithinAHostAndTalkOverTheNetworkBetweenHosts(String network, String name) throws IOException {
        assumeTurnUnlessFirst("nio", network, "ranksAreThreadsWithinAHostAndTalkOverTheNetworkBetweenHosts");
        TestedTransport.all().stream().filter(tested -> tested.name().equals(network))
            .forEach(TestedTransport::assumeAvailable);
        Job.Result result =
            run("--host", "a:2,b:2", "-Dmpj.transport=threads," + network, "-v", StaticState.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(IntStream.range(0, 4).mapToObj(rank -> "rank " + rank + " counts " + (rank + 1)).toList(),
            result.out().stream().sorted().toList(), result::toString);
        for (String line : List.of("rank 0 uses threads to 1; %s to 2-3", "rank 3 uses threads to 2; %s to 0-1")) {
            assertTrue(result.err().contains("mpj: " + line.formatted(name)), result::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "threads,shm,nio"})
    void jvmsOfSeveralRanksOnSeveralHosts(String transport) throws IOException {
        assumeTurnUnlessFirst("auto", transport, "jvmsOfSeveralRanksOnSeveralHosts");
        Job.Result result = run("--host", "a:4,b:2", "--ranks-per-jvm", "2", "-Dmpj.transport=" + transport, "-v",
            StaticState.class.getName());
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(IntStream.range(0, 6).mapToObj(rank -> "rank " + rank + " counts " + (rank + 1)).toList(),
            result.out().stream().sorted().toList(), result::toString);
        for (String line : List.of("rank 0 uses threads to 1; shm to 2-3; nio to 4-5",
            "rank 5 uses threads to 4; shm to none; nio to 0-3")) {
            assertTrue(result.err().contains("mpj: " + line), result::toString);
        }
    }

    @Test
    void exitOfARankThatIsAThreadOnAnotherHostNamesThatRank() throws Exception {
        Job.Result result = run("--host", "a:2,b:2", "-Dmpj.transport=threads,nio", PROGRAM, "exit");
        assertEquals(5, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().startsWith("mpjrun: rank 3 on host b exited with code 5"),
            result::toString);
        awaitNothingLeft();
    }

    @Test
    void laptopTakesPartAndAgentsStartAgents() throws IOException {
        Job.Result result = run("--host", "localhost,a,b,c", "--ssh-fanout", "1", PROGRAM, "end");
        assertEquals(IntStream.range(0, 4).mapToObj(
            rank -> "rank " + rank + " sees laptop a b c; local 1; reachable true").toList(),
            result.out().stream().sorted().toList(), result::toString);
    }

    @Test
    void missingFilesAreSentToAHostOnceAndCleanedOnDemand() throws IOException {
        run("--host", "a", PROGRAM, "end");
        String list = "cd /root/.cache/mpj/shipped && find . -type f | xargs stat -c '%n %y %i' | sort";
        String first = hosts.run("a", list);
        assertTrue(first.contains("mpj-runtime.jar") && first.contains("OnHosts.class"), first);
        run("--host", "a", PROGRAM, "end");
        assertEquals(first, hosts.run("a", list));
        assertEquals(0, run("--clean", "--host", "a").exitCode());
        assertEquals("", hosts.run("a", "ls /root/.cache/mpj 2>/dev/null"));
    }

    @Test
    void failedRankIsReportedWithItsHostAndLastWords() throws Exception {
        Job.Result result = run("--host", "a,b", PROGRAM, "exit");
        assertEquals(5, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().startsWith("mpjrun: rank 1 on host b exited with code 5"),
            result::toString);
        assertEquals(1, result.err().stream().filter(line -> line.strip().equals("last words")).count(),
            result::toString);
        awaitNothingLeft();
    }

    @Test
    void abortEndsTheRanksOfAllHosts() throws Exception {
        Job.Result result = run("--host", "a,b,c", PROGRAM, "abort");
        assertEquals(6, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: rank 2 called Abort(6): for a test"), result.reports());
        awaitNothingLeft();
    }

    @ParameterizedTest
    @CsvSource({"return, met", "exit, strangers"})
    void rankThatEndsWithoutFinalizeOnAnotherHostIsLost(String how, String acquaintance) throws Exception {
        Job.Result result = run("--host", "a,b", SilentEnd.class.getName(), how, acquaintance);
        SilentEndTest.assertNamedInEveryCall(result, acquaintance.equals("met"));
        assertTrue(result.out().stream().anyMatch(line -> line.contains("rank 1 is lost: host b: ended with")),
            result::toString);
        awaitNothingLeft();
    }

    @Test
    void ranksOfTwoHostsThatTolerateLossesGoOnWithoutARankThatEndedWithoutFinalize() throws Exception {
        JobsInTurn.assumeTurnOf("ranksOfTwoHostsThatTolerateLossesGoOnWithoutARankThatEndedWithoutFinalize");
        Job.Result result = run("--host", "a:2,b", SurviveLoss.class.getName(), "-1", "return");
        LostRankTest.assertSurvived(result);
        assertEquals(1, result.exitCode(), result::toString);
    }

    @Test
    void timeoutEndsTheRanksOfAllHosts() throws Exception {
        JobsInTurn.assumeTurnOf("timeoutEndsTheRanksOfAllHosts");
        Job.Result result = run("--host", "a,b", "--timeout", "4", PROGRAM, "wait");
        assertEquals(124, result.exitCode(), result::toString);
        awaitNothingLeft();
    }

    @Test
    void standardInputReachesRankZeroOnAnotherHost() throws Exception {
        Job job = hosts.mpjrun("--host", "a,b", PROGRAM, "echo");
        String line = "0123456789".repeat(20_000);
        job.input().write((line + "\nand more\n").getBytes(StandardCharsets.US_ASCII));
        job.input().close();
        Job.Result result = job.await(LIMIT);
        assertTrue(result.out().containsAll(List.of(line, "and more")), result::toString);
    }

    @Test
    void nothingSurvivesKillOfTheLauncher() throws Exception {
        JobsInTurn.assumeTurnOf("nothingSurvivesKillOfTheLauncher");
        kill("flood", arguments -> arguments.contains("mpj.runtime.launcher.Mpjrun"));
    }

    @Test
    void killedAgentInTheTreeEndsTheJob() throws Exception {
        Job.Result result = kill("wait", arguments -> arguments.contains("mpj.runtime.agent.Agent"));
        assertEquals(1, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().contains("the connection to the agent was lost"), result::toString);
    }

    private static Job.Result kill(String action, Predicate<String> victim) throws Exception {
        Job job = hosts.mpjrun("--host", "a,b,c", "--ssh-fanout", "1", PROGRAM, action);
        job.awaitLines(3, line -> line.contains(" sees "), LIMIT);
        hosts.processes().stream().filter(process -> victim.test(Hosts.arguments(process))).findFirst().orElseThrow()
            .destroyForcibly();
        Job.Result result = job.await(LIMIT);
        awaitNothingLeft();
        return result;
    }

    @Test
    void statusAndStacksShowEveryRank() throws Exception {
        Job job = hosts.mpjrun("--host", "localhost,a,b", PROGRAM, "wait");
        job.awaitLines(3, line -> line.contains(" sees "), LIMIT);
        Job.Result status = run("--status");
        for (String host : List.of("localhost", "a", "b")) {
            assertEquals(1, status.out().stream().filter(
                line -> line.matches("  rank \\d on " + host + ": process \\d+, \\d+ MiB")).count(), status::toString);
        }
        Job.Result stack = run("--stack");
        assertEquals(3, stack.out().stream().filter(line -> line.contains("OnHosts.act")).count(), stack::toString);
        job.launcher().descendants().forEach(ProcessHandle::destroy);
        job.await(LIMIT);
        assertTrue(run("--status").reports().getFirst().contains("no job of yours"));
    }

    /** Rank 1 waits for a message that has been sent, and rank 0 waits for the answer. This looks like a deadlock. */
    @Test
    void messagesThatTheNetworkHoldsUpAreNoDeadlock() throws Exception {
        JobsInTurn.assumeTurnOf("messagesThatTheNetworkHoldsUpAreNoDeadlock");
        Job job = hosts.mpjrun("--host", "a,b", "-Dmpj.transport=nio", "-Dmpj.nio.timeout=120", "-Dmpj.check=true",
            HeldUp.class.getName());
        job.awaitLines(1, line -> line.equals("ready"), LIMIT);
        String route = "blackhole $(getent hosts b | cut -d ' ' -f 1)/32";
        assertEquals("", hosts.run("a", "ip route add " + route + " 2>&1"));
        job.input().write('\n');
        job.input().flush();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        String longWait = ".* since ([4-9]\\.\\d|\\d{2,}) s.*";
        while (run("--status").out().stream().filter(line -> line.matches(longWait)).count() < 2) {
            assertTrue(System.nanoTime() < deadline && job.launcher().isAlive(), () -> job.await(LIMIT).toString());
        }
        assertEquals("", hosts.run("a", "ip route delete " + route + " 2>&1"));
        Job.Result result = job.await(LIMIT);
        assertEquals(List.of(), result.reports(), result::toString);
        assertEquals(0, result.exitCode(), result::toString);
    }

    @Test
    void hostThatCannotTakePartIsNamedWithTheCause() throws Exception {
        assertRefused("a,nosuchhost", "mpjrun: host nosuchhost: ssh: Could not resolve hostname nosuchhost");
        assertRefused("a,bare", "mpjrun: host bare: no Java 22 or later was found");
        assertRefused("a,bare", "found only Java 17.0.9 in /usr/lib/jvm/old");
        assertRefused("full,a", "mpjrun: host full: cannot write /root/.cache/mpj/shipped");
        assertRefused("full,a", "No space left on device");
        Job.Result key = run("--host", "a", "--ssh", "ssh -o BatchMode=yes -o PubkeyAuthentication=no", PROGRAM, "end");
        assertTrue(key.exitCode() == 1 && key.reports().getFirst().contains("mpjrun: host a: ")
            && key.reports().getFirst().contains("Permission denied"), key::toString);
        awaitNothingLeft();
    }

    private static void assertRefused(String names, String words) throws IOException {
        Job.Result result = run("--host", names, PROGRAM, "wait");
        assertEquals(1, result.exitCode(), result::toString);
        assertEquals(1, result.reports().size(), result::toString);
        assertTrue(result.reports().getFirst().contains(words), result::toString);
    }
}
