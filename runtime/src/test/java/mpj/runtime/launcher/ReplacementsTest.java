package mpj.runtime.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mpj.runtime.host.RankCommands;
import mpj.runtime.host.RanksPerJvm;
import mpj.runtime.host.UsageException;
import mpj.runtime.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which lost ranks are replaced. */
@Timeout(60)
class ReplacementsTest {
    @Test
    void lostRanksAreForgivenWhenAllAreReplaced() throws InterruptedException {
        Replacements replacements = new Replacements(3);
        replacements.lost(7);
        replacements.lost(9);
        assertEquals(7, replacements.exitCode());
        assertEquals("", replacements.begin(1));
        assertEquals(7, replacements.exitCode());
        assertEquals("", replacements.begin(1));
        assertEquals(0, replacements.exitCode());
        replacements.giveUp(1);
        assertEquals(7, replacements.exitCode());
    }

    @Test
    void noMoreThanTheUserAllowsAreReplaced() throws InterruptedException {
        Replacements replacements = new Replacements(2);
        replacements.lost(1);
        assertEquals("", replacements.begin(1));
        assertTrue(replacements.begin(2).startsWith("--respawn 2: 1 rank was replaced already, so 2 more"));
        assertTrue(new Replacements(0).begin(1).contains("mpjrun --respawn N"));
    }

    @Test
    void jobWhoseRanksCannotBeReplacedIsRefused() {
        check(2, RanksPerJvm.HOST, "a:4", "-Dmpj.transport=threads");
        check(1, RanksPerJvm.ONE, "a:4", "--respawn", "1");
        check(1, RanksPerJvm.ONE, "a:4", "--respawn", "1", "-Dmpj.transport=verbs");
        assertTrue(refusal(1, RanksPerJvm.HOST, "a:4", "--respawn", "2", "-Dmpj.transport=threads")
            .startsWith("--respawn 2: over -Dmpj.transport=threads a lost rank cannot be replaced"));
        assertTrue(refusal(1, RanksPerJvm.ONE, "a:4", "--respawn", "2", "-Dmpj.transport=mpi")
            .contains("choose another transport, such as -Dmpj.transport=shm"));
        assertTrue(refusal(2, RanksPerJvm.ONE, "a:4", "--respawn", "1")
            .startsWith("--respawn 1: the ranks of a job of 2 programs"));
    }

    @Test
    void jobWhoseRanksAreAllInOneJvmIsRefused() {
        String[] shared = {"--respawn", "1", "--ranks-per-jvm", "host"};
        assertEquals("--respawn 1: with --ranks-per-jvm host all ranks of this job are in one JVM, and if one is lost,"
            + " all are; leave --ranks-per-jvm out, or leave --respawn out",
            refusal(1, RanksPerJvm.HOST, "a:4", shared));
        assertTrue(refusal(1, new RanksPerJvm(4, false), "a:4", shared).contains("with --ranks-per-jvm 4 all ranks"));
        assertTrue(refusal(1, RanksPerJvm.HOST, "a:4", "--respawn", "1", "-Dmpj.transport=threads,shm")
            .contains("over -Dmpj.transport=threads,shm all ranks of this job are in one JVM"));
        check(1, new RanksPerJvm(3, false), "a:4", shared);
        check(1, RanksPerJvm.NUMA, "a:4", shared);
        check(1, RanksPerJvm.HOST, "a:2,b:2", shared);
    }

    private static String refusal(int programs, RanksPerJvm perJvm, String hosts, String... options) {
        return assertThrows(UsageException.class, () -> check(programs, perJvm, hosts, options)).getMessage();
    }

    private static void check(int programs, RanksPerJvm perJvm, String hosts, String... options) {
        JobSpecification job = job(hosts, options);
        Replacements.check(job, programs, perJvm, placement(job));
    }

    private static JobSpecification job(String hosts, String... options) {
        List<String> words = new ArrayList<>(List.of("-np", "4", "--host", hosts));
        words.addAll(List.of(options));
        words.add("App");
        return JobSpecification.ofPrograms(CommandLine.parse(words.toArray(String[]::new)), Map.of()).getFirst();
    }

    private static Placement placement(JobSpecification job) {
        return Placement.of(job.hosts().hosts(), job.size(), job.hosts().mapping(), false);
    }

    /** Jobs reach each other over verbs, so a rank can also move. */
    @Test
    void rankMovesOverEachTransportThatLeadsToOtherJobs() {
        for (String transport : List.of("auto", "shm", "nio", "libfabric:tcp", "verbs", "shm,verbs")) {
            move(RanksPerJvm.ONE, "-Dmpj.transport=" + transport);
        }
        assertTrue(assertThrows(UsageException.class, () -> move(RanksPerJvm.ONE, "-Dmpj.transport=mpi"))
            .getMessage().startsWith("--move 0=a: over -Dmpj.transport=mpi a lost rank cannot be replaced"));
        assertTrue(assertThrows(UsageException.class, () -> move(new RanksPerJvm(2, false), "--ranks-per-jvm", "2"))
            .getMessage().startsWith("--move 0=a: a rank shares its JVM with others, and cannot leave it; start the"
                + " job without --ranks-per-jvm 2"));
    }

    private static void move(RanksPerJvm perJvm, String... options) {
        List<String> words = new ArrayList<>(List.of("--respawn", "1"));
        words.addAll(List.of(options));
        JobSpecification job = job("a:5", words.toArray(String[]::new));
        RankCommands commands = new RankCommands(List.of(), null, perJvm, null);
        Launch launch = new Launch(job, 4, placement(job), List.of(), List.of(), commands, null, null, null, null,
            null);
        new Spawning(job, null, launch, null, null, Map.of()).checkMove(new Message.Move(0, "a"), Map.of("a", 4));
    }

    @Test
    void replacementsWaitUntilTheLauncherKnowsOfTheLoss() throws Exception {
        Replacements replacements = new Replacements(1);
        CompletableFuture<String> answer = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                answer.complete(replacements.begin(1));
            } catch (InterruptedException e) {
                answer.completeExceptionally(e);
            }
        });
        replacements.lost(1);
        assertEquals("", answer.get(30, TimeUnit.SECONDS));
    }

    @Test
    void requestThatWaitsTakesNoLossFromAnother() throws Exception {
        Replacements replacements = new Replacements(2);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            answers.add(new CompletableFuture<>());
            CompletableFuture<String> answer = answers.getLast();
            Thread thread = Thread.ofPlatform().daemon().start(() -> {
                try {
                    answer.complete(replacements.begin(1));
                } catch (InterruptedException e) {
                    answer.completeExceptionally(e);
                }
            });
            while (thread.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait(); // the class has a limit
            }
        }
        replacements.lost(1);
        CompletableFuture.anyOf(answers.get(0), answers.get(1)).get(30, TimeUnit.SECONDS);
        replacements.lost(1);
        for (CompletableFuture<String> answer : answers) {
            assertEquals("", answer.get(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void ranksThatMoveDoNotCountAmongTheLostOnes() throws InterruptedException {
        Replacements replacements = new Replacements(1);
        replacements.moved();
        assertEquals(0, replacements.exitCode());
        assertEquals("", replacements.begin(1));
        replacements.lost(9);
        assertEquals(9, replacements.exitCode());
        assertEquals("", replacements.begin(1));
        assertEquals(0, replacements.exitCode());
        assertTrue(replacements.begin(1).startsWith("--respawn 1, and 1 moved: 2 ranks were replaced already"));
    }
}
