package mpj.transport.device;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Set;
import mpj.transport.spi.MemoryRegion;

/** The memory that peers may write. Its registrations are not kept after their use. Used by one thread at a time. */
public final class ExposedRegions implements AutoCloseable {
    private final Set<MemoryRegion> registrations = new HashSet<>();
    /** Whether there is any. A thread that sleeps may ask for this beside the one that uses the set. */
    private volatile boolean any;

    /** Makes an empty set. */
    public ExposedRegions() {
    }

    /**
     * Adds memory.
     *
     * @param registration the transport's registration of the memory, which its closing ends
     * @return the memory; its closing ends the registration, unless the whole set was closed before
     */
    public MemoryRegion add(MemoryRegion registration) {
        registrations.add(registration);
        any = true;
        return new MemoryRegion() {
            @Override
            public void key(MemorySegment packet, long offset) {
                registration.key(packet, offset);
            }

            @Override
            public void close() {
                if (registrations.remove(registration)) {
                    any = !registrations.isEmpty();
                    registration.close();
                }
            }
        };
    }

    /** Whether there is memory that peers may write. Any thread may ask. */
    public boolean any() {
        return any;
    }

    /** Ends the registrations of memory that was never withdrawn. */
    @Override
    public void close() {
        registrations.forEach(MemoryRegion::close);
        registrations.clear();
        any = false;
    }
}
