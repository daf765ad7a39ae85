package mpj.runtime.host;

import java.io.IOException;
import mpj.runtime.wire.LauncherConnection;

/** Answers people who look at a running job with {@code mpjrun --status} and {@code --stack}. */
@FunctionalInterface
public interface Viewers {
    /** Answers on this connection, which has proved the job's secret, until the connection ends. */
    void serve(LauncherConnection connection) throws IOException, InterruptedException;
}
