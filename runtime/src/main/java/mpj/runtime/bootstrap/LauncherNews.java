package mpj.runtime.bootstrap;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mpj.runtime.hang.RankInspection;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/**
 * Receives the launcher's reports of lost ranks, on a connection and a thread of its own, and answers the launcher's
 * questions about this rank. The connection is opened after a short delay, because short programs need none. The
 * launcher reports earlier losses when the connection is open.
 */
final class LauncherNews implements Runnable {
    private static final long MOMENT_MILLIS = 100;

    private final JobEnvironment job;
    private final LossListener listener;
    private final RankInspection inspection;
    private final CountDownLatch closed = new CountDownLatch(1);
    private LauncherConnection connection;

    private LauncherNews(JobEnvironment job, LossListener listener, RankInspection inspection) {
        this.job = job;
        this.listener = listener;
        this.inspection = inspection;
    }

    /** Starts the thread, which begins to listen after a short delay. */
    static LauncherNews start(JobEnvironment job, LossListener listener, RankInspection inspection) {
        LauncherNews news = new LauncherNews(job, listener, inspection);
        Thread thread = new Thread(news, "mpj-launcher-news");
        thread.setDaemon(true);
        thread.start();
        return news;
    }

    @Override
    public void run() {
        try {
            if (closed.await(MOMENT_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
            try (LauncherConnection opened = LauncherConnection.open(job)) {
                if (keep(opened)) {
                    listen(opened);
                }
            }
        } catch (IOException e) {
            return; // closed here, or the launcher is gone, which ends this rank
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never: the program does not know this thread
        }
    }

    private void listen(LauncherConnection opened) throws IOException {
        opened.send(new Message.Listen());
        while (true) {
            switch (opened.receive()) {
                case Message.Lost lost -> listener.lost(lost.rank(), lost.how(), lost.left());
                case Message.LostElsewhere lost ->
                    listener.lostElsewhere(lost.job(), lost.rank(), lost.how(), lost.left());
                case Message.Inspect inspect -> inspection.answer(inspect.question(), opened);
                default -> {
                    return;
                }
            }
        }
    }

    /** Returns false if the listener was closed in the meantime. */
    private synchronized boolean keep(LauncherConnection opened) {
        connection = opened;
        return closed.getCount() > 0;
    }

    /**
     * Ends the read in which the thread waits. Otherwise the JVM would wait at its end, as it does for threads that are
     * in native code.
     */
    synchronized void close() throws IOException {
        closed.countDown();
        if (connection != null) {
            connection.close();
        }
    }
}
