package mpj.bindings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UninterruptedTest {
    @AfterEach
    void forgetInterrupt() {
        Thread.interrupted();
    }

    @Test
    void fileIsReadByAThreadThatIsInterrupted(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "content");
        Uninterrupted.Body<Long> size = () -> {
            try (FileChannel channel = FileChannel.open(file)) {
                return channel.size();
            }
        };
        Thread.currentThread().interrupt();
        assertThrows(ClosedByInterruptException.class, size::call);
        assertEquals(7, Uninterrupted.call(size));
        assertTrue(Thread.currentThread().isInterrupted());
    }

    @Test
    void bodyThatAnInterruptDisturbsIsCalledOnceMore() throws IOException {
        List<Thread> callers = new ArrayList<>();
        assertEquals("done", Uninterrupted.call(() -> {
            callers.add(Thread.currentThread());
            if (callers.size() == 1) {
                throw new ClosedByInterruptException();
            }
            return "done";
        }));
        assertSame(Thread.currentThread(), callers.get(0));
        assertNotSame(Thread.currentThread(), callers.get(1));
    }

    @Test
    void failuresAreTheBodysOwn() {
        Thread.currentThread().interrupt();
        IOException failure = new IOException("it fails");
        assertSame(failure, assertThrows(IOException.class, () -> Uninterrupted.call(() -> {
            throw failure;
        })));
        IllegalStateException unchecked = new IllegalStateException("it fails, too");
        assertSame(unchecked, assertThrows(IllegalStateException.class, () -> Uninterrupted.call(() -> {
            throw unchecked;
        })));
    }

    @Test
    void socketsAreUsedByPlatformThreadsOnly() throws Exception {
        Callable<Boolean> isVirtual = () -> Uninterrupted.callOnSocket(() -> Thread.currentThread().isVirtual());
        assertFalse(isVirtual.call());
        FutureTask<Boolean> task = new FutureTask<>(isVirtual);
        Thread.ofVirtual().start(task);
        assertFalse(task.get(30, TimeUnit.SECONDS));
    }

    @Test
    void threadThatIsMarkedAsInterruptedStaysSoWhenItHasParked() {
        Thread.currentThread().interrupt();
        Uninterrupted.park(1);
        assertTrue(Thread.currentThread().isInterrupted());
    }
}
