package mpj.runtime.view;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpj.runtime.bootstrap.RankSample;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/** Asks the launcher of a running job, again and again, what its ranks have told last. For one thread at a time. */
public final class JobViewer implements Closeable {
    private static final int ANSWER_MILLIS = 15_000;

    private final LauncherConnection connection;
    private final Map<Integer, RankSample> last = new HashMap<>();
    private final Map<Integer, RankSample> before = new HashMap<>();

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
     * The job now.
     *
     * @throws IOException when it has ended
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
                rows.add(row(rows.size(), parts[0], RankSample.of(parts[1])));
            }
        }
        return new JobPicture(title, rows);
    }

    private RankRow row(int rank, String host, RankSample sample) {
        RankSample known = last.get(rank);
        if (sample != null && !sample.equals(known)) {
            if (known != null) {
                before.put(rank, known);
            }
            last.put(rank, sample);
        }
        return new RankRow(rank, host, sample, before.get(rank));
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
