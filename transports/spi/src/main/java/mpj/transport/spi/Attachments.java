package mpj.transport.spi;

import java.lang.foreign.MemorySegment;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives back each piece of memory that a rank has attached to, exactly once. This happens when the attachment is
 * closed. If the rank has forgotten an attachment, it happens when the next one is added, and at the latest when this
 * object is closed together with the transport. Thread-safe.
 */
public final class Attachments implements AutoCloseable {
    private final Set<Held> held = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<Attached> forgotten = new ReferenceQueue<>();
    private volatile boolean closed;

    /** Holds no attachment at first. */
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

    /**
     * Refers to the action that gives the memory back, and not to the attachment, because this object outlives the
     * attachment.
     */
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
     * Adds an attachment. Attachments that were forgotten are given back first.
     *
     * @param memory the memory, which the rank may use until it closes the attachment
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

    /**
     * Gives back all attachments that are not closed. An attachment that another thread adds later is given back at
     * once.
     */
    @Override
    public void close() {
        closed = true;
        held.forEach(Held::giveBack);
    }
}
