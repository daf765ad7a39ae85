package mpj.runtime.host;

import java.io.IOException;
import mpj.runtime.wire.LauncherConnection;

/**
 * Answers people who look at a running job with {@code mpjrun --status} and {@code --stack}, or who move one of its
 * ranks with {@code --move}.
 */
@FunctionalInterface
public interface Viewers {
    /** Answers on this connection, which has proved the job's secret, until the connection ends. */
    void serve(LauncherConnection connection) throws IOException, InterruptedException;
}
