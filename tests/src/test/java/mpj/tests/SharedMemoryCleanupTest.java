package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import mpj.tests.programs.BlockedInRecv;
import mpj.tests.programs.Join;
import mpj.tests.programs.StreamForEver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** However a job ends, it leaves no file in /dev/shm and no process. */
@Isolated
class SharedMemoryCleanupTest {
    private static final Path FOLDER = Path.of("/dev/shm");
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final long POLL_NANOS = 1_000_000L;
    /** Shorter than any rank lives that makes a file. */
    private static final long FAMILY_POLL_NANOS = 20_000_000L;
    private static final int ROUNDS = 16;
    /** A job of three ranks has started up after about this time. */
    private static final long LONGEST_LIFE_MILLIS = 900;

    /**
     * The ids of the processes that a job has had until now. Files of other processes are not looked at, because other
     * jobs may run beside the test.
     */
    private static final class Family {
        private final Set<Long> ids = ConcurrentHashMap.newKeySet();
        private final Thread watching;

        Family(Job job) {
            watching = Thread.ofPlatform().daemon().start(() -> {
                while (job.launcher().isAlive()) {
                    job.ranks().forEach(rank -> ids.add(rank.pid()));
                    LockSupport.parkNanos(FAMILY_POLL_NANOS);
                }
            });
        }

        /** The watching thread may be late, so the ranks that a test kills are told by the test. */
        void add(List<ProcessHandle> ranks) {
            ranks.forEach(rank -> ids.add(rank.pid()));
        }

        /** Waits for the end of the job, and asserts that its processes have left no file. */
        void assertLeavesNothing(Job job) throws IOException, InterruptedException {
            assertTrue(watching.join(LIMIT), "mpjrun does not end");
            assertFalse(ids.isEmpty(), () -> "no rank was seen\n" + job.await(LIMIT));
            assertEquals(List.of(), filesOf(ids));
        }
    }

    /** The files in shared memory of these processes. */
    private static List<String> filesOf(Set<Long> processes) throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("mpj-")
                && processes.contains(Long.parseLong(name.split("-")[1]))).toList();
        }
    }

    @Test
    void nothingIsLeftAfterANormalEnd() throws Exception {
        Job job = Job.start("-np", "3", "-Dmpj.transport=shm", Join.class.getName());
        Family family = new Family(job);
        Job.Result result = job.await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        family.assertLeavesNothing(job);
    }

    @Test
    void nothingIsVisibleWhileAJobRuns() throws Exception {
        Job job = Job.start("-np", "2", "-Dmpj.transport=shm", BlockedInRecv.class.getName());
        job.awaitLines(2, line -> line.startsWith("rank "), LIMIT);
        Set<Long> ids = job.ranks().stream().map(ProcessHandle::pid).collect(Collectors.toSet());
        assertEquals(List.of(), filesOf(ids), "files of a running job in " + FOLDER);
        job.launcher().destroy();
        job.await(LIMIT);
    }

    @Test
    void nothingIsLeftWhenARankIsKilledAtAnyMoment() throws Exception {
        killAtRandomMoments(new Random(1), false);
    }

    @Test
    void nothingIsLeftWhenLauncherAndRanksAreKilledAtAnyMoment() throws Exception {
        killAtRandomMoments(new Random(2), true);
    }

    private static void killAtRandomMoments(Random random, boolean all) throws Exception {
        // The first job of all makes the class-data archives. If a process of that were killed in place of a rank, the
        // job would run on.
        Job.Result first = Job.start("-np", "1", Join.class.getName()).await(LIMIT);
        assertEquals(0, first.exitCode(), first::toString);
        for (int round = 0; round < ROUNDS / 2; round++) {
            Job job = Job.start("-np", "3", "-Dmpj.transport=shm", StreamForEver.class.getName());
            Family family = new Family(job);
            LockSupport.parkNanos(random.nextLong(LONGEST_LIFE_MILLIS) * 1_000_000);
            List<ProcessHandle> processes = new ArrayList<>(ranks(job));
            family.add(processes);
            if (all) {
                processes.add(job.launcher());
                Collections.shuffle(processes, random);
                processes.forEach(ProcessHandle::destroyForcibly);
            } else {
                processes.get(random.nextInt(processes.size())).destroyForcibly();
            }
            Job.Result result = job.await(LIMIT);
            assertEquals(null, result.stacks(), result::toString);
            for (ProcessHandle process : processes) {
                process.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            }
            family.assertLeavesNothing(job);
        }
    }

    private static List<ProcessHandle> ranks(Job job) {
        List<ProcessHandle> ranks = job.ranks();
        while (ranks.isEmpty() && job.launcher().isAlive()) {
            LockSupport.parkNanos(POLL_NANOS);
            ranks = job.ranks();
        }
        return ranks;
    }
}
