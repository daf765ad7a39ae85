package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpj.tests.programs.BlockedInRecv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Ranks that wait leave the cores to ranks that do not wait. What they leave is processor time, so this test measures
 * processor time, and not the time on a clock: it compares that of the ranks with its own.
 */
@Isolated
class BlockedRanksTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    /** More ranks than most machines have cores. */
    private static final int RANKS = 8;
    /** How long the test itself computes in the meantime. A rank that polled would get as much processor time. */
    private static final double WORK_SECONDS = 1.5;
    /** The indices of utime and stime after the name, which is in brackets. */
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final long TICKS_PER_SECOND = 100;

    @Test
    void ranksBlockedInRecvBurnNoCores() throws Exception {
        for (TestedTransport transport : TestedTransport.inTurn(BlockedRanksTest.class)) {
            transport.assumeAvailable();
            Job job = Job.start(Stream.of(List.of("-np", Integer.toString(RANKS)), transport.properties(),
                List.of(BlockedInRecv.class.getName())).flatMap(List::stream).toList());
            try {
                job.awaitLines(RANKS, line -> line.startsWith("rank "), LIMIT);
                List<Path> processes = processes(job);
                awaitCalm(processes);
                double seconds = mostUsedDuring(WORK_SECONDS, processes);
                // The scheduler would give each polling rank as much as this thread, or more if the rank has its own
                // core. The sum over the ranks says less: where ranks nap between two looks, each of them uses a
                // little in each second that passes, and on a busy machine many seconds pass for one second of this
                // thread.
                assertTrue(seconds < WORK_SECONDS / 2, "one of " + RANKS + " ranks blocked over " + transport.name()
                    + " used " + seconds + " s of processor time, while this thread computed for " + WORK_SECONDS
                    + " s");
            } finally {
                job.launcher().destroy();
                job.await(LIMIT);
            }
        }
    }

    private static List<Path> processes(Job job) {
        List<Path> processes = new ArrayList<>();
        job.ranks().forEach(process -> processes.add(Path.of("/proc", Long.toString(process.pid()), "stat")));
        return processes;
    }

    /**
     * Waits until each rank uses next to nothing, or for the limit, and computes meanwhile. Ranks that have just
     * started still compile code.
     */
    private static void awaitCalm(List<Path> processes) throws IOException {
        long deadline = System.nanoTime() + LIMIT.toNanos() / 6;
        while (mostUsedDuring(WORK_SECONDS / 5, processes) * TICKS_PER_SECOND > 1
            && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }

    /**
     * Computes for this many seconds. Returns the seconds of processor time that the process which uses most of it uses
     * meanwhile.
     */
    private static double mostUsedDuring(double seconds, List<Path> processes) throws IOException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        List<Long> before = ticks(processes);
        long end = threads.getCurrentThreadCpuTime() + (long) (seconds * 1e9);
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
        List<Long> after = ticks(processes);
        return (double) IntStream.range(0, processes.size()).mapToLong(i -> after.get(i) - before.get(i)).max()
            .orElseThrow() / TICKS_PER_SECOND;
    }

    /** The processor time that each process has used. */
    private static List<Long> ticks(List<Path> processes) throws IOException {
        List<Long> ticks = new ArrayList<>();
        for (Path stat : processes) {
            String line = Files.readString(stat);
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            ticks.add(Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]));
        }
        return ticks;
    }
}
