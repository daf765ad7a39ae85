package mpi;

import java.util.ArrayDeque;
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

    /** Finds room for a message, or throws. */
    synchronized void reserve(long bytes) {
        messages.removeIf(this::left);
        long needed = bytes + MPI.BSEND_OVERHEAD;
        if (needed > capacity - used) {
            throw new MPIException(ErrorClass.ERR_BUFFER, "a buffered send of " + bytes + " bytes needs " + needed
                + " bytes (with MPI.BSEND_OVERHEAD), the attached buffer has " + (capacity - used) + " of " + capacity
                + " free; attach a larger one with MPI.Buffer_attach");
        }
        used += needed;
    }

    private boolean left(Buffered message) {
        if (message.send.done()) {
            used -= message.bytes;
            return true;
        }
        return false;
    }

    synchronized void add(Send send, long bytes) {
        messages.add(new Buffered(send, bytes + MPI.BSEND_OVERHEAD));
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
