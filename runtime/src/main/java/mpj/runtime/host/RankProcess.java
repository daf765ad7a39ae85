package mpj.runtime.host;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import mpj.runtime.wire.JobEnvironment;

/** One rank: its process and the threads that forward its output. */
final class RankProcess {
    private static final Path NOTHING = Path.of("/dev/null");

    private final int rank;
    private final Process process;
    private final LineForwarder out;
    private final LineForwarder err;
    private final Thread outThread;
    private final Thread errThread;

    private RankProcess(int rank, Process process, LineForwarder out, LineForwarder err) {
        this.rank = rank;
        this.process = process;
        this.out = out;
        this.err = err;
        outThread = forward(out);
        errThread = forward(err);
    }

    /** Starts a rank. Rank 0 reads what {@code input} says, the others read nothing. */
    static RankProcess start(JobEnvironment identity, RankCommand command, HostRanks.Surroundings surroundings)
        throws IOException {
        int rank = identity.rank();
        ProcessBuilder builder = new ProcessBuilder(command.of(rank));
        builder.directory(surroundings.workingFolder().toFile());
        Map<String, String> environment = builder.environment();
        environment.putAll(surroundings.environment());
        identity.write(environment);
        builder.redirectInput(rank == 0 ? surroundings.input() : ProcessBuilder.Redirect.from(NOTHING.toFile()));
        Process process = builder.start();
        String tag = surroundings.tagOutput() ? "[" + rank + "] " : "";
        boolean alone = identity.size() == 1;
        return new RankProcess(rank, process,
            new LineForwarder(process.getInputStream(), surroundings.out(), tag, alone),
            new LineForwarder(process.getErrorStream(), surroundings.err(), tag, alone));
    }

    int rank() {
        return rank;
    }

    Process process() {
        return process;
    }

    /** Where this rank reads from, if it reads from a pipe. */
    OutputStream input() {
        return process.getOutputStream();
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
        outThread.join(limitMillis);
        errThread.join(limitMillis);
    }

    /** What the rank printed last, on both outputs. */
    String lastLines() {
        return out.lastLines() + err.lastLines();
    }

    private static Thread forward(LineForwarder forwarder) {
        return Thread.ofPlatform().daemon().name("mpjrun-forward").start(forwarder);
    }
}
