package mpj.bindings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The function is linked once, after enough bytes were copied, and no thread waits for this. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LateLinkingTest {
    private static final long WORTH = 1 << 20;

    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final AtomicInteger links = new AtomicInteger();
    private final LateLinking linking = new LateLinking(WORTH, () -> {
        links.incrementAndGet();
        try {
            mayEnd.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    });

    @Test
    void fewBytesAreNotWorthIt() {
        assertFalse(linking.isDone(WORTH / 2));
        assertFalse(linking.isDone(WORTH / 4));
        assertEquals(0, links.get());
    }

    @Test
    void manyBytesAreWorthIt() {
        copyUntilItIsDone(WORTH);
    }

    @Test
    void manyShortCopiesAreWorthIt() {
        copyUntilItIsDone(1);
    }

    private void copyUntilItIsDone(long bytes) {
        while (links.get() == 0) {
            assertFalse(linking.isDone(bytes));
        }
        assertFalse(linking.isDone(bytes), "it has not ended");
        mayEnd.countDown();
        while (!linking.isDone(bytes)) {
            Thread.onSpinWait();
        }
        for (int i = 0; i < WORTH; i++) {
            linking.isDone(WORTH);
        }
        assertEquals(1, links.get());
    }
}
