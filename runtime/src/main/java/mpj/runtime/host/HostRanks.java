package mpj.runtime.host;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import mpj.runtime.wire.Question;

/** The ranks of a job on this host: started and ended together. */
public final class HostRanks {
    /** Between asking ranks to end and killing them. */
    private static final long GRACE_MILLIS = 700;
    /** Between killing a rank and doing so again, if it still runs. */
    private static final long RETRY_MILLIS = 100;
    private static final long DRAIN_MILLIS = 1_000;
    private static final long LAST_WORDS_MILLIS = 500;

    /**
     * What ranks find around them.
     *
     * @param workingFolder they start in
     * @param tagOutput whether lines begin with their rank
     * @param input what rank 0 reads
     * @param out takes standard output
     * @param err takes standard error
     * @param recording how what they do is recorded
     */
    public record Surroundings(Path workingFolder, boolean tagOutput, ProcessBuilder.Redirect input, OutputSink out,
                               OutputSink err, Recording recording) {
    }

    private record Exit(int rank, boolean orderly) {
    }

    private final HostJob job;
    private final BootstrapServer server;
    private final KeyValueExchange exchange;
    private final Consumer<JobEvent> events;
    private final List<RankProcess> ranks = new ArrayList<>();
    private final LinkedBlockingQueue<RankProcess> exited = new LinkedBlockingQueue<>();
    private final Thread exits = Thread.ofPlatform().daemon().name("mpjrun-exits").unstarted(this::reportExits);
    private volatile Recording recording = Recording.NONE;
    private boolean ending;

    /** @param events is told when a rank has ended, in the order in which they do */
    public HostRanks(HostJob job, BootstrapServer server, KeyValueExchange exchange, Consumer<JobEvent> events) {
        this.job = job;
        this.server = server;
        this.exchange = exchange;
        this.events = events;
    }

    /**
     * Starts all of them, unless they were ended before.
     *
     * @throws IOException when one cannot be started; the others may run
     * @throws HostException when one does not run on the core that was asked for, or there is no memory for so many
     */
    public void start(RankCommands commands, Surroundings surroundings, CoreBinding binding, boolean report)
        throws IOException {
        recording = surroundings.recording();
        exits.start();
        List<List<Integer>> processes = commands.together() ? List.of(job.ranks())
            : job.ranks().stream().map(List::of).toList();
        HostMemory.check(job.host(), processes.size());
        for (List<Integer> process : processes) {
            commands.of(process.getFirst()).checkDebug(process, job.host());
        }
        for (int i = 0; i < processes.size(); i++) {
            if (!commands.together()) {
                binding.bindForChild(i);
            }
            RankProcess started;
            synchronized (ranks) {
                if (ending) {
                    break;
                }
                int first = processes.get(i).getFirst();
                started = RankProcess.start(job.environment(server.port(), first), processes.get(i),
                    commands.of(first), surroundings, binding);
                ranks.add(started);
                ranks.notifyAll();
            }
            started.process().onExit().thenAccept(process -> exited.add(started));
            if (commands.together() && binding.core(0) >= 0) {
                reportThreads(started, binding, report);
            } else {
                check(started, i, binding, report);
            }
        }
        binding.release();
    }

    /** Waits for the pipe to rank 0, which is not there before the start. */
    public OutputStream input() throws InterruptedException {
        synchronized (ranks) {
            while (!ending) {
                for (RankProcess rank : ranks) {
                    if (rank.rank() == 0) {
                        return rank.input();
                    }
                }
                ranks.wait();
            }
        }
        return OutputStream.nullOutputStream();
    }

    /** Whether none is running. */
    public boolean areEnded() {
        return alive().isEmpty();
    }

    /** Ends those that run: asks, waits a moment, kills. After a failure, kills also what else is left of the job. */
    public void end() throws InterruptedException {
        synchronized (ranks) {
            ending = true;
            ranks.notifyAll();
        }
        List<RankProcess> alive = alive();
        alive.forEach(RankProcess::terminate);
        long deadline = System.nanoTime() + recording.graceMillis(GRACE_MILLIS) * 1_000_000L;
        for (RankProcess rank : alive) {
            rank.process().waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
        killStubborn();
        if (all().stream().anyMatch(rank -> rank.process().exitValue() != 0)) {
            JobProcesses.killAll(job.secret());
        }
        for (RankProcess rank : all()) {
            if (rank.process().exitValue() != 0 || rank.ranks().stream().anyMatch(this::isUnfinished)) {
                ProviderMemory.removeOf(rank.process().pid());
            }
        }
    }

    /**
     * Kills those that still run. That takes a file descriptor. If this process has none left, it gives back those of
     * its connections, without which ranks also end by themselves.
     */
    private void killStubborn() throws InterruptedException {
        for (List<RankProcess> stubborn = alive(); !stubborn.isEmpty(); stubborn = alive()) {
            boolean all = true;
            for (RankProcess rank : stubborn) {
                all &= rank.kill() || !rank.process().isAlive();
            }
            if (!all) {
                server.cut();
            }
            stubborn.getFirst().process().waitFor(RETRY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private boolean isUnfinished(int rank) {
        return server.connections(rank).stage() == Stage.BEFORE_FINALIZE;
    }

    /** Waits until the output of all is forwarded, up to a limit. No end of a rank is told any more. */
    public void drain() throws InterruptedException {
        for (RankProcess rank : all()) {
            rank.drain(DRAIN_MILLIS);
        }
        exits.interrupt();
    }

    /** What there is to say of each rank now. */
    public List<RankReport> inspect(Question question, long limitMillis) throws InterruptedException {
        List<RankReport> reports = new ArrayList<>();
        long deadline = System.nanoTime() + limitMillis * 1_000_000L;
        List<RankReport.Pending> pending = new ArrayList<>();
        for (RankProcess process : all()) {
            for (int rank : process.ranks()) {
                pending.add(RankReport.begin(rank, process, job.host(), server.connections(rank), question));
            }
        }
        for (RankReport.Pending each : pending) {
            reports.add(each.await(deadline));
        }
        return reports;
    }

    /** Threads bind themselves, in a moment. */
    private void reportThreads(RankProcess started, CoreBinding binding, boolean report) {
        for (int i = 0; report && i < started.ranks().size(); i++) {
            events.accept(new JobEvent.Placed(started.ranks().get(i), started.process().pid(),
                Integer.toString(binding.core(i)), true));
        }
    }

    private void check(RankProcess started, int index, CoreBinding binding, boolean report) {
        String asked = binding.coresOf(index);
        if (asked.isEmpty() && !report) {
            return;
        }
        long pid = started.process().pid();
        String cores = CoreBinding.coresOf(pid);
        if (!asked.isEmpty() && !cores.isEmpty() && !cores.equals(asked)) {
            throw new HostException("--bind-to core: rank " + started.rank() + " was to run on core " + asked
                + " of host " + job.host() + " but runs on " + cores + "; use --bind-to none");
        }
        if (report) {
            started.ranks().forEach(rank -> events.accept(new JobEvent.Placed(rank, pid, cores, !asked.isEmpty())));
        }
    }

    /** One thread, so that who failed first is reported first. */
    private void reportExits() {
        try {
            while (true) {
                RankProcess ended = exited.take();
                int status = ended.process().exitValue();
                List<Integer> running =
                    ended.ranks().stream().filter(rank -> !server.connections(rank).hasEnded()).toList();
                if (status == 0 && running.size() > 1) {
                    // A rank that ends while others run says so (hasEnded). The last one says nothing, since the
                    // process ends with it. So if several have said nothing, the process has ended before them.
                    Exit exit = exit(ended);
                    events.accept(
                        new JobEvent.JvmExited(running, exit.orderly ? exit.rank : JobEvent.JvmExited.NOBODY));
                    continue;
                }
                Exit exit = status == 0 ? new Exit(ended.rank(), true) : exit(ended);
                String lastLines = "";
                if (status != 0) {
                    ended.drain(LAST_WORDS_MILLIS);
                    lastLines = ended.lastLines();
                }
                report(exit.rank(), status, exit.orderly(), lastLines);
                for (int rank : ended.ranks()) {
                    if (rank != exit.rank()) {
                        report(rank, status, exit.orderly(), lastLines);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One that ended while its process went on was reported then. */
    private void report(int rank, int status, boolean orderly, String lastLines) {
        RankConnections connections = server.connections(rank);
        if (!connections.hasEnded()) {
            events.accept(new JobEvent.Exited(rank, status, orderly, connections.stage(), exchange.reached(rank),
                lastLines));
        }
    }

    /**
     * The rank to which a process's exit status belongs. A process says in the name of its first rank that it is
     * exiting. So if another rank has said so, it is that one.
     */
    private Exit exit(RankProcess process) throws InterruptedException {
        for (int rank : process.ranks().reversed()) {
            if (server.connections(rank).saidExiting(LAST_WORDS_MILLIS)) {
                return new Exit(rank, true);
            }
        }
        return new Exit(process.rank(), false);
    }

    private List<RankProcess> all() {
        synchronized (ranks) {
            return List.copyOf(ranks);
        }
    }

    private List<RankProcess> alive() {
        return all().stream().filter(rank -> rank.process().isAlive()).toList();
    }
}
