package mpj.transport.device;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpj.bindings.libc.libc_h;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SleepTest {
    private static final long LONG = 3_600_000_000_000L;
    private static final int MANY = 100;

    private final int readable = libc_h.eventfd(1, libc_h.EFD_CLOEXEC() | libc_h.EFD_NONBLOCK());
    private final int silent = libc_h.eventfd(0, libc_h.EFD_CLOEXEC() | libc_h.EFD_NONBLOCK());

    @AfterEach
    void close() {
        libc_h.close(readable);
        libc_h.close(silent);
    }

    private static void sleep(Sleep sleep) {
        sleep.prepare();
        sleep.sleep(LONG);
    }

    @Test
    void descriptorThatIsAlwaysReadableIsTrustedNoMoreUntilSomethingComes() {
        try (Sleep sleep = new Sleep(readable, () -> true)) {
            sleep(sleep);
            assertTrue(sleep.trustsDescriptor());
            for (int i = 0; i < MANY; i++) {
                sleep(sleep);
            }
            assertFalse(sleep.trustsDescriptor());
            sleep.refreshed();
            assertTrue(sleep.trustsDescriptor());
        }
    }

    @Test
    void ringEndsASleepAndIsNoFaultOfTheDescriptor() throws InterruptedException {
        try (Sleep sleep = new Sleep(silent, () -> true)) {
            for (int i = 0; i < MANY; i++) {
                sleep.prepare();
                Thread ringer = Thread.ofPlatform().start(sleep::ring);
                sleep.sleep(LONG);
                ringer.join();
            }
            assertTrue(sleep.trustsDescriptor());
        }
    }

    @Test
    void nothingIsWaitedForWhenSomethingHasCompletedAlready() {
        try (Sleep sleep = new Sleep(silent, () -> false)) {
            sleep(sleep);
            assertTrue(sleep.trustsDescriptor());
        }
    }
}
