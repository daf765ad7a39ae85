package mpj.runtime.host;

import static java.util.Comparator.naturalOrder;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import mpj.runtime.wire.JobTag;
import mpj.runtime.wire.Question;

/** The ranks of a job on this host. They are started and ended together. */
public final class HostRanks {
    /** The time between asking ranks to end and killing them. */
    private static final long GRACE_MILLIS = 700;
    /** How long a rank that another rank has lost may take to end by itself. */
    private static final long LOST_MILLIS = 2_000;
    /** The time between killing a rank and killing it again if it still runs. */
    private static final long RETRY_MILLIS = 100;
    private static final long DRAIN_NANOS = 1_000_000_000L;
    private static final long LAST_WORDS_MILLIS = 500;

    /**
     * The surroundings in which ranks run.
     *
     * @param workingFolder the folder in which they start
     * @param tag which job of its launcher this is, and how lines begin
     * @param input the input of rank 0, unless the job was spawned
     * @param out takes standard output
     * @param err takes standard error
     * @param recording how the ranks are recorded
     */
    public record Surroundings(Path workingFolder, JobTag tag, ProcessBuilder.Redirect input, OutputSink out,
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

    /** @param events is told of the end of each rank, in the order in which they end */
    public HostRanks(HostJob job, BootstrapServer server, KeyValueExchange exchange, Consumer<JobEvent> events) {
        this.job = job;
        this.server = server;
        this.exchange = exchange;
        this.events = events;
    }

    /**
     * Starts all ranks, unless they were ended before.
     *
     * @throws IOException when a rank cannot be started; the others may run
     * @throws HostException when a rank does not run on its core, or the host has not enough memory
     */
    public void start(RankCommands commands, Surroundings surroundings, CoreBinding binding, boolean report)
        throws IOException {
        int cores = Runtime.getRuntime().availableProcessors(); // not later, when this thread may be bound
        recording = surroundings.recording();
        exits.start();
        List<RankJvm> jvms = commands.jvms(job.ranks(), binding);
        HostMemory.check(job.host(), jvms.size());
        for (RankJvm jvm : jvms) {
            commands.of(jvm.ranks().getFirst()).checkDebug(jvm.ranks(), job.host());
        }
        boolean bound = jvms.stream().anyMatch(jvm -> !jvm.cores().isEmpty());
        BitSet before = bound ? CoreBinding.allowed() : new BitSet();
        SpareCores spare = SpareCores.of(before, jvms, HardwareThreads.ofThisHost());
        for (RankJvm jvm : jvms) {
            if (bound) {
                CoreBinding.bind(jvm.cores());
            }
            RankProcess started;
            synchronized (ranks) {
                if (ending) {
                    break;
                }
                int first = jvm.ranks().getFirst();
                started = RankProcess.start(job.environment(server.port(), first), jvm, commands.of(first),
                    surroundings, cores);
                ranks.add(started);
                ranks.notifyAll();
            }
            started.process().onExit().thenAccept(process -> exited.add(started));
            if (jvm.threads().isEmpty() && !jvm.cores().isEmpty()) {
                server.connections(started.rank()).whenJoined(
                    () -> spare.take(started.process().pid(), jvm.cores()));
            }
            if (jvm.bindsThreads()) {
                reportThreads(started, jvm, report);
            } else {
                check(started, jvm, report);
            }
        }
        if (bound) {
            CoreBinding.bind(before);
        }
    }

    /** Waits for the pipe to rank 0, which exists only after the start. */
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

    /** The ids of the processes that run. */
    public List<Long> processes() {
        return alive().stream().map(rank -> rank.process().pid()).toList();
    }

    /** Whether no rank is running. */
    public boolean areEnded() {
        return alive().isEmpty();
    }

    /**
     * Ends the running ranks: asks them, waits a moment, and kills them. After a failure, also kills what else is left
     * of the job.
     */
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
     * Kills the ranks that still run. A kill takes a file descriptor. If this process has none left, it closes its
     * connections to the ranks, which frees descriptors; without their connections ranks also end by themselves.
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

    /**
     * Ends the process of a rank that another rank has lost, since that one goes on without it. Does nothing if the
     * rank is not on this host, ends by itself, or needs no other rank any more. Returns at once.
     */
    public void expel(int rank) {
        for (RankProcess process : alive()) {
            if (process.ranks().contains(rank)) {
                Thread.ofPlatform().daemon().name("mpjrun-expel").start(() -> expel(rank, process));
            }
        }
    }

    private void expel(int rank, RankProcess lost) {
        try {
            // The connections of a process that ends break a little before its end.
            boolean over = lost.process().waitFor(LOST_MILLIS, TimeUnit.MILLISECONDS)
                || server.connections(rank).isLeaving();
            while (!over) {
                lost.kill();
                over = lost.process().waitFor(RETRY_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never: only this method knows the thread
        }
    }

    private boolean isUnfinished(int rank) {
        return server.connections(rank).stage() == Stage.BEFORE_FINALIZE;
    }

    /**
     * Waits until the output of all ranks is forwarded. Other processes may hold the pipes of every rank, so the wait
     * ends when nothing has been forwarded for a while. They may also print for ever, so the whole wait has a limit.
     * After this call no more ends of ranks are reported.
     */
    public void drain() throws InterruptedException {
        List<RankProcess> all = all();
        long begin = System.nanoTime();
        for (RankProcess rank : all) {
            long left;
            do {
                long now = System.nanoTime();
                long quiet = all.stream().mapToLong(each -> each.quiet(now)).min().orElse(0);
                left = Math.min(DRAIN_NANOS - Math.min(quiet, now - begin),
                    2 * DRAIN_NANOS * all.size() - (now - begin));
            } while (!rank.drain(left) && left > 0);
        }
        exits.interrupt();
    }

    /** Reports on each rank. */
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

    /** Reports the cores of ranks that are threads: they bind themselves shortly after the start. */
    private void reportThreads(RankProcess started, RankJvm jvm, boolean report) {
        for (int i = 0; report && i < jvm.ranks().size(); i++) {
            events.accept(new JobEvent.Placed(jvm.ranks().get(i), started.process().pid(),
                Integer.toString(jvm.threads().get(i)), true));
        }
    }

    private void check(RankProcess started, RankJvm jvm, boolean report) {
        String asked = CpuList.text(jvm.cores());
        if (asked.isEmpty() && !report) {
            return;
        }
        long pid = started.process().pid();
        String cores = CoreBinding.coresOf(pid);
        if (!asked.isEmpty() && !cores.isEmpty() && !cores.equals(asked)) {
            throw new HostException((jvm.threads().isEmpty() ? "--bind-to core" : "--ranks-per-jvm numa") + ": rank "
                + started.rank() + " was to run on core " + asked + " of host " + job.host() + " but runs on " + cores
                + (jvm.threads().isEmpty() ? "; use --bind-to none" : "; name a number of ranks instead"));
        }
        if (report) {
            started.ranks().forEach(rank -> events.accept(new JobEvent.Placed(rank, pid, cores, !asked.isEmpty())));
        }
    }

    /** One thread does this, so that the rank that failed first is reported first. */
    private void reportExits() {
        try {
            while (true) {
                RankProcess ended = exited.take();
                int status = ended.process().exitValue();
                List<Integer> running =
                    ended.ranks().stream().filter(rank -> !server.connections(rank).hasEnded()).toList();
                if (status == 0 && running.size() > 1) {
                    // A rank that ends while other ranks run says so (hasEnded). The last rank says nothing, because
                    // the process ends with it. So if several have said nothing, the process has ended before them.
                    Exit exit = exit(ended);
                    events.accept(
                        new JobEvent.JvmExited(running, exit.orderly ? exit.rank : JobEvent.JvmExited.NOBODY));
                    continue;
                }
                Exit exit = status == 0 ? new Exit(ended.rank(), true) : exit(ended);
                String lastLines = "";
                if (status != 0) {
                    ended.drain(TimeUnit.MILLISECONDS.toNanos(LAST_WORDS_MILLIS));
                    lastLines = ended.lastLines();
                }
                report(Stream.concat(Stream.of(exit.rank()), ended.ranks().stream()).distinct(), status, exit.orderly(),
                    lastLines);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reports the end of ranks. A rank that ended while its process ran on was reported at that time. */
    private void report(Stream<Integer> ended, int status, boolean orderly, String lastLines) {
        List<Integer> together = ended.filter(rank -> !server.connections(rank).hasEnded()).toList();
        if (!together.isEmpty()) {
            Stage stage = together.stream().map(rank -> server.connections(rank).stage()).max(naturalOrder()).get();
            events.accept(new JobEvent.Exited(together, status, orderly, stage, exchange.reached(together.getFirst()),
                lastLines));
        }
    }

    /**
     * The rank to which a process's exit status belongs. A process reports in the name of its first rank that it is
     * exiting. So if another rank has reported that, the status belongs to the other rank.
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
