package mpj.runtime.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import mpj.runtime.bootstrap.RankProfile;
import mpj.runtime.bootstrap.RankSample;
import mpj.runtime.bootstrap.Topic;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/** The information that the ranks of a job have sent about themselves, on the launcher's side. Thread-safe. */
public final class JobView {
    private final int size;
    private final IntFunction<String> hosts;
    private final Map<Integer, String> samples = new ConcurrentHashMap<>();
    private final Map<Integer, String> profiles = new ConcurrentHashMap<>();
    private final RankHistory history = new RankHistory();

    /** @param hosts gives the host of a rank */
    public JobView(int size, IntFunction<String> hosts) {
        this.size = size;
        this.hosts = hosts;
    }

    /** A rank has sent information. */
    public void told(int rank, Topic topic, String text) {
        (topic == Topic.SAMPLE ? samples : profiles).put(rank, text);
    }

    /** A rank has ended, so its last information is no longer true. */
    public void ended(int rank) {
        samples.remove(rank);
    }

    /** Answers a viewer once: the title, then a line for each rank. */
    public void answer(LauncherConnection viewer, String title) throws IOException {
        viewer.send(new Message.Report(title));
        for (int rank = 0; rank < size; rank++) {
            viewer.send(new Message.Report(hosts.apply(rank) + "\t" + samples.getOrDefault(rank, "")));
        }
        viewer.send(new Message.Done());
    }

    /** The title and all ranks, in the form in which {@code mpjrun --watch} gives them to its page. */
    public String json(String title) {
        List<RankRow> rows = new ArrayList<>();
        synchronized (history) {
            for (int rank = 0; rank < size; rank++) {
                rows.add(history.row(rank, hosts.apply(rank), RankSample.of(samples.getOrDefault(rank, ""))));
            }
        }
        return new JobPicture(title, rows).json();
    }

    /** The profile of all ranks that have sent theirs. */
    public String profile() {
        ProfileReport report = new ProfileReport();
        new TreeMap<>(profiles).forEach((rank, text) -> report.add(rank, RankProfile.of(text)));
        return report.text(size);
    }
}
