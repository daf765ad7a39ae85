package mpj.bindings;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/**
 * What an interrupt must not disturb. A program may interrupt its threads at any moment, also within a call of MPI. The
 * call goes on, and the thread is still marked as interrupted when it returns. The JDK has it otherwise: an interrupt
 * closes the file that a thread maps, or the socket that a virtual thread reads, and a marked thread does not park.
 */
public final class Uninterrupted {

    /**
     * Something that an interrupt may disturb.
     *
     * @param <T> its result
     */
    @FunctionalInterface
    public interface Body<T> {
        /**
         * Does it.
         *
         * @return the result
         * @throws IOException when it fails
         */
        T call() throws IOException;
    }

    private Uninterrupted() {
    }

    /**
     * Calls a body. If an interrupt disturbs it, it is called once more, by a thread that no program knows.
     *
     * @param body may be called twice: what it opens, it also closes
     * @param <T> its result
     * @return what the body returns
     * @throws IOException what the body throws
     */
    public static <T> T call(Body<T> body) throws IOException {
        if (!Thread.currentThread().isInterrupted()) {
            try {
                return body.call();
            } catch (ClosedByInterruptException e) {
                return callElsewhere(body); // the interrupt came meanwhile
            }
        }
        return callElsewhere(body);
    }

    /**
     * Calls a body, once. It may read and write sockets that are to stay open.
     *
     * @param body what to call
     * @param <T> its result
     * @return what the body returns
     * @throws IOException what the body throws
     */
    public static <T> T callOnSocket(Body<T> body) throws IOException {
        // An interrupt closes a socket under a virtual thread only.
        return Thread.currentThread().isVirtual() ? callElsewhere(body) : body.call();
    }

    private static <T> T callElsewhere(Body<T> body) throws IOException {
        FutureTask<T> task = new FutureTask<>(body::call);
        // A group that the program interrupts does not have this thread.
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
     * Parks the calling thread for some time, or less, even if it has been interrupted before. Not for a sleep that
     * somebody may want to end: what unparks the thread beforehand may be lost.
     *
     * @param nanoseconds the time
     */
    public static void park(long nanoseconds) {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(nanoseconds);
        if (interrupted) {
            // An interrupt is an unpark as well, which the park before has used up.
            LockSupport.parkNanos(nanoseconds);
            Thread.currentThread().interrupt();
        }
    }
}
