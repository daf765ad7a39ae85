package mpj.engine.packet;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpj.runtime.bootstrap.Bootstrap;

/** A wait at the launcher's fence. A separate thread waits there, so that other threads can make progress meanwhile. */
final class LaunchedFence {
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile RuntimeException failure;

    private LaunchedFence() {
    }

    static LaunchedFence start(Bootstrap bootstrap, Runnable afterwards) {
        LaunchedFence fence = new LaunchedFence();
        Thread.ofPlatform().daemon().name("mpj-fence").start(() -> {
            try {
                bootstrap.fence();
            } catch (RuntimeException e) { // whatever the failure is, no thread may wait any longer
                fence.failure = e;
            }
            fence.over.countDown();
            afterwards.run();
        });
        return fence;
    }

    /**
     * Whether the fence is over: all ranks have come, or a rank has ended before it came, or the launcher has ended.
     */
    boolean isOver() {
        return over.getCount() == 0;
    }

    /** Waits for at most this time until the fence is over. True if it is over. */
    boolean await(long nanoseconds) throws InterruptedException {
        return over.await(nanoseconds, TimeUnit.NANOSECONDS);
    }

    /** Why the fence is over if not all ranks have come; else null. */
    RuntimeException failure() {
        return failure;
    }
}
