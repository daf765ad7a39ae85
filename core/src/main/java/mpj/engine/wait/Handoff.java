package mpj.engine.wait;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import mpj.engine.EngineException;
import mpj.engine.Failure;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Operation;

/**
 * Operations that threads have started while another thread stayed in the engine's lock. They do not wait for the lock:
 * the holder takes them over and starts them, in the order in which each thread has started its own. So a thread that
 * polls holds up nobody, in no communicator. (MPICH calls this handoff; in the literature it is flat combining:
 * Hendler, Incze, Shavit, Tzafrir, SPAA 2010.)
 *
 * <p>No operation is forgotten. The thread first adds it, and then asks whether the holder still stays ({@link
 * Progress#handOff}). The holder first {@linkplain EngineLock#endStay ends its stay}, and then looks here a last time.
 */
public final class Handoff {
    /** The size, in bytes, up to which a message is about as quickly sent as some receives are posted. */
    public static final long MOST_BYTES = 16 << 10;
    /** Does not run. It cannot read a segment that is confined to a thread. */
    private static final Thread NO_THREAD = new Thread();
    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(Handoff.class, "last", Operation.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final EngineLock lock;
    private final Completions completions;
    /** The last one that was added; each knows the one before it. */
    private Operation last;

    Handoff(EngineLock lock, Completions completions) {
        this.lock = lock;
        this.completions = completions;
    }

    /**
     * Whether a message may be handed off. A long one may not: the thread that takes it over may have called for
     * something short. Nor may one out of a segment that only its own thread can read.
     */
    public static boolean takes(Object buffer, long bytes) {
        Object memory = buffer instanceof NoncontiguousBuffer blocks ? blocks.buffer() : buffer;
        return bytes <= MOST_BYTES
            && (!(memory instanceof MemorySegment segment) || segment.isAccessibleBy(NO_THREAD));
    }

    boolean isEmpty() {
        return LAST.getVolatile(this) == null;
    }

    /** Adds an operation. Any thread may call this; it needs no lock. */
    void add(Operation operation) {
        Operation before;
        do {
            before = (Operation) LAST.getAcquire(this);
            operation.handedOffBefore = before;
        } while (!LAST.compareAndSet(this, before, operation));
    }

    /** Starts all of them. Called with the lock held. One that cannot start fails; the calling thread goes on. */
    void takeOver() {
        assert lock.isHeldByMe();
        Operation next = inOrder((Operation) LAST.getAndSet(this, null));
        while (next != null) {
            Operation operation = next;
            next = operation.handedOffBefore;
            operation.handedOffBefore = null;
            takeOver(operation);
        }
    }

    private void takeOver(Operation operation) {
        try {
            operation.takeOver();
        } catch (RuntimeException e) {
            RuntimeException error = EngineException.of(e);
            completions.fail(operation, new Failure(EngineException.classOf(error), EngineException.text(error)));
        }
    }

    /** Turns the list round: the first comes first. */
    private static Operation inOrder(Operation last) {
        Operation first = null;
        for (Operation operation = last; operation != null;) {
            Operation before = operation.handedOffBefore;
            operation.handedOffBefore = first;
            first = operation;
            operation = before;
        }
        return first;
    }
}
