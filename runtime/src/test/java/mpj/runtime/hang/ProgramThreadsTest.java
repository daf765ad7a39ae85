package mpj.runtime.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import mpj.runtime.hang.ProgramThreads.Shown;
import org.junit.jupiter.api.Test;

class ProgramThreadsTest {

    /** The frames of a stack, beginning with the innermost one. */
    private static Shown shown(String... methods) {
        StackTraceElement[] stack = Arrays.stream(methods).map(method -> new StackTraceElement(
            method.substring(0, method.lastIndexOf('.')), method.substring(method.lastIndexOf('.') + 1), "X.java", 1))
            .toArray(StackTraceElement[]::new);
        return new Shown(Thread.currentThread(), Thread.State.TIMED_WAITING, stack);
    }

    @Test
    void aThreadThatRunsNothingButInternalsOfTheJdkIsTheJvms() {
        assertTrue(shown("java.lang.Object.wait0", "jdk.jfr.internal.PlatformRecorder.takeNap",
            "jdk.jfr.internal.PlatformRecorder.lambda$startDiskMonitor$0", "java.lang.Thread.run").isOfJvm());
        assertTrue(shown("java.lang.Object.wait0",
            "com.sun.jmx.remote.internal.ServerCommunicatorAdmin$Timeout.run", "java.lang.Thread.runWith",
            "java.lang.Thread.run").isOfJvm());
    }

    @Test
    void aThreadOfTheProgramIsNotOneOfTheJvm() {
        assertFalse(shown("jdk.internal.misc.Unsafe.park", "demo.Solver.main").isOfJvm());
        assertFalse(shown("demo.Page.handle", "sun.net.httpserver.ServerImpl$Dispatcher.run", "java.lang.Thread.run")
            .isOfJvm());
        assertFalse(shown().isOfJvm());
    }

    @Test
    void anIdleWorkerOfAPoolIsListed() throws Exception {
        ThreadGroup group = new ThreadGroup("program");
        try (ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(group, task, "pool"))) {
            pool.submit(() -> { }).get();
            assertEquals(List.of("pool"),
                new ProgramThreads(group).now().stream().map(each -> each.thread().getName()).toList());
        }
    }
}
