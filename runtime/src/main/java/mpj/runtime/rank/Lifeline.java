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
 * Ends this rank when the launcher is gone. The connection ends with the launcher's process, even after kill -9. In the
 * other direction, the rank tells the launcher that its JVM is shutting down by itself, so that a program's exit status
 * 137 is not taken for signal 9.
 *
 * <p>The launcher answers that message, which ends this thread's read. Without the answer the JVM would wait 0.3 s at
 * its end, as it does for threads that are in native code. For the rest of the shutdown the thread only looks from time
 * to time.
 *
 * <p>Outside of Init to Finalize, the launcher asks on the same connection what this rank is doing.
 *
 * <p>A program that ends at once needs none of this. The connection takes a tenth of such a program's time, so it is
 * made after a short delay.
 */
public final class Lifeline {
    /** The name of the thread. The launcher sees by it that the JVM runs this rank's main class. */
    public static final String THREAD = "mpj-lifeline";

    /** 128 + SIGKILL, as if the launcher's death had killed the rank. */
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

    /** Begins in a daemon thread. */
    public static Lifeline start(JobEnvironment job) {
        Lifeline lifeline = new Lifeline(job);
        Thread.ofPlatform().daemon().name(THREAD).start(new Runnable() {
            @Override
            public void run() {
                lifeline.awaitEndOfLauncher();
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

    /** The program's main has returned. The exit status will be 0 and needs no explanation. */
    void mainHasReturned() {
        returned = true;
    }

    private void awaitEndOfLauncher() {
        try {
            awaitMoment();
            connection = LauncherConnection.open(job);
            connection.send(new Message.Lifeline());
            decided.countDown();
            while (connection.receive() instanceof Message.Inspect inspect) {
                inspection.answer(inspect.question(), connection);
            }
            awakened.countDown();
            lookNowAndThen();
        } catch (IOException e) {
            // The launcher is gone, which ends this process below.
        } finally {
            // The JVM's end waits for both, and an Error ends only this thread.
            decided.countDown();
            awakened.countDown();
        }
        try {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        } finally {
            // Do this even when the processes could not be listed, which takes a file descriptor.
            Runtime.getRuntime().halt(LAUNCHER_GONE);
        }
    }

    /** Returns, or throws, when the launcher is gone. While the thread sleeps it is not in native code. */
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
            // The launcher is gone, and the other thread is halting this process.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
