package mpj.transport.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.libc.libc_h;

/**
 * Saves the signal handlers of this process, and puts them back after calls that replace them. The JVM depends on
 * SIGSEGV, by which threads stop for the garbage collector. But libinfinipath, which comes with libfabric on some
 * systems, the provider shm and libraries of MPI install their own handlers for such signals, which end the process.
 */
public final class SignalHandlers implements AutoCloseable {
    private static final int[] SIGNALS = {libc_h.SIGSEGV(), libc_h.SIGBUS(), libc_h.SIGFPE(), libc_h.SIGILL(),
        libc_h.SIGABRT(), libc_h.SIGINT(), libc_h.SIGTERM(), libc_h.SIGHUP()};

    /**
     * More than the size of a struct sigaction (152 bytes). The struct is only stored here, and its fields are not
     * read.
     */
    private static final long ACTION_BYTES = 256;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment actions = arena.allocate(SIGNALS.length * ACTION_BYTES, 8);

    /** Saves the present handlers. Also asks libinfinipath to leave them alone from the start. */
    public SignalHandlers() {
        libc_h.setenv(arena.allocateFrom("IPATH_NO_BACKTRACE"), arena.allocateFrom("1"), 1);
        for (int i = 0; i < SIGNALS.length; i++) {
            libc_h.sigaction(SIGNALS[i], MemorySegment.NULL, action(i));
        }
    }

    private MemorySegment action(int signal) {
        return actions.asSlice(signal * ACTION_BYTES, ACTION_BYTES);
    }

    /** Puts the saved handlers back. */
    public void restore() {
        for (int i = 0; i < SIGNALS.length; i++) {
            libc_h.sigaction(SIGNALS[i], action(i), MemorySegment.NULL);
        }
    }

    @Override
    public void close() {
        restore();
        arena.close();
    }
}
