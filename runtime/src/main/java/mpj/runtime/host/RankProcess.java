package mpj.runtime.host;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import mpj.bindings.Linux;
import mpj.runtime.rank.Lifeline;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.JobTag;

/** The process of one rank, or of several ranks that are threads, and the threads that forward its output. */
final class RankProcess {
    private final List<Integer> ranks;
    private final Process process;
    private final LineForwarder out;
    private final LineForwarder err;
    private final Thread outThread;
    private final Thread errThread;

    private RankProcess(List<Integer> ranks, Process process, LineForwarder out, LineForwarder err) {
        this.ranks = ranks;
        this.process = process;
        this.out = out;
        this.err = err;
        outThread = forward(out);
        errThread = forward(err);
    }

    /**
     * Starts a process. Rank 0 reads {@code input}; the other ranks read nothing.
     *
     * @param identity of its first rank
     * @param jvm its ranks
     * @param cores how many cores of this host the job may use
     */
    static RankProcess start(JobEnvironment identity, RankJvm jvm, RankCommand command,
                             HostRanks.Surroundings surroundings, int cores) throws IOException {
        int rank = identity.rank();
        List<Integer> ranks = jvm.ranks();
        List<String> line = command.of(ranks, surroundings.recording());
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.directory(surroundings.workingFolder().toFile());
        Map<String, String> environment = builder.environment();
        // This process may itself belong to a rank.
        environment.keySet().removeAll(List.of(JobEnvironment.PARENT_PORT, JobEnvironment.REPLACEMENT,
            JobEnvironment.RESPAWN, JobEnvironment.UNIVERSE));
        environment.putAll(command.environment());
        SignalChaining.prepare(line, environment);
        identity.write(environment);
        environment.put(JobEnvironment.LOCAL_CORES, Integer.toString(cores));
        if (command.together()) {
            environment.put(JobEnvironment.THREADS, ranks.stream().map(Object::toString).collect(joining(",")));
            environment.put(JobEnvironment.CORES,
                jvm.threads().stream().map(Object::toString).collect(joining(",")));
            environment.put(JobEnvironment.TAG_OUTPUT, surroundings.tag().text());
        }
        JobTag tags = surroundings.tag();
        builder.redirectInput(rank == 0 && !tags.isSpawned() ? surroundings.input() : NoInput.REDIRECT);
        if (surroundings.input() == ProcessBuilder.Redirect.INHERIT) {
            InterruptsIgnored.prepare(builder); // rank 0 shares the terminal, if there is one
        }
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw OpenFiles.explain(e);
        }
        boolean tagsItself = tags.tagged() && tagsItself(command, identity);
        String tag = tagsItself ? "" : tags.of(rank);
        boolean alone = identity.size() == 1 && !tags.isSpawned();
        return new RankProcess(ranks, process,
            new LineForwarder(rank, process.getInputStream(), surroundings.out(), tag, tagsItself, alone, false),
            new LineForwarder(rank, process.getErrorStream(), surroundings.err(), tag, tagsItself, alone, true));
    }

    /** The first of its ranks. */
    int rank() {
        return ranks.getFirst();
    }

    List<Integer> ranks() {
        return ranks;
    }

    Process process() {
        return process;
    }

    /** The pipe from which this rank reads, if it reads from one. */
    OutputStream input() {
        return process.getOutputStream();
    }

    /**
     * Asks the rank to end, so that its shutdown hooks run. It uses the handle, because Process.destroy also closes the
     * output. A JVM that is still booting is killed: it has run nothing of the program, and would only print that it
     * cannot end in order.
     */
    void terminate() {
        if (isBooting()) {
            process.toHandle().destroyForcibly();
        } else {
            process.toHandle().destroy();
        }
    }

    /**
     * Whether the rank's main class certainly does not run yet. The first thing that the main class does is to start a
     * thread.
     */
    private boolean isBooting() {
        try (var threads = Files.newDirectoryStream(Linux.file("/proc", Long.toString(process.pid()), "task"))) {
            for (Path thread : threads) {
                if (Lifeline.THREAD.startsWith(Files.readString(thread.resolve("comm")).strip())) {
                    return false;
                }
            }
            return true;
        } catch (IOException | DirectoryIteratorException e) {
            // The process or a thread of it has ended, there is no file descriptor for the look, or this is not Linux.
            return false;
        }
    }

    /**
     * Kills the rank and the processes that it has started.
     *
     * @return false if that failed for lack of a file descriptor: the JDK looks at a process before it kills it
     */
    boolean kill() {
        try {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
        } catch (RuntimeException e) {
            // Without a descriptor these processes cannot be listed. They are found later by the job's secret.
            return process.toHandle().destroyForcibly();
        }
        return process.toHandle().destroyForcibly();
    }

    /**
     * Waits until the output of a rank that has ended is forwarded, and returns whether it is. The wait has a limit in
     * nanoseconds, because other processes may hold the rank's pipes.
     */
    boolean drain(long limit) throws InterruptedException {
        long begin = System.nanoTime();
        return outThread.join(Duration.ofNanos(limit))
            && errThread.join(Duration.ofNanos(limit - (System.nanoTime() - begin)));
    }

    /** The nanoseconds until {@code now} in which no output was forwarded. */
    long quiet(long now) {
        return Math.min(now - out.forwarded(), now - err.forwarded());
    }

    /** The last lines that the rank printed, on both outputs. */
    String lastLines() {
        return out.lastLines() + err.lastLines();
    }

    private static boolean tagsItself(RankCommand command, JobEnvironment identity) {
        return command.together() && identity.size() > 1;
    }

    private static Thread forward(LineForwarder forwarder) {
        return Thread.ofPlatform().daemon().name("mpjrun-forward").start(forwarder);
    }
}
