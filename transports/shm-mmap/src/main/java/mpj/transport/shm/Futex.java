package mpj.transport.shm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import mpj.bindings.Linux;
import mpj.bindings.SystemCall;
import mpj.bindings.libc.libc_h;
import mpj.bindings.libc.timespec;

/**
 * Sleeps on a word that several processes share, and wakes the sleepers: Linux's futex(2). The initialization of this
 * class makes the handles, which takes tens of milliseconds. {@link FutexLinking} initializes it in time.
 */
final class Futex {
    private static final FunctionDescriptor DESCRIPTOR =
        FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
    private static final Linker.Option VARIADIC = Linker.Option.firstVariadicArg(1);
    // Never critical, because this call blocks.
    private static final MethodHandle WAIT =
        Linux.linker().downcallHandle(libc_h.syscall.address(), DESCRIPTOR, VARIADIC);
    private static final MethodHandle WAKE = Linux.linker().downcallHandle(libc_h.syscall.address(), DESCRIPTOR,
        VARIADIC, Linker.Option.critical(false));
    private static final long FUTEX = Linux.number(SystemCall.FUTEX);
    private static final int FUTEX_WAIT = libc_h.FUTEX_WAIT();
    private static final int FUTEX_WAKE = libc_h.FUTEX_WAKE();
    private static final long SECOND = 1_000_000_000;

    private Futex() {
    }

    /** Returns when the handles have been made. */
    static void link() {
        // The call itself initializes the class.
    }

    /**
     * Sleeps while the word has this value, for a limited time. It may return early, because of a signal or of a wake
     * meant for others.
     */
    static void await(MemorySegment word, int value, long nanoseconds) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limit = timespec.allocate(arena);
            timespec.tv_sec(limit, nanoseconds / SECOND);
            timespec.tv_nsec(limit, nanoseconds % SECOND);
            long ignored = (long) WAIT.invokeExact(FUTEX, word, FUTEX_WAIT, value, limit);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    /** Wakes at most this many of the threads that sleep on the word. */
    static void wake(MemorySegment word, int sleepers) {
        try {
            long ignored = (long) WAKE.invokeExact(FUTEX, word, FUTEX_WAKE, sleepers, MemorySegment.NULL);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
