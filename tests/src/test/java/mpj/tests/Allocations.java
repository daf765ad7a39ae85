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
 * fewer calls than the compiler waits for take a minute.
 *
 * @param rank of the caller, for messages
 * @param maximum of all ranks' numbers, which all ranks learn
 */
public record Allocations(int rank, LongUnaryOperator maximum) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int BLOCKS = 400;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** What this thread has allocated so far, in bytes. */
    public static long soFar() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** There comes a block of calls in which no rank allocates anything. */
    public void assertNone(String what, int calls, Runnable call) {
        assertNoneIn(what, calls, () -> {
            long before = soFar();
            for (int i = 0; i < calls; i++) {
                call.run();
            }
            return soFar() - before;
        });
    }

    /**
     * The same, of blocks that count themselves.
     *
     * @param block makes so many calls and tells what they allocated on this rank
     */
    public void assertNoneIn(String what, int calls, LongSupplier block) {
        long begin = System.nanoTime();
        for (int blocks = 1; ; blocks++) {
            long bytes = block.getAsLong();
            long most = maximum.applyAsLong(bytes);
            if (most == 0) {
                return;
            }
            if (blocks >= BLOCKS && maximum.applyAsLong(System.nanoTime() - begin) > LIMIT.toNanos()) {
                fail("rank " + rank + ": after " + (long) blocks * calls + " calls " + what + " still allocates "
                    + (double) bytes / calls + " bytes per call here, and " + (double) most / calls
                    + " on the rank that allocates most");
            }
        }
    }
}
