package mpj.engine.wait;

import java.util.concurrent.locks.LockSupport;

/**
 * Makes progress for a rank whose own threads compute. It sleeps in the first transport, as the lookout of waiting
 * threads does, and polls when something comes.
 *
 * <p>While a thread of the program is in the engine, that thread makes progress, and this one is only a cost: it takes
 * the core, and while it sleeps in the transport, peers ring for each packet. So this thread has credit. It gains
 * credit when it takes something that has come and meets nobody. It loses credit when it meets a thread of the program.
 * Without credit it keeps out of the way: it naps outside of the transport for an eighth of the time for which the
 * program has been busy with messages, and then looks whether the program is still busy. If the program has just begun
 * to compute, something that comes for it is late by at most one nap, and only once; then the credit is back. While a
 * thread of the program sleeps in the transport for long, this thread sleeps beside it, and is woken when that thread's
 * wait is over.
 */
final class ProgressThread {
    private static final int MOST_CREDIT = 8;
    private static final int GAIN = 2;
    /** Both in nanoseconds. */
    private static final long SHORTEST_NAP = 100_000;
    private static final long LONGEST_NAP = 10_000_000;
    private static final int PARTS_OF_THE_TIME = 8;
    /** In nanoseconds. If nothing has come for so long, the program is no longer busy with messages. */
    private static final long QUIET = 1_000_000;
    /**
     * In nanoseconds. A thread that waits does not sleep for so long. If a wake-up is missed, it is late by at most
     * this time, which is still short beside the time in which nothing has come.
     */
    private static final long LONGEST_SLEEP = 1_000_000_000;
    /** In nanoseconds. A shorter sleep does not count: something seems to have been there already. */
    private static final long NO_SLEEP = 10_000;
    /** How often in a row something may seem to be there that no poll finds. */
    private static final int MOST_SPURIOUS_WAKE_UPS = 8;

    private final Progress progress;
    private final Standby standby;
    private final WaitPolicy policy;
    private final int spins;
    private final Thread thread;
    private volatile boolean over;
    private int credit = MOST_CREDIT;
    /** Since when this thread has found the program in the engine each time that it looked; 0 if it has not. */
    private long busySince;
    /** When this thread last took something that had come. */
    private long idleSince = System.nanoTime();
    private int spuriousWakeUps;

    private ProgressThread(Progress progress) {
        this.progress = progress;
        standby = progress.standby();
        policy = progress.policy();
        spins = Math.min(policy.firstSpins(true), WaitPolicy.MOST_SPINS_OF_SEVERAL);
        // It inherits the class loader of the program: an operation of the program's own may run in it.
        thread = Thread.ofPlatform().daemon().name("mpj-progress").unstarted(this::run);
    }

    static ProgressThread start(Progress progress) {
        ProgressThread started = new ProgressThread(progress);
        started.thread.start();
        return started;
    }

    /**
     * Ends the thread. When this returns, the thread is neither in the engine nor in a transport. Called without the
     * lock.
     */
    void end() {
        over = true;
        progress.wake();
        LockSupport.unpark(thread);
        if (Thread.currentThread() != thread) {
            awaitEnd();
        }
    }

    private void awaitEnd() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true; // MPI calls are not interruptible
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!over) {
            try {
                lookAndRest();
            } catch (RuntimeException | Error e) {
                pass(e);
            }
        }
        standby.end();
    }

    private void lookAndRest() {
        Standby.Found found = look();
        long now = System.nanoTime();
        switch (found) {
            case SOMETHING -> {
                credit = Math.min(credit + GAIN, MOST_CREDIT);
                busySince = 0;
                idleSince = now;
            }
            case PROGRAM -> credit = Math.max(credit - 1, 0);
            case NOTHING -> { } // the time is over, or the transport sleeps by naps, or the program was quicker
            default -> throw new AssertionError();
        }
        spuriousWakeUps = found == Standby.Found.NOTHING ? spuriousWakeUps : 0;
        if (found == Standby.Found.PROGRAM && credit == 0 || spuriousWakeUps > MOST_SPURIOUS_WAKE_UPS
            || !standBy(now)) {
            keepOut(now);
        }
    }

    /**
     * Polls once. If something comes, it polls on, until nothing has come for a little while. It stops when it meets a
     * thread of the program.
     */
    private Standby.Found look() {
        Standby.Found found = Standby.Found.NOTHING;
        for (int polls = spins; polls <= spins && !over; polls++) {
            switch (standby.serve()) {
                case PROGRAM -> {
                    return Standby.Found.PROGRAM;
                }
                case SOMETHING -> {
                    found = Standby.Found.SOMETHING;
                    polls = -1;
                }
                case NOTHING -> Thread.onSpinWait();
                default -> throw new AssertionError();
            }
        }
        return found;
    }

    /** Sleeps in the transport. Returns false if the program is in the way. */
    private boolean standBy(long now) {
        long idle = now - idleSince;
        long longest = Math.max(policy.longestSleep(idle), Math.min(idle / PARTS_OF_THE_TIME, LONGEST_SLEEP));
        Thread.interrupted(); // an operation of the program may have set it, and it would end every sleep
        if (!standby.sleep(credit > 0, longest, () -> over)) {
            return false;
        }
        long slept = System.nanoTime() - now;
        spuriousWakeUps = slept < NO_SLEEP ? spuriousWakeUps + 1 : 0;
        if (slept > QUIET) {
            busySince = 0;
        }
        return true;
    }

    /** Leaves the engine and the transport to the program for a while. */
    private void keepOut(long now) {
        if (busySince == 0) {
            busySince = now;
        }
        long nap = Math.clamp((now - busySince) / PARTS_OF_THE_TIME, SHORTEST_NAP, LONGEST_NAP);
        Thread.interrupted();
        if (!over && (nap < LONGEST_NAP || !standby.sleepBeside(LONGEST_SLEEP, () -> over))) {
            LockSupport.parkNanos(this, nap);
        }
    }

    /**
     * Passes an exception or error to the program, as if the program had polled itself, and waits until the program has
     * it.
     */
    private void pass(Throwable thrown) {
        PassedFailure passed = new PassedFailure(thrown, thread);
        standby.atNextPoll(passed.operation());
        while (!over && !passed.isTaken()) {
            Thread.interrupted();
            LockSupport.park(passed);
        }
    }
}
