package mpj.runtime.view;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import mpj.runtime.bootstrap.RankProfile;
import mpj.runtime.bootstrap.Topic;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;

/** What the ranks of a job have told of themselves, on the launcher's side. Thread-safe. */
public final class JobView {
    private final int size;
    private final IntFunction<String> hosts;
    private final Map<Integer, String> samples = new ConcurrentHashMap<>();
    private final Map<Integer, String> profiles = new ConcurrentHashMap<>();

    /** @param hosts the host of a rank */
    public JobView(int size, IntFunction<String> hosts) {
        this.size = size;
        this.hosts = hosts;
    }

    /** A rank has told something. */
    public void told(int rank, Topic topic, String text) {
        (topic == Topic.SAMPLE ? samples : profiles).put(rank, text);
    }

    /** A rank has ended: what it told last is no longer so. */
    public void ended(int rank) {
        samples.remove(rank);
    }

    /** Answers a viewer who looks once: the title, then a line for each rank. */
    public void answer(LauncherConnection viewer, String title) throws IOException {
        viewer.send(new Message.Report(title));
        for (int rank = 0; rank < size; rank++) {
            viewer.send(new Message.Report(hosts.apply(rank) + "\t" + samples.getOrDefault(rank, "")));
        }
        viewer.send(new Message.Done());
    }

    /** The profile of all ranks, as far as they have told theirs. */
    public String profile() {
        ProfileReport report = new ProfileReport();
        new TreeMap<>(profiles).forEach((rank, text) -> report.add(rank, RankProfile.of(text)));
        return report.text(size);
    }
}
