package mpj.engine.packet;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for other threads. If that takes too long, it prints what all threads do. */
public final class Limit {
    public static final long SECONDS = 120;

    private Limit() {
    }

    public static <T> T await(Future<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return await(future, List.of());
    }

    /**
     * Waits for other threads, some of which may be virtual.
     *
     * @param virtual virtual threads, which the JVM does not list
     */
    static <T> T await(Future<T> future, Collection<Thread> virtual)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            Thread.getAllStackTraces().forEach(Limit::print);
            virtual.forEach(thread -> print(thread, thread.getStackTrace()));
            throw e;
        }
    }

    private static void print(Thread thread, StackTraceElement[] stack) {
        System.err.println(thread);
        for (StackTraceElement element : stack) {
            System.err.println("    at " + element);
        }
    }
}
