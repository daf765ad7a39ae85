package mpj.transport.device;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import mpj.bindings.libc.libc_h;
import mpj.bindings.libc.pollfd;
import mpj.bindings.libc.timespec;

/**
 * Sleeping until the completion queue's descriptor has something, or until somebody rings. Where there is no descriptor
 * (the provider shm of libfabric 1.17), or it is always readable (net of 1.17), sleeping is taking naps, the longer the
 * longer nothing comes.
 */
public final class Sleep implements AutoCloseable {
    private static final long SHORTEST_NAP = 50_000;
    private static final int NAPS_OF_A_LENGTH = 16;
    private static final int DOUBLINGS = 5;
    /** So often the descriptor may have something while nothing comes: parts of a large message, say. */
    private static final int MOST_IN_VAIN = 16;
    private static final long SECOND = 1_000_000_000;

    private final int descriptor;
    private final BooleanSupplier mayWait;
    private final int bell;
    /** Whether the next sleep may last: nothing had completed when it was prepared. */
    private volatile boolean armed;
    private volatile boolean rung;
    /** How many naps were taken since something came; not exact when several threads nap at once. */
    private int naps;
    /** How many sleeps the descriptor ended since something came; as exact as {@link #naps}. */
    private int inVain;

    /**
     * A sleep that nothing has rung for.
     *
     * @param descriptor what becomes readable when something has completed, or a negative number if there is none
     * @param mayWait says, and sees to it, that the next completion makes the descriptor readable; false if something
     *     has completed already
     */
    public Sleep(int descriptor, BooleanSupplier mayWait) {
        this.descriptor = descriptor;
        this.mayWait = mayWait;
        bell = descriptor < 0 ? -1
            : libc_h.eventfd(0, libc_h.EFD_CLOEXEC() | libc_h.EFD_NONBLOCK());
    }

    private boolean naps() {
        // A virtual thread must not hold its carrier in the kernel: others may have to run to end its wait.
        return bell < 0 || Thread.currentThread().isVirtual();
    }

    /**
     * Before a sleep, and not at the same time as the transport's other calls. What rang until now has been heard. A
     * sleeper whom the bell woke at this very moment may find it silent and sleep on, for as long as it asked.
     */
    public void prepare() {
        if (bell < 0) {
            return;
        }
        if (rung) {
            rung = false;
            try (Arena arena = Arena.ofConfined()) {
                libc_h.read(bell, arena.allocate(JAVA_LONG), JAVA_LONG.byteSize());
            }
        }
        armed = mayWait.getAsBoolean();
    }

    /**
     * Sleeps as {@link #prepare} found fit.
     *
     * @param nanoseconds the longest sleep
     */
    public void sleep(long nanoseconds) {
        if (naps()) {
            LockSupport.parkNanos(Math.min(nanoseconds, nextNap()));
        } else if (armed) {
            await(trustsDescriptor() ? nanoseconds : Math.min(nanoseconds, nextNap()));
        }
    }

    private long nextNap() {
        return SHORTEST_NAP << Math.min(naps++ / NAPS_OF_A_LENGTH, DOUBLINGS);
    }

    /** Whether the descriptor has told the truth of late. */
    boolean trustsDescriptor() {
        return inVain < MOST_IN_VAIN;
    }

    private void await(long nanoseconds) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment descriptors = pollfd.allocateArray(2, arena);
            MemorySegment queue = pollfd.asSlice(descriptors, 0);
            // What is negative is passed over.
            expect(queue, trustsDescriptor() ? descriptor : -1);
            expect(pollfd.asSlice(descriptors, 1), bell);
            MemorySegment limit = timespec.allocate(arena);
            timespec.tv_sec(limit, nanoseconds / SECOND);
            timespec.tv_nsec(limit, nanoseconds % SECOND);
            libc_h.ppoll(descriptors, 2, limit, MemorySegment.NULL);
            if (pollfd.revents(queue) != 0) {
                inVain++;
            }
        }
    }

    private static void expect(MemorySegment entry, int descriptor) {
        pollfd.fd(entry, descriptor);
        pollfd.events(entry, (short) libc_h.POLLIN());
    }

    /** Something has come: naps are short again, and the descriptor is trusted. */
    public void refreshed() {
        naps = 0;
        inVain = 0;
    }

    /** Ends every sleep. */
    public void ring() {
        if (bell >= 0) {
            rung = true;
            try (Arena arena = Arena.ofConfined()) {
                libc_h.write(bell, arena.allocateFrom(JAVA_LONG, 1), JAVA_LONG.byteSize());
            }
        }
    }

    @Override
    public void close() {
        if (bell >= 0) {
            libc_h.close(bell);
        }
    }
}
