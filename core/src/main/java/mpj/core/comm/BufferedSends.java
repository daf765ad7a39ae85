package mpj.core.comm;

import java.util.function.Supplier;
import mpj.core.error.LiveEngine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/** The buffered sends of one rank, and the buffer that its program attached for them. Thread-safe. */
public final class BufferedSends {
    private final LiveEngine engine;
    private AttachedBuffer attached;
    /** For the messages that need no attached buffer: it has room for any message, and is never detached. */
    private final AttachedBuffer unlimited = new AttachedBuffer(null, Long.MAX_VALUE, null);

    BufferedSends(LiveEngine engine) {
        this.engine = engine;
    }

    /**
     * Sets how much may be buffered.
     *
     * @param memory the program's buffer; it is kept, but not used
     * @param capacity how many bytes may be buffered
     * @throws EngineException when a buffer is attached already
     */
    public synchronized void attach(Object memory, long capacity) {
        engine.get();
        if (attached != null) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "a buffer is attached already; detach it first");
        }
        attached = new AttachedBuffer(memory, capacity, null);
    }

    /**
     * Sets how much may be buffered, like {@link #attach}, but may replace a buffer that is attached already. The sends
     * of the replaced buffer go on, and {@link #detach} waits for them as well.
     */
    public synchronized void attachOrReplace(Object memory, long capacity) {
        engine.get();
        attached = new AttachedBuffer(memory, capacity, attached);
    }

    /**
     * Waits until all buffered messages have left, and detaches the buffer.
     *
     * @return the program's buffer
     * @throws EngineException when no buffer is attached; also when a buffered send has failed, but in that case the
     *     buffer is detached all the same
     */
    public Object detach() {
        engine.get();
        Object memory;
        EngineException unsent;
        synchronized (this) {
            memory = attached().memory;
            unsent = drainAttached();
        }
        if (unsent != null) {
            throw unsent;
        }
        return memory;
    }

    private EngineException drainAttached() {
        EngineException unsent = attached == null ? null : attached.drain(engine.get());
        attached = null;
        return unsent;
    }

    /** Waits at the end until all buffered messages have left. Returns the failure of a buffered send, or null. */
    synchronized EngineException drain() {
        EngineException unsent = drainAttached();
        EngineException more = unlimited.drain(engine.get());
        if (unsent == null) {
            return more;
        }
        if (more != null) {
            unsent.addSuppressed(more);
        }
        return unsent;
    }

    private AttachedBuffer attached() {
        if (attached == null) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "no buffer is attached; attach one first");
        }
        return attached;
    }

    void send(long bytes, int destination, int tag, Supplier<Operation> start) {
        AttachedBuffer buffer;
        synchronized (this) {
            buffer = attached;
        }
        if (buffer == null) {
            throw new EngineException(ErrorClass.ERR_BUFFER,
                "a buffered send needs an attached buffer; attach one first");
        }
        buffer.send(engine.get(), bytes, destination, tag, start);
    }

    /** The same, for a message that needs no attached buffer, and takes no room there. */
    void sendUnlimited(long bytes, int destination, int tag, Supplier<Operation> start) {
        unlimited.send(engine.get(), bytes, destination, tag, start);
    }
}
