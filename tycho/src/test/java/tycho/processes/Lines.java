package tycho.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tycho.mediator.Stacks;

/** The lines that a process prints. Nobody waits for a line without a limit. */
final class Lines {
    private static final long LIMIT_SECONDS = 300;
    private static final String END = "\n";

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    Lines(Process process) {
        this.process = process;
        Thread.ofPlatform().daemon().start(this::read);
    }

    private void read() {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // The same as the end.
        }
        lines.add(END);
    }

    /** The next line. */
    String next() throws IOException {
        String line;
        try {
            line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a line of " + what() + " was awaited", e);
        }
        if (line == null) {
            Stacks.print();
            throw new IOException(what() + " has printed nothing for " + LIMIT_SECONDS + " s");
        }
        if (line.equals(END)) {
            lines.add(END);
            throw new IOException(what() + " prints no more; it "
                + (process.isAlive() ? "still runs" : "has ended with status " + process.exitValue()));
        }
        return line;
    }

    private String what() {
        return "the process " + process.pid() + " " + process.info().commandLine().orElse("");
    }
}
