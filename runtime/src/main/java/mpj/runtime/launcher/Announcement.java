package mpj.runtime.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import mpj.bindings.ThisHost;
import mpj.runtime.host.UsageException;

/**
 * {@code --announce}: a program of Tycho registers the job with a mediator. This class only starts the program, and
 * writes a line with the state of the job into it each second; so nothing here needs Tycho. If the program fails, it
 * says so itself, and the job goes on.
 */
final class Announcement {
    private static final String PROGRAM = "tycho.job.JobAnnouncer";
    private static final long PERIOD_MILLIS = 1_000;
    private static final long LAST_MILLIS = 4_000;

    private final Process program;
    private final Supplier<String> picture;
    /** For the thread that writes. No other thread writes, because a write waits if the program reads nothing. */
    private final BlockingQueue<String> lastState = new LinkedBlockingQueue<>();

    private Announcement(Process program, Supplier<String> picture) {
        this.program = program;
        this.picture = picture;
    }

    /**
     * Starts the program.
     *
     * @param mediator its host and port; empty for the mediator of this host, null if the job is not announced
     * @param picture gives the ranks as JSON
     */
    static Announcement begin(String mediator, Launch launch, Supplier<String> picture) throws IOException {
        if (mediator == null) {
            return new Announcement(null, () -> "");
        }
        check(mediator);
        ProcessBuilder builder = TychoProgram.of("--announce", launch, PROGRAM, List.of(mediator,
            "id=" + ThisHost.name() + "-" + ProcessHandle.current().pid(), "host=" + ThisHost.name(),
            "program=" + launch.name(), "ranks=" + launch.size()));
        return begin(builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start(), picture);
    }

    /** Begins to tell the program, which has just been started, about the job. */
    static Announcement begin(Process program, Supplier<String> picture) {
        Announcement announcement = new Announcement(program, picture);
        Thread.ofPlatform().daemon().name("mpjrun-announce").start(announcement::tell);
        return announcement;
    }

    private static void check(String mediator) {
        if (!TychoProgram.isMediator(mediator)) {
            throw new UsageException("--announce=" + mediator + ": expected HOST:PORT of a mediator, as in"
                + " --announce=head:7411");
        }
    }

    private void tell() {
        try (OutputStream out = program.getOutputStream()) {
            String last = null;
            while (last == null) {
                write(out, "running");
                last = lastState.poll(PERIOD_MILLIS, TimeUnit.MILLISECONDS);
            }
            write(out, last);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The program has ended.
        }
    }

    private void write(OutputStream out, String state) throws IOException {
        out.write(("{\"state\":\"" + state + "\",\"job\":" + picture.get() + "}\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** The job has ended. Waits a short time, until the mediator has been told. */
    void end(int exitCode) throws InterruptedException {
        if (program == null) {
            return;
        }
        lastState.add("ended with exit code " + exitCode);
        if (!program.waitFor(LAST_MILLIS, TimeUnit.MILLISECONDS)) {
            program.destroyForcibly();
        }
    }
}
