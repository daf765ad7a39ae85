package mpj.engine;

import mpj.runtime.bootstrap.Bootstrap;

/**
 * Waits for all ranks at the end, at the launcher's fence where that leaves the transports alone: ranks that never
 * spoke to each other then open no channels just to say that they end, and where they outnumber the cores, those that
 * wait take no time from those that still start.
 */
final class FinalizeFence {
    private final Bootstrap bootstrap;
    private final EngineLock lock;
    private final Backlog backlog;
    private final Progress progress;

    FinalizeFence(Bootstrap bootstrap, EngineLock lock, Backlog backlog, Progress progress) {
        this.bootstrap = bootstrap;
        this.lock = lock;
        this.backlog = backlog;
        this.progress = progress;
    }

    /**
     * Whether every rank of the job can wait in this way; all come to the same answer. On one host, ranks that are
     * threads of one process have a barrier that is faster than the fence.
     */
    boolean isPossible() {
        boolean oneHost = bootstrap.localSize() == bootstrap.size();
        return bootstrap.answersDuringFence() && (!oneHost || bootstrap.processSize() == 1);
    }

    /**
     * Returns when every rank that is left has called it. Makes progress meanwhile: peers may still ask for answers.
     *
     * @throws EngineException when a rank has ended without calling it
     */
    void awaitAll() {
        awaitOwnPackets();
        LaunchedFence fence = LaunchedFence.start(bootstrap, () -> { });
        boolean interrupted = false;
        while (!fence.isOver()) {
            try {
                fence.await(pollAll());
            } catch (InterruptedException e) {
                interrupted = true; // MPI calls are not interruptible
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (fence.failure() != null) {
            throw new EngineException(ErrorClass.ERR_OTHER, fence.failure().getMessage());
        }
    }

    /** Nobody is left to take them after the fence. */
    private void awaitOwnPackets() {
        lock.acquire();
        try {
            progress.await(backlog::isEmpty);
        } finally {
            progress.release();
        }
    }

    /** Returns how long there is nothing to do, in nanoseconds. */
    private long pollAll() {
        lock.acquire();
        try {
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
