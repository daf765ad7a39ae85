package mpj.core.comm;

import java.util.ArrayDeque;
import java.util.function.Supplier;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * The buffer that a program has attached for buffered sends. It only limits how much may be buffered: the messages
 * themselves, and everything else that sending them needs, are kept elsewhere. So messages fit if the sum of their
 * sizes fits, because there are no gaps between them.
 */
final class AttachedBuffer {
    private record Buffered(Operation send, long bytes, int destination, int tag) {
        EngineException failure() {
            return !send.hasFailed() ? null : new EngineException(send.failure().error(), "the buffered send of "
                + bytes
                + " bytes with tag " + tag + " to rank " + destination + " of the job failed: "
                + send.failure().text());
        }
    }

    final Object memory;
    private final long capacity;
    /** The buffer that this one has replaced, if it still has messages or a failure to report; or null. */
    private AttachedBuffer earlier;
    private final ArrayDeque<Buffered> messages = new ArrayDeque<>();
    private long used;
    /** The failure of the first send that failed; those of later sends are suppressed in it. */
    private EngineException failure;

    /**
     * Makes a buffer that replaces an earlier one, or null. The messages in the earlier buffer take no room in this
     * one.
     */
    AttachedBuffer(Object memory, long capacity, AttachedBuffer earlier) {
        this.memory = memory;
        this.capacity = capacity;
        this.earlier = earlier;
    }

    /**
     * Starts the send of a message, or throws if the message does not fit. A send that cannot be started takes no room
     * in the buffer.
     *
     * @param bytes the size of the message, as the program knows it
     */
    synchronized void send(Engine engine, long bytes, int destination, int tag, Supplier<Operation> start) {
        messages.removeIf(this::left);
        if (bytes > capacity - used) {
            engine.progress(); // progress may show that messages have left
            messages.removeIf(this::left);
        }
        if (bytes > capacity - used) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "a buffered send of " + bytes
                + " bytes does not fit into the attached buffer, which has " + (capacity - used) + " of its " + capacity
                + " bytes free; attach a larger one");
        }
        messages.add(new Buffered(start.get(), bytes, destination, tag));
        used += bytes;
    }

    private boolean left(Buffered message) {
        if (message.send.done()) {
            used -= message.bytes;
            keepFailure(message);
            return true;
        }
        return false;
    }

    private void keepFailure(Buffered message) {
        keep(message.failure());
    }

    private void keep(EngineException one) {
        if (failure == null) {
            failure = one;
        } else if (one != null) {
            failure.addSuppressed(one);
        }
    }

    /** Waits until every message has left or failed. Returns the failures since the buffer was attached, or null. */
    synchronized EngineException drain(Engine engine) {
        if (earlier != null) {
            keep(earlier.drain(engine));
            earlier = null;
        }
        for (Buffered message : messages) {
            try {
                engine.finish(message.send);
            } catch (RuntimeException e) {
                throw EngineException.of(e);
            }
            keepFailure(message);
        }
        messages.clear();
        used = 0;
        return failure;
    }
}
