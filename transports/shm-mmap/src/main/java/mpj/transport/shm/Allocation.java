package mpj.transport.shm;

import static mpj.transport.ring.Words.INTS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/** Memory that a program has allocated, in a file of its own, as its owner sees it. Thread-safe. */
final class Allocation {
    private final MemoryFile file;
    private final MemorySegment mapped;
    private final Arena mapping;
    private final long bytes;
    private final HelpedCopy copy;
    /** Weak: an arena of Arena.ofAuto is to be freed when the program has forgotten it. */
    private WeakReference<MemorySegment.Scope> scope;
    private boolean hidden;
    private boolean freed;
    /** How many messages are under way from here. */
    private int exposures;

    /**
     * @param file of this allocation alone
     * @param mapped all of it
     * @param mapping the arena of that
     */
    Allocation(MemoryFile file, MemorySegment mapped, Arena mapping, long bytes) {
        this.file = file;
        this.mapped = mapped;
        this.mapping = mapping;
        this.bytes = bytes;
        this.copy = new HelpedCopy(mapped.asSlice(0, AllocationLayout.MEMORY_AT));
    }

    MemoryFile file() {
        return file;
    }

    /** The first byte that the program has of it. */
    long address() {
        return mapped.address() + AllocationLayout.MEMORY_AT;
    }

    long bytes() {
        return bytes;
    }

    /** The copy out of it that a peer asks for help with. */
    HelpedCopy copy() {
        return copy;
    }

    /**
     * What the program gets.
     *
     * @param closed called once, when the arena is closed
     */
    MemorySegment segment(Arena arena, Runnable closed) {
        MemorySegment segment =
            mapped.asSlice(AllocationLayout.MEMORY_AT, bytes).reinterpret(arena, _ -> closed.run());
        scope = new WeakReference<>(segment.scope());
        return segment;
    }

    /** Whether a segment is the program's, or a slice of it. Another may be where one was that is closed. */
    boolean has(MemorySegment segment) {
        return scope.refersTo(segment.scope()) && segment.address() >= address()
            && segment.address() + segment.byteSize() <= address() + bytes;
    }

    /** Keeps it mapped for a message that is under way from here; false if it is freed. */
    synchronized boolean expose() {
        if (freed) {
            return false;
        }
        exposures++;
        return true;
    }

    /** A message is no longer under way. */
    synchronized void conceal() {
        exposures--;
        if (freed && exposures == 0) {
            mapping.close();
        }
    }

    /** Lets no further peer map it, and tells the others that they need it no longer. */
    synchronized void hide() {
        if (!hidden) {
            hidden = true;
            INTS.setRelease(mapped, AllocationLayout.FREED_AT, 1);
            file.close();
        }
    }

    /** Gives it back, as soon as no message is under way from here. */
    synchronized void free() {
        hide();
        freed = true;
        if (exposures == 0) {
            mapping.close();
        }
    }
}
