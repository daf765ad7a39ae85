package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.tests.programs.OnHosts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * If the launcher, agents or ranks are killed at any moment, nothing is left of the job. The agents here are started
 * without ssh.
 */
@MostlyWaits
@Timeout(1800)
class KilledAgentsTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final int ROUNDS = 50;
    /** How many jobs run at once. Most of a round is waiting. */
    private static final int AT_ONCE = 2;
    /** A job of two agents has started up after about this time. */
    private static final long LONGEST_LIFE_MILLIS = 1_500;

    @TempDir
    Path cache;

    private Job start(int round, String action) {
        String script = Path.of(System.getProperty("tests.folder")).getParent()
            .resolve("src/test/sh/local-ssh").toString();
        return Job.start("--host", "x,y", "--ssh-fanout", "1", "--ssh", script + " " + cache,
            "-Dtests.round=" + marker(round), OnHosts.class.getName(), action);
    }

    /** A text on the command lines of the ranks of a round. The command lines of the agents have the cache. */
    private String marker(int round) {
        return cache + "/" + round;
    }

    @Test
    void nothingIsLeftAfterAnyProcessIsKilledAtAnyMoment() throws Exception {
        JobsInTurn.assumeTurnOf("nothingIsLeftAfterAnyProcessIsKilledAtAnyMoment");
        Job.Result first = start(-1, "end").await(LIMIT);
        assertEquals(0, first.exitCode(), first::toString);
        Random random = new Random(1);
        for (int round = 0; round < ROUNDS; round += AT_ONCE) {
            List<Job> jobs = IntStream.range(round, round + AT_ONCE).mapToObj(r -> start(r, "wait")).toList();
            LockSupport.parkNanos(random.nextLong(LONGEST_LIFE_MILLIS) * 1_000_000);
            for (Job job : jobs) {
                kill(job, random);
            }
            for (Job job : jobs) {
                Job.Result result = job.await(LIMIT);
                assertEquals(null, result.stacks(), result::toString);
                assertNotEquals(0, result.exitCode(), result::toString);
            }
            awaitNothingLeft();
        }
    }

    private static void kill(Job job, Random random) {
        // The tools of a bootstrap script and the rehearsal of an archive are not killed, because the job can go on
        // without them.
        List<ProcessHandle> processes = Stream.concat(Stream.of(job.launcher()), job.launcher().descendants())
            .filter(KilledAgentsTest::belongs).collect(Collectors.toList());
        Collections.shuffle(processes, random);
        if (processes.isEmpty()) {
            processes.add(job.launcher());
        }
        List<ProcessHandle> victims = random.nextInt(4) == 0 ? processes : processes.subList(0, 1);
        victims.forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean belongs(ProcessHandle process) {
        String arguments = Hosts.arguments(process);
        return Stream.of("mpj.runtime.launcher.Mpjrun", "mpj.runtime.agent.Agent", "mpj.runtime.rank.RankMain")
            .anyMatch(arguments::contains) && !arguments.contains("Rehearsal");
    }

    private void awaitNothingLeft() throws Exception {
        for (List<ProcessHandle> left = left(); !left.isEmpty(); left = left()) {
            for (ProcessHandle process : left) {
                process.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
        }
        try (Stream<Path> files = Files.walk(cache)) {
            assertEquals(List.of(), files.filter(file -> file.getFileName().toString().startsWith("new")).toList());
        }
    }

    private List<ProcessHandle> left() throws IOException {
        return ProcessHandle.allProcesses().filter(process -> Hosts.arguments(process).contains(cache.toString()))
            .toList();
    }
}
