package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
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
    private static final int ROUNDS = 16;
    /** A job of three ranks has started up after about this time. */
    private static final long LONGEST_LIFE_MILLIS = 900;

    /** The files of this library's processes, without those that belong to live processes of others. */
    private static Set<String> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith("mpj-"))
                .filter(name -> !ownerIsAlive(name)).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static boolean ownerIsAlive(String name) {
        return ProcessHandle.of(Long.parseLong(name.split("-")[1])).isPresent();
    }

    @Test
    void nothingIsLeftAfterANormalEnd() throws IOException {
        Set<String> before = files();
        Job.Result result = Job.start("-np", "3", "-Dmpj.transport=shm", Join.class.getName()).await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(before, files());
    }

    @Test
    void nothingIsVisibleWhileAJobRuns() throws Exception {
        Job job = Job.start("-np", "2", "-Dmpj.transport=shm", BlockedInRecv.class.getName());
        job.awaitLines(2, line -> line.startsWith("rank "), LIMIT);
        List<String> pids = job.ranks().stream().map(rank -> "mpj-" + rank.pid() + "-").toList();
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertEquals(0, files.filter(file -> pids.stream().anyMatch(
                file.getFileName().toString()::startsWith)).count(), "files of a running job in " + FOLDER);
        }
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
        Set<String> before = files();
        // The first job of all makes the class-data archives. If a process of that were killed in place of a rank, the
        // job would run on.
        Job.Result first = Job.start("-np", "1", Join.class.getName()).await(LIMIT);
        assertEquals(0, first.exitCode(), first::toString);
        for (int round = 0; round < ROUNDS / 2; round++) {
            Job job = Job.start("-np", "3", "-Dmpj.transport=shm", StreamForEver.class.getName());
            LockSupport.parkNanos(random.nextLong(LONGEST_LIFE_MILLIS) * 1_000_000);
            List<ProcessHandle> processes = new ArrayList<>(ranks(job));
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
        }
        assertEquals(before, files());
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
