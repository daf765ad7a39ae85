package mpj.runtime.threads;

import java.io.IOException;
import java.net.URL;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import mpj.runtime.cores.Affinity;
import mpj.runtime.rank.LoadedTwice;
import mpj.runtime.rank.RankMain;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/** A rank that is a thread: its class loader, the group of all threads that it starts, and its end. */
final class RankThread {
    private final JobEnvironment job;
    private final ProcessRanks process;
    private final ThreadGroup group;
    private final RankLoader loader;
    private final AtomicBoolean ended = new AtomicBoolean();

    RankThread(JobEnvironment job, ProcessRanks process, URL[] classPath, ClassLoader shared) {
        this.job = job;
        this.process = process;
        group = new RankThreads("rank " + job.rank());
        loader = new RankLoader(this, classPath, shared);
    }

    private static final class RankThreads extends ThreadGroup {
        RankThreads(String name) {
            super(name);
        }

        /** Called for the program's other threads: {@link RankMain} catches exceptions that leave {@code main}. */
        @Override
        public void uncaughtException(Thread thread, Throwable failure) {
            super.uncaughtException(thread, failure);
            LoadedTwice.explain(failure);
        }
    }

    JobEnvironment job() {
        return job;
    }

    int processSize() {
        return process.size();
    }

    /** Whether this rank has started a thread, directly or through its other threads. */
    boolean owns(Thread thread) {
        ThreadGroup its = thread.getThreadGroup();
        return its != null && group.parentOf(its);
    }

    /** Begins to run the program's main, on a core of its own unless the number is negative. */
    void start(String[] words, int core) {
        Thread main = new Thread(group, () -> run(words, core), group.getName());
        main.setContextClassLoader(loader);
        main.setDaemon(false);
        main.start();
    }

    private void run(String[] words, int core) {
        if (core >= 0) {
            BitSet one = new BitSet();
            one.set(core);
            Affinity.set(one); // all threads that the rank starts inherit the binding
        }
        process.streams().enter(job.rank());
        RankMain.run(job, loader, words);
        awaitThreads();
        end();
    }

    /** Waits for the rank's threads, because a process ends with its last thread that is not a daemon. */
    private void awaitThreads() {
        Thread[] threads = new Thread[1];
        while (true) {
            int count = group.enumerate(threads);
            if (count == threads.length) {
                threads = new Thread[2 * count];
                continue; // there may be more threads than were listed
            }
            Thread other = Arrays.stream(threads, 0, count)
                .filter(thread -> thread != Thread.currentThread() && !thread.isDaemon()).findFirst().orElse(null);
            if (other == null) {
                return;
            }
            try {
                other.join();
            } catch (InterruptedException e) {
                // A thread of the program has interrupted the program's main thread. That ends no process.
                continue;
            }
        }
    }

    /** Takes the place of the program's System.exit. Does not return. */
    void exit(int status) {
        if (status != 0) {
            process.endedBy(this);
            System.exit(status);
        }
        process.exited(); // comes before the end, which may be the last that the process waits for
        end();
        while (true) {
            LockSupport.park(); // a thread cannot be ended from outside; this one never continues
        }
    }

    /** Takes the place of the program's Runtime.halt. Does not return. */
    void halt(int status) {
        if (status == 0) {
            exit(0);
        }
        // No hook will name this rank or write the lines that have begun.
        process.streams().finish(job.rank());
        sayExiting();
        Runtime.getRuntime().halt(status);
    }

    /** Tells the launcher, once, that this rank will do no more, unless the process ends with it. */
    private void end() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        process.streams().finish(job.rank());
        if (!process.isLast()) {
            say(new Message.Ended());
        }
        process.ended();
    }

    /** Says that the process is ending with an exit status of this rank. */
    void sayExiting() {
        say(new Message.Exiting());
    }

    private void say(Message message) {
        try (LauncherConnection connection = LauncherConnection.open(job)) {
            connection.send(message);
            connection.receive();
        } catch (IOException e) {
            // The launcher is gone, which ends this process.
            return;
        }
    }
}
