package mpj.engine.wait;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;

/**
 * A sleep of a worker of a {@link ForkJoinPool}. While it lasts, the pool may run another worker in its place.
 * Otherwise the tasks of a program that wait for messages could occupy all workers, and no task that sends these
 * messages would run. This is more likely when ranks are threads of one JVM, since they share the common pool.
 */
final class PoolSleep implements ForkJoinPool.ManagedBlocker {
    private final Runnable sleep;
    private boolean slept;

    private PoolSleep(Runnable sleep) {
        this.sleep = sleep;
    }

    /** Sleeps once, in the calling thread. */
    static void during(Runnable sleep) {
        PoolSleep once = new PoolSleep(sleep);
        try {
            ForkJoinPool.managedBlock(once);
        } catch (RejectedExecutionException e) {
            once.block(); // the pool has its largest number of workers already
        } catch (InterruptedException e) {
            throw new AssertionError("nothing here is interrupted", e);
        }
    }

    @Override
    public boolean block() {
        if (!slept) {
            slept = true;
            sleep.run();
        }
        return true;
    }

    @Override
    public boolean isReleasable() {
        return slept;
    }
}
