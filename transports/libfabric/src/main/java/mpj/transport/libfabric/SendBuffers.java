package mpj.transport.libfabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The registered memory out of which packets leave. Its buffers have two sizes, one for whole messages and one for the
 * fragments of long ones. A buffer is taken when its packet is posted, and given back when the send has completed.
 */
final class SendBuffers implements AutoCloseable {
    static final int NONE = -1;

    private final MemorySegment memory;
    private final long address;
    private final Registrar.Registration registration;
    private final OperationContexts contexts;
    private final int smallCount;
    private final int smallBytes;
    private final int largeBytes;

    private final int[] freeSmall;
    private final int[] freeLarge;
    private int freeSmallCount;
    private int freeLargeCount;

    /**
     * @param smallCount the number of buffers for packets of up to {@code smallBytes}, header included
     * @param largeCount the number of buffers for packets of up to {@code largeBytes}, header included
     */
    SendBuffers(int smallCount, int smallBytes, int largeCount, int largeBytes, Registrar registrar, long access,
                OperationContexts contexts, Arena arena) {
        this.smallCount = smallCount;
        this.smallBytes = smallBytes;
        this.largeBytes = largeBytes;
        this.contexts = contexts;
        memory = arena.allocate((long) smallCount * smallBytes + (long) largeCount * largeBytes, 64);
        address = memory.address();
        registration = registrar.buffers(memory, access);
        freeSmall = new int[smallCount];
        freeLarge = new int[largeCount];
        // The lowest number is on top, so that the few buffers that are in use at a time stay in the cache.
        for (int i = smallCount - 1; i >= 0; i--) {
            freeSmall[freeSmallCount++] = i;
        }
        for (int i = largeCount - 1; i >= 0; i--) {
            freeLarge[freeLargeCount++] = smallCount + i;
        }
    }

    MemorySegment memory() {
        return memory;
    }

    int count() {
        return freeSmall.length + freeLarge.length;
    }

    /** The buffer that {@link #take} would take for this many bytes, header included, or NONE. */
    int next(long bytes) {
        if (bytes <= smallBytes && freeSmallCount > 0) {
            return freeSmall[freeSmallCount - 1];
        }
        return freeLargeCount > 0 ? freeLarge[freeLargeCount - 1] : NONE;
    }

    boolean isSmall(int buffer) {
        return buffer < smallCount;
    }

    /** Whether this many small buffers are free. */
    boolean hasSmall(int count) {
        return freeSmallCount >= count;
    }

    /** The place where a buffer starts in the memory. */
    long offset(int buffer) {
        return buffer < smallCount ? (long) buffer * smallBytes
            : (long) smallCount * smallBytes + (long) (buffer - smallCount) * largeBytes;
    }

    long address(int buffer) {
        return address + offset(buffer);
    }

    long descriptor() {
        return registration == null ? 0 : registration.descriptor();
    }

    long context(int buffer) {
        return contexts.address(buffer);
    }

    /** Takes the buffer that {@link #next} returned last. */
    void take(int buffer) {
        if (buffer < smallCount) {
            freeSmallCount--;
        } else {
            freeLargeCount--;
        }
    }

    /** Gives a buffer back. */
    void give(int buffer) {
        if (buffer < smallCount) {
            freeSmall[freeSmallCount++] = buffer;
        } else {
            freeLarge[freeLargeCount++] = buffer;
        }
    }

    /** Whether no send is under way. */
    boolean idle() {
        return freeSmallCount == freeSmall.length && freeLargeCount == freeLarge.length;
    }

    @Override
    public void close() {
        if (registration != null) {
            registration.close();
        }
    }
}
