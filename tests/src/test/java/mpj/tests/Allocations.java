package mpj.tests;

import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * What a rank's calls allocate once they are compiled. When that is, nobody can say: on a busy machine the compiler may
 * take many seconds, and until then each call makes objects. So blocks of calls are made until one allocates nothing on
 * any rank. That it does not come is said after a minute, and not before 400 blocks: the machine may be so busy that
 * fewer calls than the compiler waits for take a minute. That an object is kept which the compiler may keep is clear
 * after ten seconds.
 *
 * @param rank of the caller, for messages
 * @param maximum of all ranks' numbers, which all ranks learn
 */
public record Allocations(int rank, LongUnaryOperator maximum) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int BLOCKS = 400;
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration LIMIT_OF_CHOICE = Duration.ofSeconds(10);

    /** What this thread has allocated so far, in bytes. */
    public static long soFar() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** There comes a block of calls in which no rank allocates anything. */
    public void assertNone(String what, int calls, Runnable call) {
        assertNoneIn(what, calls, block(calls, call));
    }

    /**
     * The same; or there come blocks of calls in which no call allocates more than one object, which the compiler may
     * remove, but need not.
     *
     * @param size of that object, in bytes
     */
    public void assertNoneBut(int size, String what, int calls, Runnable call) {
        await(what, calls, size, block(calls, call));
    }

    private static LongSupplier block(int calls, Runnable call) {
        return () -> {
            long before = soFar();
            for (int i = 0; i < calls; i++) {
                call.run();
            }
            return soFar() - before;
        };
    }

    /**
     * The same, of blocks that count themselves.
     *
     * @param block makes so many calls and tells what they allocated on this rank
     */
    public void assertNoneIn(String what, int calls, LongSupplier block) {
        await(what, calls, 0, block);
    }

    private void await(String what, int calls, int size, LongSupplier block) {
        long begin = System.nanoTime();
        for (int blocks = 1; ; blocks++) {
            long bytes = block.getAsLong();
            long most = maximum.applyAsLong(bytes);
            if (most == 0) {
                return;
            }
            if (blocks < BLOCKS) {
                continue;
            }
            long time = maximum.applyAsLong(System.nanoTime() - begin);
            if (most <= (long) calls * size && time > LIMIT_OF_CHOICE.toNanos()) {
                System.err.println("rank " + rank + ": the compiler keeps an object of " + what);
                return;
            }
            if (time > LIMIT.toNanos()) {
                fail("rank " + rank + ": after " + (long) blocks * calls + " calls " + what + " still allocates "
                    + (double) bytes / calls + " bytes per call here, and " + (double) most / calls
                    + " on the rank that allocates most");
            }
        }
    }
}
