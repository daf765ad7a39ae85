package mpj.bindings;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/**
 * Calls that an interrupt must not disturb. A program may interrupt its threads at any moment, also during a call of
 * MPI. The call continues, and the thread is still marked as interrupted when the call returns. The JDK behaves
 * differently: an interrupt closes the file that a thread maps, or the socket that a virtual thread reads, and a thread
 * that is marked as interrupted does not park.
 */
public final class Uninterrupted {

    /**
     * A piece of code that an interrupt may disturb.
     *
     * @param <T> the type of the result
     */
    @FunctionalInterface
    public interface Body<T> {
        /**
         * Runs the code.
         *
         * @return the result
         * @throws IOException when it fails
         */
        T call() throws IOException;
    }

    private Uninterrupted() {
    }

    /**
     * Calls a body. If an interrupt disturbs the body, it is called once more, by a thread that the program does not
     * know.
     *
     * @param body the body, which may be called twice, so it must close everything that it opens
     * @param <T> the type of the result
     * @return the result of the body
     * @throws IOException if the body throws it
     */
    public static <T> T call(Body<T> body) throws IOException {
        if (!Thread.currentThread().isInterrupted()) {
            try {
                return body.call();
            } catch (ClosedByInterruptException e) {
                return callElsewhere(body); // the interrupt came during the call
            }
        }
        return callElsewhere(body);
    }

    /**
     * Calls a body once. The body may read and write sockets that must stay open.
     *
     * @param body the body
     * @param <T> the type of the result
     * @return the result of the body
     * @throws IOException if the body throws it
     */
    public static <T> T callOnSocket(Body<T> body) throws IOException {
        // An interrupt closes a socket only if the thread is virtual.
        return Thread.currentThread().isVirtual() ? callElsewhere(body) : body.call();
    }

    private static <T> T callElsewhere(Body<T> body) throws IOException {
        FutureTask<T> task = new FutureTask<>(body::call);
        // The thread is in the topmost group, so that it is in no group that the program interrupts.
        new Thread(topmostGroup(), task, "mpj-uninterrupted").start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw rethrown(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static ThreadGroup topmostGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    private static IOException rethrown(Throwable cause) {
        switch (cause) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case IOException e -> {
                return e;
            }
            default -> throw new AssertionError(cause);
        }
    }

    /**
     * Parks the calling thread for the given time or less, even if the thread has been interrupted before. Do not use
     * this for a sleep that another thread may want to end, because an earlier unpark of this thread may be lost.
     *
     * @param nanoseconds the time in nanoseconds
     */
    public static void park(long nanoseconds) {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(nanoseconds);
        if (interrupted) {
            // An interrupt is also an unpark. The previous park has consumed it.
            LockSupport.parkNanos(nanoseconds);
            Thread.currentThread().interrupt();
        }
    }
}
