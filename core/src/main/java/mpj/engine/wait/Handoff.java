package mpj.engine.wait;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Failure;
import mpj.engine.NoncontiguousBuffer;
import mpj.engine.Operation;

/**
 * Operations that threads have started while another thread stayed in the engine's lock. They do not wait for the lock:
 * the holder takes them over and starts them, in the order in which each thread has started its own. So a thread that
 * polls holds up no other thread, whatever their communicators are. (MPICH calls this handoff; in the literature it is
 * flat combining: Hendler, Incze, Shavit, Tzafrir, SPAA 2010.)
 *
 * <p>No operation is forgotten. The thread first adds its operation, and then asks whether the holder still stays
 * ({@link Progress#handOff}). The holder first {@linkplain EngineLock#endStay ends its stay}, and then looks here a
 * last time.
 */
public final class Handoff {
    /**
     * The most bytes that a message may have to be handed off. Sending such a message takes about as long as posting
     * some receives.
     */
    public static final long MOST_BYTES = 16 << 10;
    /** Never runs. It cannot read a segment that is confined to a thread. */
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
    /** The operation that was added last. Each operation knows the one before it. */
    private Operation last;

    Handoff(EngineLock lock, Completions completions) {
        this.lock = lock;
        this.completions = completions;
    }

    /**
     * Whether a message may be handed off. A long message may not, because the thread that takes it over may be in a
     * call that should be short. A message from a segment that only its own thread can read may not be handed off
     * either.
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

    /**
     * Starts all operations that were handed off. Called with the lock held. An operation that cannot start fails, and
     * the calling thread goes on.
     */
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
        } catch (Error e) {
            // Not an error of this thread, and the operations that follow must start.
            completions.fail(operation, new Failure(
                e instanceof OutOfMemoryError ? ErrorClass.ERR_NO_MEM : ErrorClass.ERR_INTERN, e.toString()));
        }
    }

    /** Reverses the list, so that the operation that was added first comes first. */
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
