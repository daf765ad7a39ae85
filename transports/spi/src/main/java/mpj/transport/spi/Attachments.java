package mpj.transport.spi;

import java.lang.foreign.MemorySegment;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The memory that a rank has attached to, so that each piece is given back exactly once: when it is closed; else, if it
 * was forgotten, when the next is added; else with the transport. Thread-safe.
 */
public final class Attachments implements AutoCloseable {
    private final Set<Held> held = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<Attached> forgotten = new ReferenceQueue<>();
    private volatile boolean closed;

    /** None at first. */
    public Attachments() {
    }

    private final class Attached implements SharedMemory.Attachment {
        private final MemorySegment memory;
        private final Held holding;

        Attached(MemorySegment memory, Runnable release) {
            this.memory = memory;
            holding = new Held(this, release);
            held.add(holding);
        }

        @Override
        public MemorySegment memory() {
            return memory;
        }

        @Override
        public void close() {
            holding.giveBack();
        }
    }

    /** Refers to how the memory is given back, and so not to the attachment that it outlives. */
    private final class Held extends PhantomReference<Attached> {
        private final Runnable release;

        Held(Attached attached, Runnable release) {
            super(attached, forgotten);
            this.release = release;
        }

        void giveBack() {
            if (held.remove(this)) {
                clear();
                release.run();
            }
        }
    }

    /**
     * Adds one.
     *
     * @param memory what the rank may use until it closes the attachment
     * @param release gives the memory back; it must not refer to the attachment
     * @return the attachment
     */
    public SharedMemory.Attachment add(MemorySegment memory, Runnable release) {
        for (Reference<?> next = forgotten.poll(); next != null; next = forgotten.poll()) {
            ((Held) next).giveBack();
        }
        Attached attached = new Attached(memory, release);
        if (closed) {
            attached.close();
        }
        return attached;
    }

    /** Gives back all that are not closed, and whatever a thread that is late still adds. */
    @Override
    public void close() {
        closed = true;
        held.forEach(Held::giveBack);
    }
}
