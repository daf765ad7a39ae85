package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import mpj.runtime.wire.JobEnvironment;

/** One rank: its process and the threads that forward its output. */
final class RankProcess {
    private static final Path NOTHING = Path.of("/dev/null");

    private final Process process;
    private final Thread out;
    private final Thread err;

    private RankProcess(Process process, Thread out, Thread err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts a rank. Rank 0 reads mpjrun's own standard input, the others read nothing. */
    static RankProcess start(JobEnvironment identity, RankCommand command, JobSpecification job,
                             OutputSink out, OutputSink err) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command.of(identity.rank()));
        builder.directory(job.workingFolder().toFile());
        Map<String, String> environment = builder.environment();
        environment.putAll(job.environment());
        identity.write(environment);
        builder.redirectInput(identity.rank() == 0
            ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.from(NOTHING.toFile()));
        Process process = builder.start();
        String tag = job.tagOutput() ? "[" + identity.rank() + "] " : "";
        return new RankProcess(process,
            forward(new LineForwarder(process.getInputStream(), out, tag, job.size() == 1)),
            forward(new LineForwarder(process.getErrorStream(), err, tag, job.size() == 1)));
    }

    Process process() {
        return process;
    }

    /** Asks the rank to end: its shutdown hooks run. By its handle, as Process.destroy closes its output, too. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Ends the rank, and what it started, without asking. */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
    }

    /** Waits until the output of a rank that has ended is forwarded; not for ever, as others may hold its pipes. */
    void drain(long limitMillis) throws InterruptedException {
        out.join(limitMillis);
        err.join(limitMillis);
    }

    private static Thread forward(LineForwarder forwarder) {
        return Thread.ofPlatform().daemon().name("mpjrun-forward").start(forwarder);
    }
}
