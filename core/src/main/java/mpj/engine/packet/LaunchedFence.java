package mpj.engine.packet;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpj.runtime.bootstrap.Bootstrap;

/** The launcher's fence. A thread of its own waits there, so that others can make progress meanwhile. */
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
            } catch (RuntimeException e) { // whatever it is, nobody may go on waiting
                fence.failure = e;
            }
            fence.over.countDown();
            afterwards.run();
        });
        return fence;
    }

    /** Whether the fence is over: all ranks have come, or a rank has ended before that, or the launcher has. */
    boolean isOver() {
        return over.getCount() == 0;
    }

    /** Waits until it is over, but not longer than this; true if it is over. */
    boolean await(long nanoseconds) throws InterruptedException {
        return over.await(nanoseconds, TimeUnit.NANOSECONDS);
    }

    /** Why it is over, if not all have come; else null. */
    RuntimeException failure() {
        return failure;
    }
}
