package mpj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jobs.Worker;
import mpj.runtime.spawn.OwnClassPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that this JVM starts. Their ranks are JVMs, or threads of one JVM. */
class JobTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static Job.Builder worker(String transport, String... arguments) {
        return Job.builder().ranks(3).main(Worker.class).transport(transport).args(arguments);
    }

    private static String described(Job job) {
        return job.report() + " " + job.errors(RankOutput.NOBODY) + " " + job.errors(0) + job.errors(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void eachRankHasItsOutputAndTheSettingsOfTheJob(String transport) throws Exception {
        try (Job job = worker(transport, "greet", "a b").property("greeting", "good day")
            .environment("GREETING", "sunny").jvmOption("-Xmx256m").start()) {
            assertTrue(job.waitFor(LIMIT), () -> described(job));
            assertEquals(0, job.exitCode(), () -> described(job));
            assertEquals(List.of(), job.report());
            for (int rank = 0; rank < job.size(); rank++) {
                assertEquals(List.of("hello from " + rank + " of 3, a b", "calls: 1"), job.output(rank));
                assertEquals(List.of("good day sunny"), job.errors(rank));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void linesOfManyMebibytesStayWhole(String transport) throws Exception {
        int length = 5 << 20;
        try (Job job = worker(transport, "long", Integer.toString(length)).start()) {
            assertTrue(job.waitFor(LIMIT), () -> described(job));
            assertEquals(List.of(), job.output(RankOutput.NOBODY));
            for (int rank = 0; rank < job.size(); rank++) {
                List<String> lines = job.output(rank);
                assertEquals(1, lines.size(), "lines of rank " + rank);
                assertTrue(lines.getFirst().equals(Integer.toString(rank).repeat(length)), "the line of rank " + rank);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void mpjrunShowsTheJob(String transport) throws Exception {
        CountDownLatch ready = new CountDownLatch(3);
        try (Job job = worker(transport, "hang").output((_, _, line) -> {
            if (line.equals("ready")) {
                ready.countDown();
            }
        }).start()) {
            assertTrue(ready.await(LIMIT.toSeconds(), TimeUnit.SECONDS), () -> described(job));
            String number = Long.toString(ProcessHandle.current().pid());
            String status = mpjrun("--status", number);
            assertTrue(status.startsWith("job " + number + ": jobs.Worker, 3 ranks on 1 host"), status);
            assertEquals(3, status.lines().filter(line -> line.matches("  rank \\d on .*: process .*")).count(),
                status);
            String stack = mpjrun("--stack", number);
            assertTrue(stack.contains("Worker.hangHere"), stack);
        }
        assertTrue(mpjrun("--status", Long.toString(ProcessHandle.current().pid())).startsWith("mpjrun: no job "));
    }

    private static String mpjrun(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "--enable-native-access=ALL-UNNAMED", "-cp", String.join(File.pathSeparator,
                new OwnClassPath().entries()), "mpj.runtime.launcher.Mpjrun"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS));
        return shown;
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void rankThatFailsEndsTheJobAndIsNamed(String transport) throws Exception {
        try (Job job = worker(transport, "fail").start()) {
            assertTrue(job.waitFor(LIMIT), () -> described(job));
            assertEquals(7, job.exitCode(), () -> described(job));
            assertTrue(job.report().stream().anyMatch(line -> line.contains("rank 1 exited with code 7")),
                () -> described(job));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "threads"})
    void jobThatHangsTellsWhereAndLeavesNothingWhenItIsStopped(String transport) throws Exception {
        CountDownLatch ready = new CountDownLatch(3);
        Job job = worker(transport, "hang").output((_, _, line) -> {
            if (line.equals("ready")) {
                ready.countDown();
            }
        }).start();
        try (job) {
            assertTrue(ready.await(LIMIT.toSeconds(), TimeUnit.SECONDS), () -> described(job));
            assertFalse(job.waitFor(Duration.ofMillis(1)));
            assertThrows(IllegalStateException.class, job::exitCode);
            Map<Integer, String> stacks = job.stacks();
            assertEquals(transport.equals("threads") ? 1 : 3, stacks.size(), stacks::toString);
            stacks.values().forEach(stack -> assertTrue(stack.contains("hangHere"), stack));
        }
        assertEquals(143, job.exitCode());
        assertEquals(List.of("the job was stopped"), job.report());
        assertFalse(ProcessHandle.current().descendants().anyMatch(process -> process.info().commandLine()
            .orElse("").contains(Worker.class.getName())));
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("mpjrun-exits") || thread.getName().startsWith("mpjrun-accept")) {
                assertTrue(thread.join(LIMIT), thread.getName());
            }
        }
    }

    @Test
    void wrongDescriptionsNameTheFault() {
        assertSays("ranks is 0", () -> Job.builder().ranks(0));
        assertSays("main is not given", () -> Job.builder().start());
        assertSays("did you mean mpj.transport?",
            () -> Job.builder().main(Worker.class).property("mpj.tranport", "shm").start());
    }

    private static void assertSays(String words, org.junit.jupiter.api.function.Executable call) {
        String message = assertThrows(IllegalArgumentException.class, call).getMessage();
        assertTrue(message.contains(words), message);
    }
}
