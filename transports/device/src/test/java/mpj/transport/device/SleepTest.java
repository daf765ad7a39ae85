package mpj.transport.device;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
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

    /** Sleeps until the descriptor has ended a sleep. */
    private void awaitArrival(Sleep sleep) throws InterruptedException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment count = arena.allocateFrom(JAVA_LONG, 1);
            boolean arrived;
            do { // the other thread may write before the sleep has begun, which is no arrival
                Thread peer = Thread.ofPlatform().start(() -> libc_h.write(silent, count, JAVA_LONG.byteSize()));
                sleep(sleep);
                peer.join();
                libc_h.read(silent, count, JAVA_LONG.byteSize());
                arrived = sleep.takeArrival();
            } while (!arrived);
        }
    }

    @Test
    void descriptorThatEndsASleepSaysThatSomethingCame() throws InterruptedException {
        try (Sleep sleep = new Sleep(silent, () -> true)) {
            assertFalse(sleep.takeArrival());
            awaitArrival(sleep);
            assertFalse(sleep.takeArrival());
            assertTrue(sleep.trustsDescriptor());
        }
    }

    @Test
    void descriptorIsTriedAgainAfterSomeNaps() {
        try (Sleep sleep = new Sleep(readable, () -> true); Arena arena = Arena.ofConfined()) {
            for (int i = 0; i < MANY; i++) {
                sleep(sleep);
            }
            libc_h.read(readable, arena.allocate(JAVA_LONG), JAVA_LONG.byteSize());
            while (!sleep.trustsDescriptor()) {
                sleep.prepare();
                sleep.sleep(1);
            }
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

    /** A bell that stayed readable would end every later sleep before the descriptor does. */
    @Test
    void ringThatComesWhileASleepIsPreparedEndsNoLaterSleep() throws InterruptedException {
        try (Sleep sleep = new Sleep(silent, () -> true)) {
            for (int i = 0; i < MANY; i++) {
                Thread ringer = Thread.ofPlatform().start(sleep::ring);
                while (ringer.isAlive()) {
                    sleep.prepare();
                }
                awaitArrival(sleep);
            }
        }
    }

    @Test
    void nothingIsWaitedForWhenSomethingHasCompletedAlready() {
        try (Sleep sleep = new Sleep(silent, () -> false)) {
            sleep(sleep);
            assertTrue(sleep.trustsDescriptor());
        }
    }

    @Test
    void napsGrowOnlyWhileNoPeerMayAccessMemory() {
        AtomicBoolean accessible = new AtomicBoolean(true);
        try (Sleep sleep = new Sleep(-1, () -> true, accessible::get)) {
            long first = sleep.nextNap();
            for (int i = 0; i < MANY; i++) {
                assertEquals(first, sleep.nextNap());
            }
            accessible.set(false);
            assertTrue(sleep.nextNap() > first);
        }
    }
}
