package mpj.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpj.runtime.bootstrap.Bootstrap;

/** The launcher's fence, awaited by a thread of its own, so that others can make progress meanwhile. */
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
            } catch (RuntimeException e) { // whatever it is, nobody may wait on
                fence.failure = e;
            }
            fence.over.countDown();
            afterwards.run();
        });
        return fence;
    }

    /** Whether nobody is left to wait for: all have come, or one has ended before, or the launcher has. */
    boolean isOver() {
        return over.getCount() == 0;
    }

    /** Waits until it is over, but not longer than this; whether it is. */
    boolean await(long nanoseconds) throws InterruptedException {
        return over.await(nanoseconds, TimeUnit.NANOSECONDS);
    }

    /** Why it is over, if not all have come; else null. */
    RuntimeException failure() {
        return failure;
    }
}
