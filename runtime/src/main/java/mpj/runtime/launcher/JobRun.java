package mpj.runtime.launcher;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import mpj.bindings.Linux;
import mpj.runtime.bootstrap.Topic;
import mpj.runtime.host.CoreBinding;
import mpj.runtime.host.JobEvent;
import mpj.runtime.wire.JobEnvironment;

/** A running job: its ranks live and end together, whatever their hosts. */
final class JobRun {
    private final Launch launch;
    private final LinkedBlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final Console console;
    private final JobHosts hosts;
    private final Departures departures = new Departures();
    private volatile boolean interrupted;

    /**
     * A job that is not started yet.
     *
     * @param console makes what shows the job; it may tell of events
     * @throws IOException when this host cannot take part
     */
    JobRun(Launch launch, CoreBinding binding, Function<Consumer<JobEvent>, Console> console) throws IOException {
        this.launch = launch;
        this.console = console.apply(events::add);
        hosts = new JobHosts(launch, binding, secret(), this.console, events::add);
    }

    /** Ends the job when this process is told to end. */
    void endWithProcess() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "mpjrun-interrupt"));
    }

    /** Asks for the job's end; returns at once. */
    void stop() {
        events.add(new JobEvent.Stopped());
    }

    /** What every rank is doing, as it prints it itself; a rank that has ended is not among them. */
    Map<Integer, String> stacks() throws InterruptedException {
        return hosts.stacks();
    }

    /**
     * Runs the job to its end, which is the end of all ranks, and tells the user when it failed.
     *
     * @return the exit code
     * @throws IOException when a rank cannot be started; none is left then
     */
    int run() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + launch.job().timeoutMillis() * 1_000_000L;
        Outcome outcome;
        launch.trace().begin(launch.name());
        try {
            hosts.start();
            outcome = awaitEnd(deadline);
        } finally {
            hosts.end();
            hosts.drain();
        }
        List<String> suspicions = outcome.exitCode() == 0 ? List.of() : departures.suspicions();
        for (String line : suspicions) {
            console.say(line);
        }
        if (launch.job().profile()) {
            console.say(hosts.view().profile());
        }
        if (outcome.line() != null) {
            console.say(outcome.report(console.unseen(outcome.lastLines())));
        }
        finishTrace(outcome.line());
        launch.training().finish(outcome.exitCode() == 0, launch.commands());
        return outcome.exitCode();
    }

    private Outcome awaitEnd(long deadline) throws InterruptedException {
        int exitCode = 0;
        BitSet tolerant = new BitSet();
        BitSet running = new BitSet();
        running.set(0, launch.size());
        while (!running.isEmpty()) {
            JobEvent event = next(deadline);
            if (interrupted) {
                // The shutdown hook ends the ranks; when it returns, the process ends.
                Thread.sleep(Long.MAX_VALUE);
            }
            if (event == null) {
                return Outcome.timedOut(launch.job().timeoutMillis(), hosts.lastWords());
            }
            Outcome failure = switch (event) {
                case JobEvent.Exited exited when exited.status() == 0 -> {
                    running.clear(exited.rank());
                    hosts.view().ended(exited.rank());
                    left(exited, goOn(running, tolerant));
                    yield null;
                }
                case JobEvent.Exited exited -> {
                    int rank = exited.rank();
                    running.clear(rank);
                    departures.add(exited);
                    if (!goOn(running, tolerant)) {
                        yield Outcome.exited(exited, hosts.hostOf(rank), launch.size() > 1);
                    }
                    goOnWithout(rank, Outcome.death(exited));
                    exitCode = exitCode == 0 ? exited.status() : exitCode;
                    yield null;
                }
                case JobEvent.JvmExited exited -> Outcome.jvmExited(exited);
                case JobEvent.Tolerates(int rank) -> {
                    tolerant.set(rank);
                    yield null;
                }
                case JobEvent.Aborted(int rank, int code, String line) -> Outcome.aborted(rank, code, line);
                case JobEvent.FailedToStart(int rank, String line) -> Outcome.failedToStart(rank,
                    line + launch.job().advice());
                case JobEvent.HostFailed(String host, String reason) -> Outcome.hostFailed(host, reason);
                case JobEvent.Placed placed -> {
                    report(placed);
                    yield null;
                }
                case JobEvent.Told(int rank, Topic topic, String text) -> {
                    hosts.view().told(rank, topic, text);
                    yield null;
                }
                case JobEvent.Deadlock deadlock when deadlock.ends() -> Outcome.deadlocked(deadlock);
                case JobEvent.Deadlock deadlock -> {
                    console.say("no rank has gone on for " + deadlock.millis() / 1000 + " s: "
                        + String.join("\n", deadlock.lines()));
                    yield null;
                }
                case JobEvent.OutputClosed() -> Outcome.outputClosed();
                case JobEvent.Stopped() -> Outcome.stopped();
            };
            if (failure != null) {
                return failure;
            }
            if (goOn(running, tolerant)) {
                for (int rank : departures.takeTolerated()) {
                    goOnWithout(rank, departures.how(rank));
                    exitCode = exitCode == 0 ? 1 : exitCode;
                }
            }
        }
        return exitCode == 0 ? departures.outcome() : new Outcome(exitCode, null);
    }

    /** A rank has ended with exit code 0. Who needs it must hear of it; the others go on to their end. */
    private void left(JobEvent.Exited exited, boolean tolerated) {
        departures.add(exited);
        String how = departures.how(exited.rank());
        if (how.isEmpty()) {
            hosts.ended(exited.rank(), exited.fences());
        } else if (!tolerated) {
            hosts.missed(exited.rank(), exited.fences(), how);
        }
    }

    /** Every rank that is left has said that it can. */
    private void goOnWithout(int rank, String how) {
        console.say("rank " + rank + " " + how + "; the others go on without it");
        hosts.lost(rank, how);
    }

    /** Whether there are ranks left, and all of them go on without others. */
    private static boolean goOn(BitSet running, BitSet tolerant) {
        BitSet intolerant = (BitSet) running.clone();
        intolerant.andNot(tolerant);
        return !running.isEmpty() && intolerant.isEmpty();
    }

    /** The next event; null when the time is over. */
    private JobEvent next(long deadline) throws InterruptedException {
        return launch.job().timeoutMillis() == 0
            ? events.take() : events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void report(JobEvent.Placed placed) {
        String host = hosts.hostOf(placed.rank());
        console.say("rank " + placed.rank() + (host.isEmpty() ? "" : " on host " + host)
            + (placed.bound() ? " is bound to core " : " is not bound; it may use cores ") + placed.cores());
    }

    /** On Ctrl-C or SIGTERM, beside the waiting thread; at a normal end there is no rank left to end. */
    private void interrupt() {
        launch.training().stop();
        if (hosts.areEnded()) {
            return;
        }
        interrupted = true;
        try {
            String lastWords = "";
            try {
                lastWords = hosts.lastWords();
            } finally {
                hosts.end();
            }
            console.say("interrupted; the job was ended\n" + lastWords);
            finishTrace("it was interrupted");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param end how the job ended, if it failed; else null */
    private void finishTrace(String end) throws InterruptedException {
        launch.trace().finish(end, launch.name(), launch.library(), launch.jdk());
    }

    private static byte[] secret() throws IOException {
        // The system's source, read directly: loading the provider of SecureRandom takes longer than a rank's JVM.
        try (FileInputStream random = new FileInputStream(Linux.file("/dev/urandom").toFile())) {
            return random.readNBytes(JobEnvironment.SECRET_BYTES);
        } catch (FileNotFoundException | NoSuchFileException e) {
            byte[] secret = new byte[JobEnvironment.SECRET_BYTES];
            new SecureRandom().nextBytes(secret);
            return secret;
        }
    }
}
