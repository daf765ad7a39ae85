package mpj.runtime.rank;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpj.runtime.hang.RankInspection;
import mpj.runtime.waits.WaitSource;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/**
 * Ends this rank when its launcher is gone, however it went: the connection ends with the launcher's process, also by
 * kill -9. In the other direction it tells the launcher that the JVM shuts down by itself, so that exit status 137 of
 * a program is not taken for signal 9.
 *
 * <p>The launcher's answer to that wakes its thread from the read: at its end a JVM waits 0.3 s for threads
 * that are in native code. For the rest of the shutdown the thread looks now and then.
 *
 * <p>The launcher asks on the same connection what this rank is doing, outside of Init to Finalize.
 *
 * <p>A program that is over at once needs none of this: the connection, a tenth of its time, is made after a moment.
 */
public final class Lifeline {
    /** The name of its thread, by which the launcher sees that the JVM runs this rank's main class. */
    public static final String THREAD = "mpj-lifeline";

    /** 128 + SIGKILL: as if the launcher's death had killed the rank. */
    private static final int LAUNCHER_GONE = 137;
    private static final long LOOK_MILLIS = 100;
    private static final long ANSWER_MILLIS = 100;
    private static final long MOMENT_MILLIS = 100;

    private final JobEnvironment job;
    private final RankInspection inspection = RankInspection.ofThisRank(WaitSource.NONE, true);
    private final CountDownLatch wanted = new CountDownLatch(1);
    private final CountDownLatch decided = new CountDownLatch(1);
    private final CountDownLatch awakened = new CountDownLatch(1);
    private volatile LauncherConnection connection;
    private volatile boolean returned;

    private Lifeline(JobEnvironment job) {
        this.job = job;
    }

    /** Begins, in a daemon thread. */
    public static Lifeline start(JobEnvironment job) {
        Lifeline lifeline = new Lifeline(job);
        Thread.ofPlatform().daemon().name(THREAD).start(new Runnable() {
            @Override
            public void run() {
                lifeline.untilLauncherIsGone();
            }
        });
        Runtime.getRuntime().addShutdownHook(new Thread("mpj-exiting") {
            @Override
            public void run() {
                lifeline.sayExiting();
            }
        });
        return lifeline;
    }

    /** The program's main has returned, so that the exit status will be 0, and need not be explained. */
    void mainHasReturned() {
        returned = true;
    }

    private void untilLauncherIsGone() {
        try {
            awaitMoment();
            connection = LauncherConnection.open(job);
            connection.send(new Message.Lifeline());
            decided.countDown();
            while (connection.receive() instanceof Message.Inspect inspect) {
                connection.send(new Message.Waits(inspection.now(inspect.question())));
            }
            awakened.countDown();
            lookNowAndThen();
        } catch (IOException e) {
            decided.countDown();
            awakened.countDown();
        }
        try {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        } finally {
            // Also when they could not be listed, for which a process needs a file descriptor.
            Runtime.getRuntime().halt(LAUNCHER_GONE);
        }
    }

    /** Returns, or throws, when the launcher is gone. Asleep, this thread is not in native code. */
    private void lookNowAndThen() throws IOException {
        connection.timeout(1);
        while (true) {
            try {
                Thread.sleep(LOOK_MILLIS);
                connection.receive();
            } catch (SocketTimeoutException e) {
                continue;
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void awaitMoment() {
        try {
            wanted.await(MOMENT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never: the program does not know this thread
        }
    }

    private void sayExiting() {
        if (returned && connection == null) {
            return;
        }
        wanted.countDown();
        try {
            decided.await();
            if (connection != null) {
                connection.send(new Message.Exiting());
                awakened.await(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (IOException e) {
            // The launcher is gone: the other thread is halting this process.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
