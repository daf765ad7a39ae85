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
 * Sleeps until the completion queue's descriptor is readable, or until somebody rings. If there is no descriptor (the
 * provider shm of libfabric 1.17), or if the descriptor is always readable (net of 1.17), a sleep is a nap. The longer
 * nothing comes, the longer the naps are. They stay short while peers may access memory of this process: nothing
 * completes here when a part of such an access arrives, and the next part may have to wait until this one is taken.
 */
public final class Sleep implements AutoCloseable {
    private static final long SHORTEST_NAP = 50_000;
    private static final int NAPS_OF_A_LENGTH = 16;
    private static final int DOUBLINGS = 5;
    /** How often in a row the descriptor may be readable before a sleep begins, although nothing has completed. */
    private static final int MAX_FRUITLESS_SLEEPS = 16;
    private static final long SECOND = 1_000_000_000;

    private final int descriptor;
    private final BooleanSupplier mayWait;
    private final BooleanSupplier accessible;
    private final int bell;
    /** Whether the next sleep may last, because nothing had completed when it was prepared. */
    private volatile boolean armed;
    private volatile boolean rung;
    /** The naps since something came. The number is not exact when several threads nap at once. */
    private int naps;
    /** The sleeps since something came that the descriptor did not let begin. It is as exact as {@link #naps}. */
    private int fruitlessSleeps;
    /** Whether the descriptor has ended a sleep since {@link #takeArrival}. */
    private volatile boolean arrived;

    /**
     * Makes a sleep for which nobody has rung, in a process whose help no peer needs to access its memory.
     *
     * @param descriptor a descriptor that becomes readable when something has completed, or a negative number if there
     *     is none
     * @param mayWait makes the next completion make the descriptor readable; false if something has completed already
     */
    public Sleep(int descriptor, BooleanSupplier mayWait) {
        this(descriptor, mayWait, () -> false);
    }

    /**
     * Makes a sleep for which nobody has rung.
     *
     * @param descriptor as above
     * @param mayWait as above
     * @param accessible whether peers may access memory of this process at present, for which they need its progress
     */
    public Sleep(int descriptor, BooleanSupplier mayWait, BooleanSupplier accessible) {
        this.descriptor = descriptor;
        this.mayWait = mayWait;
        this.accessible = accessible;
        bell = descriptor < 0 ? -1
            : libc_h.eventfd(0, libc_h.EFD_CLOEXEC() | libc_h.EFD_NONBLOCK());
    }

    private boolean naps() {
        // A virtual thread must not keep its carrier in the kernel, because other virtual threads may have to run on
        // the carrier to end the wait.
        return bell < 0 || Thread.currentThread().isVirtual();
    }

    /**
     * Prepares a sleep. This is called by one thread at a time, like the transport's other calls. Rings before this
     * call no longer end a sleep. A sleeper that the bell woke at this very moment may find the bell silent and sleep
     * on, for as long as it asked.
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
     * Sleeps in the way that {@link #prepare} has decided.
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

    /** The length of the next nap, in nanoseconds. */
    long nextNap() {
        int doublings = Math.min(naps++ / NAPS_OF_A_LENGTH, DOUBLINGS);
        if (naps % NAPS_OF_A_LENGTH == 0 && !trustsDescriptor()) {
            fruitlessSleeps--; // tries the descriptor once more: what made it readable may be over
        }
        return accessible.getAsBoolean() ? SHORTEST_NAP : SHORTEST_NAP << doublings;
    }

    /** Whether the descriptor has been right lately. */
    boolean trustsDescriptor() {
        return fruitlessSleeps < MAX_FRUITLESS_SLEEPS;
    }

    private void await(long nanoseconds) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment descriptors = pollfd.allocateArray(2, arena);
            MemorySegment queue = pollfd.asSlice(descriptors, 0);
            // A negative descriptor is ignored.
            expect(queue, trustsDescriptor() ? descriptor : -1);
            expect(pollfd.asSlice(descriptors, 1), bell);
            if (poll(descriptors, 0, arena) > 0) {
                if (pollfd.revents(queue) != 0) {
                    fruitlessSleeps++;
                }
                return;
            }
            poll(descriptors, nanoseconds, arena);
            if (pollfd.revents(queue) != 0) {
                refreshed();
                arrived = true;
            }
        }
    }

    /** Waits for a descriptor. Returns how many are readable. */
    private static int poll(MemorySegment descriptors, long nanoseconds, Arena arena) {
        MemorySegment limit = timespec.allocate(arena);
        timespec.tv_sec(limit, nanoseconds / SECOND);
        timespec.tv_nsec(limit, nanoseconds % SECOND);
        return libc_h.ppoll(descriptors, 2, limit, MemorySegment.NULL);
    }

    private static void expect(MemorySegment entry, int descriptor) {
        pollfd.fd(entry, descriptor);
        pollfd.events(entry, (short) libc_h.POLLIN());
    }

    /**
     * Whether the descriptor was silent and then ended a sleep, since the last call. Something has come then, even if
     * nothing completes here: a part of a large message, or of a peer's access to memory of this process. Who waits
     * should look for more before the next sleep.
     */
    public boolean takeArrival() {
        if (!arrived) {
            return false;
        }
        arrived = false;
        return true;
    }

    /** Notes that something has come: naps are short again, and the descriptor is trusted. */
    public void refreshed() {
        naps = 0;
        fruitlessSleeps = 0;
    }

    /** Ends every sleep. */
    public void ring() {
        if (bell >= 0) {
            try (Arena arena = Arena.ofConfined()) {
                libc_h.write(bell, arena.allocateFrom(JAVA_LONG, 1), JAVA_LONG.byteSize());
            }
            // Not before: otherwise a sleep that is prepared in between would find the bell silent, and leave it
            // readable for all later sleeps.
            rung = true;
        }
    }

    @Override
    public void close() {
        if (bell >= 0) {
            libc_h.close(bell);
        }
    }
}
