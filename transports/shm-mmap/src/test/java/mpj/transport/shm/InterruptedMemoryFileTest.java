package mpj.transport.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** If a thread is interrupted in MPI, no memory is closed, and the thread stays marked as interrupted. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InterruptedMemoryFileTest {
    private static final int PAGE = 4096;

    @AfterEach
    void forgetInterrupt() {
        Thread.interrupted();
    }

    @Test
    void fileIsMadeFilledAndMappedByAnInterruptedThread() {
        Thread.currentThread().interrupt();
        try (MemoryFile file = MemoryFile.create(); Arena arena = Arena.ofShared()) {
            file.allocate(0, PAGE);
            assertEquals(PAGE, file.bytes());
            MemorySegment first = file.map(0, PAGE, arena);
            first.set(ValueLayout.JAVA_INT, 0, 7);
            try (MemoryFile opened = MemoryFile.open(file.path())) {
                opened.lengthen(2 * PAGE);
                assertEquals(7, opened.map(0, PAGE, arena).get(ValueLayout.JAVA_INT, 0));
            }
            assertEquals(2 * PAGE, file.bytes());
            assertTrue(Thread.currentThread().isInterrupted());
        }
    }
}
