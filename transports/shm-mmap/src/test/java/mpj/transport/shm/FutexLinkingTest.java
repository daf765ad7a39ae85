package mpj.transport.shm;

import static mpj.transport.ring.Words.INTS;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A sender that rings before futexes can be used does not wait for them. Its ring takes effect when they can be used.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FutexLinkingTest {
    private static final int ASLEEP = 1;

    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final FutexLinking linking = new FutexLinking(() -> {
        try {
            assertTrue(mayEnd.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    });
    private final MemorySegment header = Arena.ofAuto().allocate(InboxLayout.HEADER_BYTES, Long.BYTES);
    private final FutexDoorbell doorbell = new FutexDoorbell(header, linking);

    private boolean isAsleep() {
        return (int) INTS.getVolatile(header, InboxLayout.DOORBELL_AT) == ASLEEP;
    }

    @Test
    void ringDoesNotWaitForTheLinkingAndIsHeardAfterIt() {
        doorbell.set();
        doorbell.ring();
        doorbell.ring();
        assertFalse(linking.isDone());
        assertTrue(isAsleep(), "the ring would not be heard any more");
        mayEnd.countDown();
        while (isAsleep()) {
            Thread.onSpinWait();
        }
        assertTrue(linking.isDone());
        doorbell.set();
        doorbell.ring();
        assertFalse(isAsleep());
    }

    @Test
    void noDoorbellRingsAfterTheEnd() {
        doorbell.set();
        doorbell.ring();
        linking.close();
        mayEnd.countDown();
        while (!linking.isDone()) {
            Thread.onSpinWait();
        }
        assertTrue(isAsleep());
    }
}
