package mpj.runtime.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import mpj.runtime.host.OutputSink;

/**
 * The standard error of an ssh. It is kept while the agent starts, because it says why the agent does not start.
 * Afterwards it is passed on, each line with the host's name.
 */
final class Complaints {
    private static final int KEPT_LINES = 4;

    private final String host;
    private final InputStream in;
    private final OutputSink err;
    private final Deque<String> kept = new ArrayDeque<>();
    private Thread reader;
    private boolean passing;

    private Complaints(String host, InputStream in, OutputSink err) {
        this.host = host;
        this.in = in;
        this.err = err;
    }

    static Complaints listen(String host, InputStream in, OutputSink err) {
        Complaints complaints = new Complaints(host, in, err);
        complaints.reader = Thread.ofPlatform().daemon().name("mpj-ssh-errors").start(complaints::read);
        return complaints;
    }

    /** From now on, passes lines on. */
    synchronized void pass() {
        passing = true;
        kept.clear();
    }

    /** Returns the last lines, joined. Before that, it waits for the end of the stream, up to a limit. */
    String lastWords(long limitMillis) {
        try {
            reader.join(limitMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            return String.join("; ", kept);
        }
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                take(line.strip());
            }
        } catch (IOException e) {
            // This process has ended ssh.
            return;
        }
    }

    private void take(String line) {
        boolean pass;
        synchronized (this) {
            pass = passing;
            kept.add(line);
            if (kept.size() > KEPT_LINES) {
                kept.removeFirst();
            }
        }
        if (pass) {
            byte[] bytes = ("mpjrun: host " + host + ": " + line + "\n").getBytes(StandardCharsets.UTF_8);
            err.write(OutputSink.NOBODY, bytes, 0, bytes.length);
        }
    }
}
