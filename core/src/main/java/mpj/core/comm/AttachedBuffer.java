package mpj.core.comm;

import java.util.ArrayDeque;
import java.util.function.Supplier;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Operation;

/**
 * The buffer that a program has attached for buffered sends. It only limits how much may be buffered. The messages
 * themselves, and all that sending them needs, are kept elsewhere. So messages fit if the sum of their sizes does:
 * there are no gaps between them.
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
    /** What was attached when this was, and still has messages or a failure to tell; or null. */
    private AttachedBuffer earlier;
    private final ArrayDeque<Buffered> messages = new ArrayDeque<>();
    private long used;
    /** The failure of the first send that failed; those of later sends are suppressed in it. */
    private EngineException failure;

    /** Makes a buffer in place of an earlier one, or of null. What the earlier one has buffered takes no room here. */
    AttachedBuffer(Object memory, long capacity, AttachedBuffer earlier) {
        this.memory = memory;
        this.capacity = capacity;
        this.earlier = earlier;
    }

    /**
     * Starts the send of a message if it fits, or throws. A send that cannot be started takes nothing of the buffer.
     *
     * @param bytes its size, as the program knows it
     */
    synchronized void send(Engine engine, long bytes, int destination, int tag, Supplier<Operation> start) {
        messages.removeIf(this::left);
        if (bytes > capacity - used) {
            engine.progress(); // messages may have left unseen
            messages.removeIf(this::left);
        }
        if (bytes > capacity - used) {
            throw new EngineException(ErrorClass.ERR_BUFFER, "a buffered send of " + bytes
                + " bytes does not fit the attached buffer, of whose " + capacity + " bytes " + (capacity - used)
                + " are free; attach a larger one");
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
