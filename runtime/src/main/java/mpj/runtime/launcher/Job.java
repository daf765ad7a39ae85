package mpj.runtime.launcher;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mpj.runtime.wire.JobEnvironment;

/** A running job: its ranks live and end together. */
final class Job {
    /** Between asking ranks to end and killing them. */
    private static final long GRACE_MILLIS = 700;
    private static final long DRAIN_MILLIS = 1_000;
    private static final long LAST_WORDS_MILLIS = 500;

    private final JobSpecification specification;
    private final LinkedBlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final List<RankProcess> ranks = new ArrayList<>();
    private volatile boolean interrupted;

    Job(JobSpecification specification) {
        this.specification = specification;
    }

    /**
     * Runs the job to its end, which is the end of all ranks.
     *
     * @throws IOException when a rank cannot be started; none is left then
     */
    Outcome run(RankCommand command, CoreBinding binding) throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "mpjrun-interrupt"));
        long deadline = System.nanoTime() + specification.timeoutMillis() * 1_000_000L;
        try (BootstrapServer server = BootstrapServer.start(specification.size(), secret(), events)) {
            try {
                start(command, binding, server);
                return awaitEnd(server, deadline);
            } finally {
                endRanks();
                for (RankProcess rank : ranks) {
                    rank.drain(DRAIN_MILLIS);
                }
            }
        }
    }

    private void start(RankCommand command, CoreBinding binding, BootstrapServer server) throws IOException {
        OutputSink out = new OutputSink(FileDescriptor.out, events);
        OutputSink err = new OutputSink(FileDescriptor.err, events);
        for (int rank = 0; rank < specification.size(); rank++) {
            binding.bindForChild(rank);
            RankProcess started = RankProcess.start(server.environment(rank), command, specification, out, err);
            add(started);
            int number = rank;
            started.process().onExit().thenAccept(
                process -> events.add(new JobEvent.Exited(number, process.exitValue())));
        }
        binding.release();
    }

    private Outcome awaitEnd(BootstrapServer server, long deadline) throws InterruptedException {
        Outcome outcome = Outcome.SUCCESS;
        BitSet running = new BitSet();
        running.set(0, specification.size());
        while (!running.isEmpty()) {
            JobEvent event = next(deadline);
            if (interrupted) {
                // The interrupting thread ends the ranks, and with its return the process ends.
                Thread.sleep(Long.MAX_VALUE);
            }
            if (event == null) {
                return Outcome.timedOut(specification.timeoutMillis());
            }
            Outcome failure = switch (event) {
                case JobEvent.Exited(int rank, int status) when status == 0 -> {
                    server.ended(rank);
                    running.clear(rank);
                    yield null;
                }
                case JobEvent.Exited(int rank, int status) -> {
                    String death = Outcome.death(status, server.saidExiting(rank, LAST_WORDS_MILLIS));
                    running.clear(rank);
                    if (!server.survive(running)) {
                        yield new Outcome(status, "rank " + rank + " " + death);
                    }
                    System.err.println("mpjrun: rank " + rank + " " + death + "; the others go on without it");
                    server.lost(rank, "host " + HostName.local() + ": " + death);
                    outcome = outcome.exitCode() == 0 ? new Outcome(status, null) : outcome;
                    yield null;
                }
                case JobEvent.Aborted(int rank, int code, String line) -> Outcome.aborted(rank, code, line);
                case JobEvent.FailedToStart(int rank, String line) -> Outcome.failedToStart(rank, line);
                case JobEvent.OutputClosed() -> Outcome.outputClosed();
            };
            if (failure != null) {
                return failure;
            }
        }
        return outcome;
    }

    /** The next event; null when the time is over. */
    private JobEvent next(long deadline) throws InterruptedException {
        return specification.timeoutMillis() == 0
            ? events.take() : events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void add(RankProcess rank) {
        synchronized (ranks) {
            ranks.add(rank);
        }
    }

    private List<RankProcess> alive() {
        synchronized (ranks) {
            return ranks.stream().filter(rank -> rank.process().isAlive()).toList();
        }
    }

    private void endRanks() throws InterruptedException {
        List<RankProcess> alive = alive();
        alive.forEach(RankProcess::terminate);
        long deadline = System.nanoTime() + GRACE_MILLIS * 1_000_000L;
        for (RankProcess rank : alive) {
            rank.process().waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        List<RankProcess> stubborn = alive();
        stubborn.forEach(RankProcess::kill);
        for (RankProcess rank : stubborn) {
            rank.process().waitFor();
        }
    }

    /** On Ctrl-C or SIGTERM, beside the waiting thread; at a normal end there is no rank left to end. */
    private void interrupt() {
        if (alive().isEmpty()) {
            return;
        }
        interrupted = true;
        try {
            endRanks();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.err.println("mpjrun: interrupted; the job was ended");
    }

    private static byte[] secret() throws IOException {
        // The system's source, read directly: loading the provider of SecureRandom takes longer than a rank's JVM.
        try (FileInputStream random = new FileInputStream("/dev/urandom")) {
            return random.readNBytes(JobEnvironment.SECRET_BYTES);
        } catch (java.io.FileNotFoundException e) {
            byte[] secret = new byte[JobEnvironment.SECRET_BYTES];
            new SecureRandom().nextBytes(secret);
            return secret;
        }
    }
}
