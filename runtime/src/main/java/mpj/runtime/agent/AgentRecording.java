package mpj.runtime.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.RecordedChunks;
import mpj.runtime.host.Recording;

/**
 * The recordings of the ranks on a host other than the launcher's. They are kept in a folder of their own, and sent up
 * the tree when the ranks have ended.
 */
final class AgentRecording {
    private static final int PIECE = 256 << 10;

    private final Consumer<Upward> up;
    private Recording recording = Recording.NONE;
    private String host = "";
    private List<Integer> ranks = List.of();

    AgentRecording(Consumer<Upward> up) {
        this.up = up;
    }

    /** Returns the time on this host's clock. */
    static Upward.Clock clock(int host, long asked) {
        Instant now = Instant.now();
        long time = System.nanoTime();
        return new Upward.Clock(host, asked, time,
            TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - time);
    }

    /** Begins to record the ranks. If that is impossible, the agent above is told. */
    synchronized Recording begin(Plan plan) {
        if (plan.applications().getFirst().program().isTraced()) {
            host = plan.own().name();
            ranks = plan.own().ranks();
            try {
                recording = Recording.into(Files.createTempDirectory("mpj-trace"), ranks.size());
            } catch (IOException e) {
                up.accept(new Upward.Unrecorded("the ranks of host " + host + " are not traced: " + e.getMessage()));
            }
        }
        return recording;
    }

    /** Sends the recordings, if there are any and the tree above still exists, and deletes them. */
    synchronized void end(boolean orderly) {
        if (!recording.isOn()) {
            return;
        }
        for (int i = 0; orderly && i < ranks.size(); i++) {
            try {
                for (Path chunk : RecordedChunks.of(recording, ranks.get(i))) {
                    send(ranks.get(i), chunk);
                }
            } catch (IOException e) {
                up.accept(new Upward.Unrecorded("the recording of rank " + ranks.get(i) + " on host " + host
                    + " cannot be read: " + e.getMessage()));
            }
        }
        try {
            CacheFolder.delete(recording.folder());
        } catch (IOException e) {
            up.accept(new Upward.Unrecorded("host " + host + " keeps " + recording.folder() + ": " + e.getMessage()));
        }
        recording = Recording.NONE;
    }

    private void send(int rank, Path chunk) throws IOException {
        try (InputStream in = Files.newInputStream(chunk)) {
            for (byte[] bytes = in.readNBytes(PIECE); bytes.length > 0; bytes = in.readNBytes(PIECE)) {
                up.accept(new Upward.Recorded(rank, bytes));
            }
        }
    }
}
