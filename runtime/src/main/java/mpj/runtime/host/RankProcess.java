package mpj.runtime.host;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import mpj.bindings.Linux;
import mpj.runtime.rank.Lifeline;
import mpj.runtime.wire.JobEnvironment;

/** One rank, or several that are threads of one process: that process and the threads that forward its output. */
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
     * Starts a process. Rank 0 reads what {@code input} says, the others read nothing.
     *
     * @param identity of its first rank
     * @param ranks all of them; more than one if they are threads
     * @param binding what ranks that are threads bind themselves to; a process is bound as it starts
     */
    static RankProcess start(JobEnvironment identity, List<Integer> ranks, RankCommand command,
                             HostRanks.Surroundings surroundings, CoreBinding binding) throws IOException {
        int rank = identity.rank();
        List<String> line = command.of(ranks, surroundings.recording());
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.directory(surroundings.workingFolder().toFile());
        Map<String, String> environment = builder.environment();
        environment.putAll(command.environment());
        SignalChaining.prepare(line, environment);
        identity.write(environment);
        if (command.together()) {
            environment.put(JobEnvironment.THREADS, ranks.stream().map(Object::toString).collect(joining(",")));
            environment.put(JobEnvironment.CORES, IntStream.range(0, ranks.size())
                .mapToObj(i -> Integer.toString(binding.core(i))).collect(joining(",")));
            environment.put(JobEnvironment.TAG_OUTPUT, Boolean.toString(surroundings.tagOutput()));
        }
        builder.redirectInput(rank == 0 ? surroundings.input() : NoInput.REDIRECT);
        if (surroundings.input() == ProcessBuilder.Redirect.INHERIT) {
            InterruptsIgnored.prepare(builder); // rank 0 shares the terminal, if there is one
        }
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw OpenFiles.explain(e);
        }
        boolean tagsItself = surroundings.tagOutput() && tagsItself(command, identity);
        String tag = surroundings.tagOutput() && !tagsItself ? "[" + rank + "] " : "";
        boolean alone = identity.size() == 1;
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

    /** Where this rank reads from, if it reads from a pipe. */
    OutputStream input() {
        return process.getOutputStream();
    }

    /**
     * Asks the rank to end: its shutdown hooks run. By its handle, as Process.destroy closes its output, too. A JVM
     * that still boots has run nothing of the program, and would print only that it cannot end in order: it is killed.
     */
    void terminate() {
        if (isBooting()) {
            process.toHandle().destroyForcibly();
        } else {
            process.toHandle().destroy();
        }
    }

    /** Whether it is sure that the rank's main class does not run yet: the first thing that does is start a thread. */
    private boolean isBooting() {
        try (var threads = Files.newDirectoryStream(Linux.file("/proc", Long.toString(process.pid()), "task"))) {
            for (Path thread : threads) {
                if (Lifeline.THREAD.startsWith(Files.readString(thread.resolve("comm")).strip())) {
                    return false;
                }
            }
            return true;
        } catch (IOException | DirectoryIteratorException e) {
            // It or a thread has ended, there is no file descriptor to look with, or this is not Linux.
            return false;
        }
    }

    /**
     * Ends the rank, and what it started, without asking.
     *
     * @return false if that could not be done, as it takes a file descriptor: the JDK looks at a process before it
     *     kills it
     */
    boolean kill() {
        try {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
        } catch (RuntimeException e) {
            // Without a descriptor they cannot be listed. They carry the job's secret, by which they are found later.
            return process.toHandle().destroyForcibly();
        }
        return process.toHandle().destroyForcibly();
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

    private static boolean tagsItself(RankCommand command, JobEnvironment identity) {
        return command.together() && identity.size() > 1;
    }

    private static Thread forward(LineForwarder forwarder) {
        return Thread.ofPlatform().daemon().name("mpjrun-forward").start(forwarder);
    }
}
