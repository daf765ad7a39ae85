package mpj.tests;

import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Checks how much a rank's calls allocate once they are compiled. Nobody can say when they are compiled: on a busy
 * machine the compiler may take many seconds, and until then each call makes objects. Therefore blocks of calls are
 * made until one block allocates nothing on any rank. The check fails after two minutes, but not before 400 blocks,
 * because on a very busy machine the time may be over before there have been as many calls as the compiler waits for.
 *
 * @param rank the number of the caller, for messages
 * @param maximum finds the maximum of all ranks' numbers, and gives it to all ranks
 */
public record Allocations(int rank, LongUnaryOperator maximum) {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int BLOCKS = 400;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** How many bytes this thread has allocated so far. */
    public static long soFar() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** Asserts that in some block of calls no rank allocates anything. */
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
     * Asserts the same for blocks that count their allocations themselves.
     *
     * @param block makes this many calls, and returns how many bytes they allocated on this rank
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
