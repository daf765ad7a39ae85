package mpj.engine.packet;

import mpj.engine.Completion;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Explanation;
import mpj.engine.wait.EngineLock;
import mpj.engine.wait.Progress;
import mpj.engine.wait.Waiting;
import mpj.runtime.bootstrap.Bootstrap;

/**
 * Waits for all ranks at the end. Where it can, it uses the launcher's fence, which does not touch the transports.
 * Ranks that never spoke to each other then open no channels just to say that they end. And where ranks outnumber the
 * cores, those that wait take no time from those that still start.
 */
final class FinalizeFence {
    private final Bootstrap bootstrap;
    private final EngineLock lock;
    private final Backlog backlog;
    private final Progress progress;

    /** Stands for the wait at the launcher's fence, which no poll ends. */
    private record Fence(LaunchedFence fence) implements Completion {
        @Override
        public boolean reached() {
            return fence.isOver();
        }

        @Override
        public void explain(Explanation explanation) {
            explanation.finalizing();
        }
    }

    FinalizeFence(Bootstrap bootstrap, EngineLock lock, Backlog backlog, Progress progress) {
        this.bootstrap = bootstrap;
        this.lock = lock;
        this.backlog = backlog;
        this.progress = progress;
    }

    /**
     * Whether every rank of the job can wait in this way. All ranks come to the same answer. On one host, ranks that
     * are threads of one process do not wait here: they have a barrier that is faster than the fence.
     */
    boolean isPossible() {
        boolean oneHost = bootstrap.localSize() == bootstrap.size();
        return bootstrap.answersDuringFence() && (!oneHost || bootstrap.processSize() == 1);
    }

    /**
     * Returns when every rank that is left has called it. Makes progress meanwhile, since peers may still ask for
     * answers.
     *
     * @throws EngineException when a rank has ended without calling it
     */
    void awaitAll() {
        awaitOwnPackets();
        LaunchedFence fence = LaunchedFence.start(bootstrap, () -> { });
        Fence wait = new Fence(fence);
        boolean interrupted = false;
        while (!fence.isOver()) {
            try {
                fence.await(pollAll(wait));
            } catch (InterruptedException e) {
                interrupted = true; // MPI calls are not interruptible
            }
        }
        over(wait);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (fence.failure() != null) {
            throw new EngineException(ErrorClass.ERR_OTHER, fence.failure().getMessage());
        }
    }

    /** Waits until this rank's own packets have left: after the fence nobody may be left to take them. */
    private void awaitOwnPackets() {
        lock.acquire();
        try {
            progress.await(backlog::isEmpty);
        } finally {
            progress.release();
        }
    }

    private void over(Fence wait) {
        lock.acquire();
        try {
            progress.longWaits().end(wait);
        } finally {
            progress.release();
        }
    }

    /** Polls everything; returns for how long there is nothing more to do, in nanoseconds. */
    private long pollAll(Fence wait) {
        lock.acquire();
        try {
            progress.longWaits().note(wait);
            boolean any;
            do {
                any = progress.poll();
            } while (any);
            return backlog.isEmpty() ? Waiting.FIRST_SLEEP : Waiting.LONGEST_SLEEP_WITH_MORE_TO_SEND;
        } finally {
            progress.release();
        }
    }
}
