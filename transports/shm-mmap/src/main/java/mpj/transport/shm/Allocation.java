package mpj.transport.shm;

import static mpj.transport.ring.Words.INTS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/** Memory that a program has allocated, seen from the rank that owns it. It lies in a file of its own. Thread-safe. */
final class Allocation {
    private final MemoryFile file;
    private final MemorySegment mapped;
    private final Arena mapping;
    private final long bytes;
    private final HelpedCopy copy;
    /** Weak, because the memory of an {@code Arena.ofAuto} must be freed when the program has forgotten it. */
    private WeakReference<MemorySegment.Scope> scope;
    private boolean hidden;
    private boolean freed;
    /** The number of messages that are under way from this memory. */
    private int exposures;

    /**
     * @param file the file of this allocation alone
     * @param mapped the whole file
     * @param mapping the arena of {@code mapped}
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

    /** The address of the first byte that the program may use. */
    long address() {
        return mapped.address() + AllocationLayout.MEMORY_AT;
    }

    long bytes() {
        return bytes;
    }

    /** The copy out of this allocation for which a peer asks for help. */
    HelpedCopy copy() {
        return copy;
    }

    /**
     * Makes the segment that the program gets.
     *
     * @param closed called once, when the arena is closed
     */
    MemorySegment segment(Arena arena, Runnable closed) {
        MemorySegment segment =
            mapped.asSlice(AllocationLayout.MEMORY_AT, bytes).reinterpret(arena, _ -> closed.run());
        scope = new WeakReference<>(segment.scope());
        return segment;
    }

    /**
     * Whether a segment is the program's segment or a slice of it. The scope is compared, because another segment may
     * lie where a closed one was.
     */
    boolean has(MemorySegment segment) {
        return scope.refersTo(segment.scope()) && segment.address() >= address()
            && segment.address() + segment.byteSize() <= address() + bytes;
    }

    /** Keeps the memory mapped for a message that leaves from here. Returns false if the memory is freed. */
    synchronized boolean expose() {
        if (freed) {
            return false;
        }
        exposures++;
        return true;
    }

    /** Ends the use by one message. */
    synchronized void conceal() {
        exposures--;
        if (freed && exposures == 0) {
            mapping.close();
        }
    }

    /** Lets no further peer map the memory, and tells the others that they no longer need it. */
    synchronized void hide() {
        if (!hidden) {
            hidden = true;
            INTS.setRelease(mapped, AllocationLayout.FREED_AT, 1);
            file.close();
        }
    }

    /** Frees the memory as soon as no message is under way from it. */
    synchronized void free() {
        hide();
        freed = true;
        if (exposures == 0) {
            mapping.close();
        }
    }
}
