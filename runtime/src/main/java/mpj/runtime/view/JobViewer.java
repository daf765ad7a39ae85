package mpj.runtime.view;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mpj.runtime.bootstrap.RankSample;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/**
 * Asks the launcher of a running job repeatedly for the last information of its ranks. Only one thread at a time may
 * use it.
 */
public final class JobViewer implements Closeable {
    private static final int ANSWER_MILLIS = 15_000;

    private final LauncherConnection connection;
    private final RankHistory history = new RankHistory();

    private JobViewer(LauncherConnection connection) {
        this.connection = connection;
    }

    /** Connects to the launcher that a job's environment names. */
    public static JobViewer open(JobEnvironment job) throws IOException {
        LauncherConnection connection = LauncherConnection.open(job);
        connection.timeout(ANSWER_MILLIS);
        return new JobViewer(connection);
    }

    /**
     * The state of the job now.
     *
     * @throws IOException when the job has ended
     */
    JobPicture look() throws IOException {
        connection.send(new Message.Look());
        String title = "";
        List<RankRow> rows = new ArrayList<>();
        while (connection.receive() instanceof Message.Report report) {
            String[] parts = report.text().split("\t", 2);
            if (parts.length == 1) {
                title = parts[0];
            } else {
                rows.add(history.row(rows.size(), parts[0], RankSample.of(parts[1])));
            }
        }
        return new JobPicture(title, rows);
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
