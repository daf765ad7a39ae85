package mpj.engine.packet;

import mpj.engine.Completion;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Explanation;
import mpj.engine.wait.Progress;
import mpj.engine.wait.WaitPolicy;
import mpj.runtime.bootstrap.Bootstrap;

/**
 * Waits at the end until all ranks have come. It uses the launcher's fence, which does not touch the transports. This
 * has two advantages over a barrier of messages: ranks that never sent each other a message need not open channels only
 * to say that they end; and where ranks outnumber the cores, ranks that wait take no processor time from ranks that
 * still start.
 */
final class FinalizeFence {
    private final Bootstrap bootstrap;
    private final Backlog backlog;
    private final Answers answers;
    private final Progress progress;

    /** Stands for the wait at the launcher's fence. Polling does not end this wait. */
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

    FinalizeFence(Bootstrap bootstrap, Backlog backlog, Answers answers, Progress progress) {
        this.bootstrap = bootstrap;
        this.backlog = backlog;
        this.answers = answers;
        this.progress = progress;
    }

    /**
     * Whether every rank of the job can wait in this way. All ranks come to the same answer. If all ranks are threads
     * of one process, they do not wait here: they have a barrier that is faster than the fence.
     */
    boolean isPossible() {
        boolean oneProcess = bootstrap.processSize() > 1 && bootstrap.processSize() == bootstrap.size();
        return bootstrap.answersDuringFence() && !oneProcess;
    }

    /**
     * Returns when every rank that is left has called this method. Makes progress meanwhile, because peers may still
     * need answers from this rank.
     *
     * @throws EngineException when a rank has ended without calling this method
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
            throw new EngineException(ErrorClass.ERR_PROC_FAILED, fence.failure().getMessage());
        }
    }

    /** Waits until this rank's own packets have left: after the fence, their receivers may have ended. */
    private void awaitOwnPackets() {
        progress.acquire();
        try {
            progress.await(this::allLeft);
        } finally {
            progress.release();
        }
    }

    private boolean allLeft() {
        return backlog.isEmpty() && !answers.areDue();
    }

    private void over(Fence wait) {
        progress.acquire();
        try {
            progress.longWaits().end(wait);
        } finally {
            progress.release();
        }
    }

    /** Polls until nothing more comes. Returns for how long the thread may then sleep, in nanoseconds. */
    private long pollAll(Fence wait) {
        progress.acquire();
        try {
            progress.longWaits().note(wait);
            boolean any;
            do {
                any = progress.poll();
            } while (any);
            return progress.longestSleep(WaitPolicy.FIRST_SLEEP);
        } finally {
            progress.release();
        }
    }
}
