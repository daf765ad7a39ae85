package mpj.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import mpj.bindings.verbs.verbs_h;

/**
 * The registered buffers out of which packets leave. A buffer is taken when its packet is posted, and given back when
 * the device has sent the packet. A packet that the device copies at once takes no buffer.
 */
final class SendPool implements AutoCloseable {
    static final int NONE = -1;

    private final int packet;
    private final MemorySegment memory;
    private final long address;
    private final Registration registration;
    private final int key;
    private final int[] free;
    private int freeCount;

    /**
     * @param count the number of buffers
     * @param packet the largest packet, in bytes, header included
     */
    SendPool(Device device, int count, int packet, Arena arena) {
        this.packet = packet;
        memory = arena.allocate((long) count * packet, 64);
        address = memory.address();
        registration = device.register(memory, verbs_h.IBV_ACCESS_LOCAL_WRITE());
        key = registration.localKey();
        free = new int[count];
        // The lowest number is on top, so that the few buffers that are in use at a time stay in the cache.
        for (int i = count - 1; i >= 0; i--) {
            free[freeCount++] = i;
        }
    }

    MemorySegment memory() {
        return memory;
    }

    int packet() {
        return packet;
    }

    int key() {
        return key;
    }

    /** The buffer that {@link #take} would take, or NONE. */
    int next() {
        return freeCount == 0 ? NONE : free[freeCount - 1];
    }

    void take() {
        freeCount--;
    }

    void give(int buffer) {
        free[freeCount++] = buffer;
    }

    /** The place where a buffer starts in the memory. */
    long offset(int buffer) {
        return (long) buffer * packet;
    }

    long address(int buffer) {
        return address + offset(buffer);
    }

    @Override
    public void close() {
        registration.close();
    }
}
