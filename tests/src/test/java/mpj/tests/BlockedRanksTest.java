package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import mpj.tests.programs.BlockedInRecv;
import org.junit.jupiter.api.Test;

/** Ranks that wait leave the cores to those that do not. */
class BlockedRanksTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** More than cores, on most machines. */
    private static final int RANKS = 8;
    private static final Duration WINDOW = Duration.ofMillis(1500);
    /** After the fields of the name, which is in brackets: utime and stime. */
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final long TICKS_PER_SECOND = 100;

    @Test
    void ranksBlockedInRecvBurnNoCores() throws Exception {
        for (TestedTransport transport : TestedTransport.all()) {
            transport.assumeAvailable();
            Job job = Job.start(Stream.of(List.of("-np", Integer.toString(RANKS)), transport.properties(),
                List.of(BlockedInRecv.class.getName())).flatMap(List::stream).toList());
            try {
                job.awaitLines(RANKS, line -> line.startsWith("rank "), LIMIT);
                List<Path> processes = processes(job);
                awaitSleep(processes);
                long before = ticks(processes);
                Thread.sleep(WINDOW);
                double seconds = (double) (ticks(processes) - before) / TICKS_PER_SECOND;
                // One rank that polled would take the whole window.
                assertTrue(seconds < WINDOW.toMillis() / 1000.0 / 2,
                    RANKS + " ranks blocked over " + transport.name() + " used " + seconds
                        + " s of processor time in " + WINDOW);
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

    /** Ranks that have just started still compile code: waits until they use next to nothing, or for the limit. */
    private static void awaitSleep(List<Path> processes) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos() / 6;
        long before = ticks(processes);
        long now = Long.MAX_VALUE;
        while (now - before > processes.size() && System.nanoTime() < deadline) {
            before = ticks(processes);
            Thread.sleep(300);
            now = ticks(processes);
        }
    }

    private static long ticks(List<Path> processes) throws IOException {
        long ticks = 0;
        for (Path stat : processes) {
            String line = Files.readString(stat);
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            ticks += Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]);
        }
        return ticks;
    }
}
