package mpj.core.file;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mpj.core.error.LiveEngine;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.ExternalOperation;
import mpj.engine.Failure;
import mpj.engine.Operation;

/**
 * The threads that carry out those operations of a file that go on after their calls. One thread carries out the
 * operations that all ranks make together, in the order in which they were started. This order is the same on all
 * ranks. The other thread carries out the operations of this rank alone, which need not wait for the collective ones.
 * The program does not know the threads, so it does not interrupt them. A thread ends when it has had nothing to do for
 * a while.
 */
final class Background implements AutoCloseable {
    private static final long IDLE_SECONDS = 5;

    private final LiveEngine live;
    private final ThreadPoolExecutor together;
    private final ThreadPoolExecutor alone;

    Background(LiveEngine live) {
        this.live = live;
        together = executor("mpj-file-collective");
        alone = executor("mpj-file");
    }

    private static ThreadPoolExecutor executor(String name) {
        ThreadFactory threads = task -> {
            ThreadGroup group = Thread.currentThread().getThreadGroup();
            while (group.getParent() != null) {
                group = group.getParent(); // the program may interrupt a group of its own as a whole
            }
            Thread thread = new Thread(group, task, name, 0, false);
            thread.setDaemon(true);
            return thread;
        };
        ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(), threads);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /**
     * Starts an operation.
     *
     * @param collective whether all ranks start it
     * @param body carries the operation out, and tells it what was moved
     */
    Operation start(boolean collective, Consumer<ExternalOperation> body) {
        ExternalOperation operation = new ExternalOperation();
        (collective ? together : alone).execute(() -> carryOut(operation, body));
        return operation;
    }

    private void carryOut(ExternalOperation operation, Consumer<ExternalOperation> body) {
        Failure failure = null;
        try {
            body.accept(operation);
        } catch (RuntimeException e) {
            RuntimeException error = EngineException.of(e);
            failure = new Failure(EngineException.classOf(error), EngineException.text(error));
        } catch (Error e) {
            failure = new Failure(ErrorClass.ERR_OTHER, e.toString());
        }
        if (live.isLive()) {
            try {
                live.get().complete(operation, failure);
            } catch (EngineException e) {
                return; // the rank has ended meanwhile: nobody waits for the operation
            }
        }
    }

    /** Returns when all operations that were started are over. */
    @Override
    public void close() {
        together.shutdown();
        alone.shutdown();
        boolean interrupted = false;
        while (!together.isTerminated() || !alone.isTerminated()) {
            try {
                together.awaitTermination(1, TimeUnit.SECONDS);
                alone.awaitTermination(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
