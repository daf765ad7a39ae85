package mpj.engine.wait;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import mpj.engine.Completion;
import mpj.engine.SteppedOperation;

/** What the {@linkplain ProgressThread progress thread} does in the engine. It leaves the engine to the program. */
final class Standby {
    /** What the progress thread finds when it polls. */
    enum Found {
        /** A thread of the program is in the engine, or waits: it makes progress itself. */
        PROGRAM,
        NOTHING,
        SOMETHING
    }

    private static final Completion NEVER = () -> false;

    private final Progress progress;
    private final EngineLock lock;
    private final Handoff handoff;
    private final SteppedOperations stepped;
    private final Sleepers sleepers;
    private final LookoutSleep lookoutSleep;
    private final Traffic traffic;

    Standby(Progress progress, EngineLock lock, Handoff handoff, SteppedOperations stepped, Sleepers sleepers,
            LookoutSleep lookoutSleep, Traffic traffic) {
        this.progress = progress;
        this.lock = lock;
        this.handoff = handoff;
        this.stepped = stepped;
        this.sleepers = sleepers;
        this.lookoutSleep = lookoutSleep;
        this.traffic = traffic;
    }

    /** Whether there is a transport that the progress thread could poll and sleep in. */
    boolean isPossible() {
        return lookoutSleep.isPossible();
    }

    /**
     * Polls once, unless a thread of the program is in the engine. Such a thread keeps the lock. No count of such
     * threads is needed: a thread that waits has the lock, or looks on, or sleeps.
     */
    Found serve() {
        if (lock.hasOnlookers() || !lock.tryAcquire()) {
            return Found.PROGRAM;
        }
        try {
            sleepers.standBy(false);
            if (sleepers.any()) {
                return Found.PROGRAM;
            }
            boolean called = !handoff.isEmpty();
            lock.stay(); // a thread of the program that comes now hands off what it can
            boolean any = progress.poll();
            called |= !handoff.isEmpty() || lock.isAskedFor();
            return called ? Found.PROGRAM : any ? Found.SOMETHING : Found.NOTHING;
        } finally {
            progress.release();
        }
    }

    /**
     * Sleeps in the first transport until something comes, unless a thread of the program is in the engine. Anything
     * that has come since the last poll ends the sleep at once. A thread of the program also ends it when that thread
     * leaves something behind that no arriving packet will move on ({@link Progress#release}).
     *
     * @param insists whether to wait for the lock if a thread of the program has it
     * @param longest in nanoseconds
     * @param over whether the progress thread is to end; asked after the sleep is prepared, since {@link Progress#wake}
     *     may come before
     * @return false if it has not slept because of the program
     */
    boolean sleep(boolean insists, long longest, BooleanSupplier over) {
        if (!(insists ? lock.acquireUnlessEnded() : lock.tryAcquire())) {
            return false;
        }
        long most;
        try {
            if (sleepers.any()) {
                return false;
            }
            lookoutSleep.prepare(longest);
            sleepers.standBy(true);
            most = over.getAsBoolean() || traffic.hasNews() ? 0
                : traffic.longestSleep(stepped.lookAtMemory()
                    ? Math.min(longest, WaitPolicy.LONGEST_SLEEP_BETWEEN_LOOKS) : longest);
        } finally {
            lock.release(); // not a stay: nothing was handed off to this thread
        }
        lookoutSleep.sleep(most);
        return true;
    }

    /**
     * Sleeps outside of the transport for as long as a thread of the program sleeps in it.
     *
     * @param longest in nanoseconds
     * @param over whether the progress thread is to end
     * @return false if it has not slept because no thread of the program sleeps there
     */
    boolean sleepBeside(long longest, BooleanSupplier over) {
        if (!lock.tryAcquire()) {
            return false;
        }
        try {
            if (!sleepers.addBeside(NEVER)) {
                return false;
            }
        } finally {
            lock.release();
        }
        if (!over.getAsBoolean()) {
            LockSupport.parkNanos(this, longest);
        }
        if (lock.acquireUnlessEnded()) {
            sleepers.remove();
            sleepers.handOver(); // it may have been woken in place of a thread that waits
            progress.release();
        }
        return true;
    }

    /** Notes that the progress thread no longer stands by. */
    void end() {
        if (lock.acquireUnlessEnded()) {
            sleepers.standBy(false);
            lock.release();
        }
    }

    /** Lets the next poll carry on an operation in steps, whichever thread polls. */
    void atNextPoll(SteppedOperation operation) {
        if (lock.acquireUnlessEnded()) {
            stepped.add(operation);
            progress.release();
        }
    }
}
