package mpj.transport.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import mpj.transport.spi.MemoryRegion;

/**
 * Registrations of the program's memory, kept for the next message from the same memory. Where a device must be told of
 * a registration, registering costs more than sending. A registration is reused only for memory of the same arena, and
 * only while that arena is open. So it is never used for other memory that has come to lie at the same address. Memory
 * of the global scope is registered for each use: a segment over memory of a C library has this scope, and nothing
 * tells when that memory is freed. Used by one thread at a time.
 *
 * @param <R> the transport's registration, which its closing ends
 */
public final class RegistrationCache<R extends MemoryRegion> implements AutoCloseable {
    private static final int ENTRIES = 64;
    private static final long BYTES = 1L << 30;

    /**
     * A registration that is in use or kept. Closing it ends a use.
     *
     * @param <R> the transport's registration
     */
    public static final class Entry<R extends MemoryRegion> implements MemoryRegion {
        private final RegistrationCache<R> cache;
        private final MemorySegment memory;
        private final R registration;
        private final boolean keeps;
        private int uses;

        private Entry(RegistrationCache<R> cache, MemorySegment memory, R registration) {
            this.cache = cache;
            this.memory = memory;
            this.registration = registration;
            keeps = !memory.scope().equals(Arena.global().scope());
        }

        /**
         * The registered memory.
         *
         * @return the memory
         */
        public MemorySegment memory() {
            return memory;
        }

        /**
         * The registration of the memory.
         *
         * @return the transport's registration
         */
        public R registration() {
            return registration;
        }

        @Override
        public void key(MemorySegment packet, long offset) {
            registration.key(packet, offset);
        }

        @Override
        public void close() {
            uses--;
            cache.evict(0);
        }

        private boolean isOf(MemorySegment other) {
            return memory.address() == other.address() && memory.byteSize() == other.byteSize()
                && memory.scope().equals(other.scope()) && memory.scope().isAlive();
        }
    }

    private final Function<MemorySegment, R> register;
    /** The entry that was used last comes last. */
    private final List<Entry<R>> entries = new ArrayList<>();
    private long bytes;

    /**
     * Makes an empty cache.
     *
     * @param register registers memory with the device
     */
    public RegistrationCache(Function<MemorySegment, R> register) {
        this.register = register;
    }

    /**
     * Finds a registration, or makes one. {@link Entry#close} ends this use of it.
     *
     * @param memory memory off the heap, not empty
     * @return the registration
     * @throws mpj.transport.spi.TransportException when the device refuses
     */
    public Entry<R> acquire(MemorySegment memory) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            Entry<R> entry = entries.get(i);
            if (entry.isOf(memory)) {
                entries.remove(i);
                entries.add(entry);
                entry.uses++;
                return entry;
            }
        }
        evict(memory.byteSize());
        Entry<R> entry = new Entry<>(this, memory, register.apply(memory));
        entry.uses = 1;
        entries.add(entry);
        bytes += memory.byteSize();
        return entry;
    }

    /**
     * Drops the entries whose memory is gone, or may go without notice, and the oldest ones as long as there are too
     * many. Entries in use stay.
     */
    private void evict(long more) {
        for (int i = 0; i < entries.size();) {
            Entry<R> entry = entries.get(i);
            boolean tooMany = entries.size() >= ENTRIES || bytes + more > BYTES;
            if (entry.uses == 0 && (tooMany || !entry.keeps || !entry.memory.scope().isAlive())) {
                entries.remove(i);
                bytes -= entry.memory.byteSize();
                entry.registration.close();
            } else {
                i++;
            }
        }
    }

    @Override
    public void close() {
        entries.forEach(entry -> entry.registration.close());
        entries.clear();
    }
}
