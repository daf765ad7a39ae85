package mpj.transport.device;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Registrations of the program's memory, kept for the next message from the same memory. Where a device must be told of
 * a registration, registering costs more than sending. A registration is reused only for memory of the same arena, and
 * only while that arena is open. So it is never used for other memory that has come to lie at the same address. Used by
 * one thread at a time.
 *
 * @param <R> the transport's registration
 */
public final class RegistrationCache<R> implements AutoCloseable {
    private static final int ENTRIES = 64;
    private static final long BYTES = 1L << 30;

    /**
     * A registration that is in use or kept.
     *
     * @param <R> the transport's registration
     */
    public static final class Entry<R> {
        private final MemorySegment memory;
        private final R registration;
        private int uses;

        private Entry(MemorySegment memory, R registration) {
            this.memory = memory;
            this.registration = registration;
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

        private boolean isOf(MemorySegment other) {
            return memory.address() == other.address() && memory.byteSize() == other.byteSize()
                && memory.scope().equals(other.scope()) && memory.scope().isAlive();
        }
    }

    private final Function<MemorySegment, R> register;
    private final Consumer<R> deregister;
    /** The entry that was used last comes last. */
    private final List<Entry<R>> entries = new ArrayList<>();
    private long bytes;

    /**
     * Makes an empty cache.
     *
     * @param register registers memory with the device
     * @param deregister ends a registration
     */
    public RegistrationCache(Function<MemorySegment, R> register, Consumer<R> deregister) {
        this.register = register;
        this.deregister = deregister;
    }

    /**
     * Finds a registration, or makes one. {@link #release} ends this use of it.
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
        Entry<R> entry = new Entry<>(memory, register.apply(memory));
        entry.uses = 1;
        entries.add(entry);
        bytes += memory.byteSize();
        return entry;
    }

    /**
     * Ends a use of a registration.
     *
     * @param entry an entry from {@link #acquire}
     */
    public void release(Entry<R> entry) {
        entry.uses--;
        evict(0);
    }

    /**
     * Drops the entries whose memory is gone, and the oldest ones as long as there are too many. Entries in use stay.
     */
    private void evict(long more) {
        for (int i = 0; i < entries.size();) {
            Entry<R> entry = entries.get(i);
            boolean tooMany = entries.size() >= ENTRIES || bytes + more > BYTES;
            if (entry.uses == 0 && (tooMany || !entry.memory.scope().isAlive())) {
                entries.remove(i);
                bytes -= entry.memory.byteSize();
                deregister.accept(entry.registration);
            } else {
                i++;
            }
        }
    }

    int size() {
        return entries.size();
    }

    @Override
    public void close() {
        entries.forEach(entry -> deregister.accept(entry.registration));
        entries.clear();
    }
}
