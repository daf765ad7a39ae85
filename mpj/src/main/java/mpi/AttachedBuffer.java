package mpi;

import java.util.ArrayDeque;
import java.util.function.Supplier;
import mpj.engine.Engine;
import mpj.engine.ErrorClass;
import mpj.engine.Send;

/**
 * The buffer that a program attached for buffered sends. It limits how much may be buffered; the messages themselves
 * are kept beside it.
 */
final class AttachedBuffer {
    private record Buffered(Send send, long bytes) {
    }

    final Object memory;
    private final long capacity;
    private final ArrayDeque<Buffered> messages = new ArrayDeque<>();
    private long used;

    AttachedBuffer(Object memory, long capacity) {
        this.memory = memory;
        this.capacity = capacity;
    }

    /** Starts the send of a message if there is room for it, or throws; one that cannot be started takes no room. */
    synchronized void send(long bytes, Supplier<Send> start) {
        messages.removeIf(this::left);
        long needed = bytes + MPI.BSEND_OVERHEAD;
        if (needed > capacity - used) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "a buffered send of " + bytes + " bytes needs " + needed
                + " bytes (with MPI.BSEND_OVERHEAD), the attached buffer has " + (capacity - used) + " of " + capacity
                + " free; attach a larger one with MPI.Buffer_attach");
        }
        messages.add(new Buffered(start.get(), needed));
        used += needed;
    }

    private boolean left(Buffered message) {
        if (message.send.done()) {
            used -= message.bytes;
            return true;
        }
        return false;
    }

    /** Waits until every message has left. */
    synchronized void drain(Engine engine) {
        for (Buffered message : messages) {
            engine.finish(message.send);
        }
        messages.clear();
        used = 0;
    }
}
