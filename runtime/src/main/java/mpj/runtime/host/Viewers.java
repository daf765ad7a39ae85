package mpj.runtime.host;

import java.io.IOException;
import mpj.runtime.wire.LauncherConnection;

/** Answers those who look at a running job: {@code mpjrun --status} and {@code --stack}. */
@FunctionalInterface
public interface Viewers {
    /** Answers over this connection, which has proved the job's secret, until it ends. */
    void serve(LauncherConnection connection) throws IOException, InterruptedException;
}
