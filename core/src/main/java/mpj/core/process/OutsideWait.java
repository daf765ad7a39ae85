package mpj.core.process;

import java.io.Closeable;
import java.io.IOException;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;

/**
 * Waits for something that does not come as a message, while the messages of this rank go on. A thread of its own does
 * the blocking part. So an interrupt of the program's thread does not disturb it, and the deadlock report knows that
 * this rank waits for something outside its job.
 *
 * <p>A wait that belongs to a collective call ends early when that call can no longer complete, because a rank of its
 * communicator is lost or the communicator was revoked. The thread is then interrupted, and what it has opened is
 * closed, because nothing else ends a thread that reads from a socket.
 */
final class OutsideWait {
    private final String name;
    /** What the thread has opened and a wait that ends early closes; null if there is nothing. */
    private Closeable opened;
    private boolean ended;

    private OutsideWait(String name) {
        this.name = name;
    }

    /** A piece of work that blocks. */
    interface Work<T> {
        /** @param wait knows what the work opens, and whether it is still wanted */
        T call(OutsideWait wait) throws Exception;
    }

    /** The result of a piece of work, whatever happens to other ranks meanwhile. Its exceptions are thrown here. */
    static <T> T await(Engine engine, String name, Work<T> work) throws IOException {
        return new OutsideWait(name).run(engine, new ExternalOperation(), work);
    }

    /**
     * The result of a piece of work that belongs to a collective call.
     *
     * @param context of the collective operations of the communicator
     * @throws EngineException when the call can no longer complete
     */
    static <T> T await(Engine engine, int context, String name, Work<T> work) throws IOException {
        ExternalOperation operation = new ExternalOperation();
        engine.survival().guard(operation, context);
        operation.check(); // does not begin if the call cannot complete
        return new OutsideWait(name).run(engine, operation, work);
    }

    /**
     * Notes what the work has opened. It is closed if the wait ends early, which may have happened already.
     *
     * @return the same object
     */
    synchronized <C extends Closeable> C opened(C closeable) {
        opened = closeable;
        if (ended) {
            close();
        }
        return closeable;
    }

    /** Whether nobody waits for the work any more. */
    synchronized boolean isEnded() {
        return ended;
    }

    private void close() {
        try {
            if (opened != null) {
                opened.close();
            }
        } catch (IOException e) {
            // It is of no use any more, closed or not.
        }
    }

    private synchronized void end(Thread thread) {
        ended = true;
        thread.interrupt();
        close();
    }

    private <T> T run(Engine engine, ExternalOperation operation, Work<T> work) throws IOException {
        Object[] outcome = new Object[1];
        Exception[] failure = new Exception[1];
        Thread thread = Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                outcome[0] = work.call(this);
            } catch (Exception e) {
                failure[0] = e;
            } catch (Error e) {
                failure[0] = new EngineException(ErrorClass.ERR_INTERN, name + " failed: " + e, e);
            }
            if (!isEnded()) { // otherwise MPI may have ended meanwhile
                engine.complete(operation, null);
            }
        });
        engine.finish(operation); // the thread's writes are visible here if the thread has completed the operation
        if (operation.hasFailed()) {
            end(thread);
            operation.check();
        }
        switch (failure[0]) {
            case null -> {
                @SuppressWarnings("unchecked") // the thread puts only a T there
                T result = (T) outcome[0];
                return result;
            }
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            default -> throw new EngineException(ErrorClass.ERR_INTERN, name + " failed: " + failure[0], failure[0]);
        }
    }
}
