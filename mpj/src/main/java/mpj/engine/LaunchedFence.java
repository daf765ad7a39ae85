package mpj.engine;

import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.BootstrapException;

/** The launcher's fence, awaited by a thread of its own, so that others can make progress meanwhile. */
final class LaunchedFence {
    private volatile boolean over;

    private LaunchedFence() {
    }

    static LaunchedFence start(Bootstrap bootstrap, Runnable afterwards) {
        LaunchedFence fence = new LaunchedFence();
        Thread.ofPlatform().daemon().name("mpj-fence").start(() -> {
            try {
                bootstrap.fence();
            } catch (BootstrapException e) {
                // A rank has ended before it came here, or the launcher has: nobody is left to wait for.
            }
            fence.over = true;
            afterwards.run();
        });
        return fence;
    }

    boolean isOver() {
        return over;
    }
}
