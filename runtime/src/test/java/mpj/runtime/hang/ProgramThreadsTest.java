package mpj.runtime.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;

class ProgramThreadsTest {

    /** Flight Recorder starts its threads in the group of whoever starts a recording. */
    @Test
    void threadsOfTheJvmAreNoneOfTheProgram() throws Exception {
        ThreadGroup group = new ThreadGroup("program");
        CountDownLatch recording = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        Thread program = new Thread(group, () -> {
            try (ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(group, task, "pool"));
                 RecordingStream stream = new RecordingStream()) {
                pool.submit(() -> { }).get();
                stream.onFlush(recording::countDown);
                stream.startAsync();
                looked.await();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }, "main");
        program.start();
        recording.await();
        List<String> names = new ProgramThreads(group).now().stream().map(shown -> shown.thread().getName()).toList();
        looked.countDown();
        program.join();
        assertEquals(List.of("main", "pool"), names);
    }
}
