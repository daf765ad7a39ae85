package mpj.transport.libfabric;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import mpj.bindings.libfabric.libfabric_h;
import mpj.transport.libfabric.Registrar.Registration;

/**
 * Registrations of the program's memory, kept for the next message out of the same: registering costs more than sending
 * where a device is told of it. One is used again only for memory of the same arena, while that is open; so it never
 * stands for other memory that has come to lie at the same address.
 */
final class RegistrationCache implements AutoCloseable {
    private static final int ENTRIES = 64;
    private static final long BYTES = 1L << 30;

    /** A registration, in use or kept. */
    static final class Entry {
        private final MemorySegment memory;
        private final Registration registration;
        private int uses;

        private Entry(MemorySegment memory, Registration registration) {
            this.memory = memory;
            this.registration = registration;
        }

        MemorySegment memory() {
            return memory;
        }

        Registration registration() {
            return registration;
        }

        private boolean isOf(MemorySegment other) {
            return memory.address() == other.address() && memory.byteSize() == other.byteSize()
                && memory.scope().equals(other.scope()) && memory.scope().isAlive();
        }
    }

    private final Registrar registrar;
    /** The one used last comes last. */
    private final List<Entry> entries = new ArrayList<>();
    private long bytes;

    RegistrationCache(Registrar registrar) {
        this.registrar = registrar;
    }

    /** Registers, or finds a registration; {@link #release} says that this use is over. */
    Entry acquire(MemorySegment memory) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            Entry entry = entries.get(i);
            if (entry.isOf(memory)) {
                entries.remove(i);
                entries.add(entry);
                entry.uses++;
                return entry;
            }
        }
        makeRoom(memory.byteSize());
        Entry entry = new Entry(memory, registrar.register(memory,
            libfabric_h.FI_READ() | libfabric_h.FI_REMOTE_READ()));
        entry.uses = 1;
        entries.add(entry);
        bytes += memory.byteSize();
        return entry;
    }

    void release(Entry entry) {
        entry.uses--;
        makeRoom(0);
    }

    /** Drops those whose memory is gone, and the oldest as long as there are too many; those in use stay. */
    private void makeRoom(long more) {
        for (int i = 0; i < entries.size();) {
            Entry entry = entries.get(i);
            boolean tooMany = entries.size() >= ENTRIES || bytes + more > BYTES;
            if (entry.uses == 0 && (tooMany || !entry.memory.scope().isAlive())) {
                entries.remove(i);
                bytes -= entry.memory.byteSize();
                entry.registration.close();
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
        entries.forEach(entry -> entry.registration.close());
        entries.clear();
    }
}
