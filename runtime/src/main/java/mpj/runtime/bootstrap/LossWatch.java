package mpj.runtime.bootstrap;

import java.io.IOException;
import mpj.runtime.wire.Connection;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.Message;

/** Listens, on a connection and a thread of its own, for the launcher's news of ranks that have died. */
final class LossWatch {
    private final Connection connection;
    private final LossListener listener;

    private LossWatch(Connection connection, LossListener listener) {
        this.connection = connection;
        this.listener = listener;
    }

    /** Returns when the launcher knows that this rank goes on without others. */
    static LossWatch start(JobEnvironment job, LossListener listener) throws IOException {
        LossWatch watch = new LossWatch(Connection.open(job), listener);
        watch.connection.send(new Message.Tolerate());
        Message answer = watch.connection.receive();
        while (answer instanceof Message.Lost lost) {
            listener.lost(lost.rank(), lost.how());
            answer = watch.connection.receive();
        }
        Thread.ofPlatform().daemon().name("mpj-loss-watch").start(watch::listen);
        return watch;
    }

    private void listen() {
        try {
            while (connection.receive() instanceof Message.Lost lost) {
                listener.lost(lost.rank(), lost.how());
            }
        } catch (IOException e) {
            return; // closed here, or the launcher is gone, which ends this rank
        }
    }

    /** Wakes the thread from its read: at its end a JVM waits for threads that are in native code. */
    void close() throws IOException {
        connection.close();
    }
}
