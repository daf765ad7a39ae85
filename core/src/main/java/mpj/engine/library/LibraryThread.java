package mpj.engine.library;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import mpj.engine.LargeCopy;
import mpj.engine.Receive;
import mpj.transport.spi.LibraryStatus;

/** The objects and the memory that a thread uses for its blocking messages through a library, one after the other. */
final class LibraryThread {
    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(LibraryThread.class, "inside", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final long LEAST = 16 << 10;
    private static final long LINE = 64;
    /** In bytes. The memory for longer messages is not kept. */
    private static final long MOST_KEPT = 16 << 20;

    final Thread owner;
    final Receive receive;
    final LibraryStatus status;
    final LargeCopy large = new LargeCopy();
    private MemorySegment bounce = MemorySegment.NULL;
    /**
     * Whether the thread is in a call of the library. The thread that ends MPI gives this store time to become visible.
     */
    private boolean inside;

    LibraryThread(Thread owner, LibraryStatus status) {
        this.owner = owner;
        this.status = status;
        receive = new Receive(null, owner);
    }

    void enter() {
        INSIDE.setOpaque(this, true);
    }

    void leave() {
        INSIDE.setRelease(this, false);
    }

    boolean isInside() {
        return (boolean) INSIDE.getAcquire(this);
    }

    /** Memory for a message. The memory of the last message is used again. */
    MemorySegment bounce(long bytes) {
        return bytes <= bounce.byteSize() ? bounce : larger(bytes);
    }

    private MemorySegment larger(long bytes) {
        MemorySegment memory = Arena.ofAuto().allocate(Math.max(LEAST, bytes), LINE);
        if (bytes <= MOST_KEPT) {
            bounce = memory;
        }
        return memory;
    }
}
