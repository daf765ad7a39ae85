package mpj.runtime.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import mpj.bindings.ThisHost;
import mpj.runtime.host.CoreBinding;
import mpj.runtime.host.HostException;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.UsageException;
import mpj.runtime.keys.KnownDaemons;
import mpj.runtime.names.NameClient;
import mpj.runtime.names.NameKeeper;
import mpj.runtime.names.NameTable;
import mpj.runtime.wire.Message;

/**
 * The jobs of one launcher: the first, and the jobs that ranks have spawned. A job that fails ends the jobs that it has
 * spawned, unless they have detached. Thread-safe.
 */
final class JobTree implements AutoCloseable {
    private final JobRun first;
    private final Spawning spawning;
    private final Console console;
    private final NameTable names = new NameTable("; this mpjrun knows only the names of its own jobs: for"
        + " jobs that are started apart, start mpjnamed, and start each job with -Dmpj.names=HOST:PORT");
    private final List<JobRun> running = new ArrayList<>();
    private final Map<JobRun, NameKeeper> keepers = new HashMap<>();
    private final Replacements replacements;
    private final Moves moves = new Moves();
    private final Set<String> lostHosts = ConcurrentHashMap.newKeySet();
    /** One job is made ready at a time, because each takes slots. */
    private final Object preparing = new Object();
    private final long timeoutMillis;
    private final long begin = System.nanoTime();
    private int spawned;
    private int otherCode;
    private boolean begun;
    private boolean closing;

    /**
     * Prepares the first job without starting it.
     *
     * @param console makes the console that shows the jobs; the console may report events
     * @throws IOException when this host cannot take part
     */
    JobTree(Launch launch, CoreBinding binding, Spawning spawning, Function<Consumer<JobEvent>, Console> console)
        throws IOException {
        this.spawning = spawning;
        this.console = console.apply(this::happened);
        timeoutMillis = launch.job().timeoutMillis();
        replacements = new Replacements(launch.job().respawn());
        first = new JobRun(launch, binding, this.console, this, null, false);
        running.add(first);
    }

    /** Lets all jobs end when this process is told to end. */
    void endWithProcess() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "mpjrun-interrupt"));
    }

    private void interrupt() {
        List<JobRun> all = spawnNoMore();
        if (!all.contains(first)) {
            all.add(first);
        }
        List<Thread> threads = all.stream().map(job -> Thread.ofPlatform().start(job::interrupt)).toList();
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks for the end of all jobs, and returns at once. */
    void stop() {
        spawnNoMore().forEach(job -> job.happened(new JobEvent.Stopped()));
    }

    /** From now on no job is spawned. Returns the running jobs. */
    private synchronized List<JobRun> spawnNoMore() {
        closing = true;
        return new ArrayList<>(running);
    }

    /** The first job as viewers see it, as JSON. */
    String json() {
        return first.json();
    }

    /** The stacks of the ranks of the first job, as each rank prints them itself. */
    Map<Integer, String> stacks() throws InterruptedException {
        return first.stacks();
    }

    /**
     * Runs the first job, and the jobs that are spawned meanwhile, until all have ended.
     *
     * @return the exit code of the first job; if that is 0, the code of the first lost rank if not all were replaced;
     *     if that is 0 as well, the first other exit code of a job that had joined
     * @throws IOException when a rank of the first job cannot be started; no rank runs then
     */
    int run() throws IOException, InterruptedException {
        synchronized (this) {
            begun = true;
        }
        int exitCode;
        try {
            exitCode = first.run();
        } finally {
            ended(first, 0);
        }
        synchronized (this) {
            while (!running.isEmpty()) {
                wait();
            }
            closing = true;
            moves.close();
            return exitCode != 0 ? exitCode : replacements.exitCode() != 0 ? replacements.exitCode() : otherCode;
        }
    }

    /** Gives up the first job if it was not run, with the server that waits for its ranks. Otherwise does nothing. */
    @Override
    public void close() throws IOException {
        synchronized (this) {
            if (begun || closing) {
                return;
            }
            closing = true;
            running.remove(first);
        }
        first.discard();
    }

    /** The time at which all jobs end, as System.nanoTime tells it; null when there is no limit. */
    Long deadline() {
        return timeoutMillis == 0 ? null : begin + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    /** Something has happened that concerns all jobs. */
    private void happened(JobEvent event) {
        running().forEach(job -> job.happened(event));
    }

    private synchronized List<JobRun> running() {
        return List.copyOf(running);
    }

    /** A job has failed, and its ranks are being ended. */
    void failed(JobRun job) {
        for (JobRun other : running()) {
            if (other.endsWith(job)) {
                other.happened(new JobEvent.SpawnerFailed());
            }
        }
    }

    /** Whether ranks may replace the lost ranks of a job. */
    boolean canReplace(JobRun job) {
        return replacements.areAllowed() && job.isOfFirst();
    }

    /** Whether the work of a job goes on when none of its ranks are left. */
    boolean goOnWithout(JobRun job) {
        return canReplace(job) && running().stream().anyMatch(other -> other != job && other.isOfFirst());
    }

    /**
     * A rank of a job is lost. The other jobs are told.
     *
     * @param exitCode of the rank; 0 if it has left before the end
     */
    void lost(JobRun job, int rank, String how, boolean left, int exitCode) {
        if (job == first || job.isReplacement() && !job.keepLoss(exitCode)) {
            replacements.lost(exitCode);
        }
        tellLoss(job, rank, how, left);
    }

    /** The connection to a host was lost. No rank is started there any more. */
    void hostLost(String host) {
        lostHosts.add(host);
    }

    private void tellLoss(JobRun job, int rank, String how, boolean left) {
        for (JobRun other : running()) {
            if (other != job) {
                other.lostElsewhere(job.id(), rank, how, left);
            }
        }
    }

    /**
     * Moves a rank to another host, when the program lets it go.
     *
     * @return news for the user, as {@link Moves#begin} has them
     */
    BlockingQueue<Message> move(Message.Move move) {
        try {
            synchronized (preparing) {
                spawning.checkMove(move, taken(false));
                return moves.begin(move);
            }
        } catch (UsageException e) {
            return Moves.refused(e.getMessage());
        }
    }

    /** The host to which a rank of a job moves, whose end is therefore no failure; null if it does not move. */
    String destination(JobRun job, int rank) {
        return moves.destination(job, rank);
    }

    /** A rank of a job has left, because it moves. The other jobs are told. */
    void moved(JobRun job, int rank, String how) {
        replacements.moved();
        tellLoss(job, rank, how, false);
    }

    private void ended(JobRun job, int exitCode) {
        NameKeeper keeper;
        synchronized (this) {
            running.remove(job);
            otherCode = otherCode == 0 ? exitCode : otherCode;
            keeper = keepers.remove(job);
            notifyAll();
        }
        if (keeper != null) {
            keeper.close();
        }
    }

    /** Answers a request of a rank of a job that concerns other jobs. The rank waits for the answer without a limit. */
    Message answer(JobRun job, int rank, Message request) throws InterruptedException {
        try {
            return carriedOut(job, rank, request);
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            return new Message.Refused("the launcher has failed: " + e + "; its standard error says where");
        }
    }

    private Message carriedOut(JobRun job, int rank, Message request) throws InterruptedException {
        return switch (request) {
            case Message.Spawn spawn -> spawn(job, spawn);
            case Message.Detach() -> {
                job.detach();
                yield new Message.Done();
            }
            case Message.Publish publish -> named(job, publish);
            case Message.LookUp lookUp -> named(job, lookUp);
            case Message.Withdraw withdraw -> named(job, withdraw);
            case Message.AskMove ask -> moves.answer(ask);
            case Message.Leave leave -> moves.leaves(job, rank, job.nameOfHost(rank), leave.version());
            default -> new Message.Refused("not a request");
        };
    }

    private Message named(JobRun job, Message request) {
        NameKeeper keeper;
        synchronized (this) {
            if (!running.contains(job)) {
                return new Message.Refused("the job is ending");
            }
            keeper = keepers.computeIfAbsent(job, this::keeperOf);
        }
        return keeper.ask(request);
    }

    /** The job's names are kept by the mpjnamed or the registry that the user names, or else here. */
    private NameKeeper keeperOf(JobRun job) {
        int number = job.launch().tag().job();
        String owner = (number == 0 ? "" : "job " + number + " of ") + "mpjrun (process "
            + ProcessHandle.current().pid() + " on " + ThisHost.name() + ")";
        String server = job.launch().job().names();
        if (server.startsWith(RegisteredNames.SCHEME)) {
            return new RegisteredNames(server, owner, job.launch());
        }
        return server.isEmpty() ? names.lease(owner)
            : NameClient.of(server, owner, KnownDaemons.of(System.getenv()));
    }

    private Message spawn(JobRun parent, Message.Spawn request) throws InterruptedException {
        int count = Spawning.replacements(request);
        if (count == 0) {
            return spawn(parent, request, false, null);
        }
        String refusal = replacements.begin(count);
        if (!refusal.isEmpty()) {
            return new Message.Refused(refusal);
        }
        Message answer = null;
        try {
            answer = replace(parent, request);
            return answer;
        } finally {
            if (!(answer instanceof Message.Spawned)) {
                replacements.giveUp(count);
            }
        }
    }

    /** Starts replacements. If a rank cannot be started on the host to which it moves, it gets any slot. */
    private Message replace(JobRun parent, Message.Spawn request) throws InterruptedException {
        Spawning.Moved moved = moves.place(Spawning.moved(request));
        if (moved != null) {
            Message answer = spawn(parent, request, true, moved);
            if (!(answer instanceof Message.Refused refused)) {
                moves.arrived();
                return answer;
            }
            moves.failed(refused.reason());
        }
        return spawn(parent, request, true, null);
    }

    /** @param moved the place of one of the ranks; null if each of them gets any slot */
    private Message spawn(JobRun parent, Message.Spawn request, boolean replaces, Spawning.Moved moved)
        throws InterruptedException {
        JobRun job;
        List<Integer> counts;
        try {
            synchronized (preparing) {
                Spawning.Prepared prepared = spawning.prepare(request, spawned + 1, taken(moved != null),
                    moved);
                counts = prepared.counts();
                job = begin(prepared.launch(), parent, replaces);
            }
        } catch (UsageException | HostException e) {
            return new Message.Refused(e.getMessage());
        } catch (IOException e) {
            return new Message.Refused("the job cannot be started: " + e.getMessage());
        }
        if (job == null) {
            return new Message.Refused("the job that asks is ending, so no further job is started");
        }
        String failure = job.awaitJoined();
        // Replacements that die at their start are lost like others. A rank that moves gets another slot instead.
        if (!failure.isEmpty() && !(replaces && moved == null && job.hasDied())) {
            return new Message.Refused(failure);
        }
        if (replaces) {
            job.takeLosses().forEach(replacements::lost);
        }
        return new Message.Spawned(job.id(), counts);
    }

    /** Starts a job on a thread of its own. Returns null when it is too late for that. */
    private JobRun begin(Launch launch, JobRun parent, boolean replaces) throws IOException {
        int number = launch.tag().job();
        Console shared = console;
        if (launch.job().output() != null) {
            RankFiles.prepare(launch.job().output(), launch.size());
            shared = RankFiles.of(launch.job().output(), number, launch.size(), console, this::happened);
        }
        // Replacements stay when the job of the rank that asks ends, but not when the first job fails.
        JobRun job = new JobRun(launch, CoreBinding.none(), new SpawnedConsole(number, shared), this,
            replaces ? first : parent, replaces);
        synchronized (this) {
            if (closing || parent.hasFailed() || !running.contains(parent)) {
                job.discard();
                return null;
            }
            spawned = number;
            running.add(job);
        }
        boolean begun = false;
        try {
            Thread.ofPlatform().daemon().name("mpjrun-job-" + number).start(() -> runSpawned(job));
            begun = true;
        } finally {
            if (!begun) { // the system allows no further thread
                ended(job, 0);
                job.discard();
            }
        }
        return job;
    }

    private void runSpawned(JobRun job) {
        int exitCode = 1;
        try {
            exitCode = job.run();
        } catch (IOException | HostException e) {
            job.cannotStart(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never: only this class knows the thread
        } catch (RuntimeException | Error e) {
            job.cannotStart("the launcher has failed: " + e + "; its standard error says where");
            throw e; // the JVM prints it
        } finally {
            ended(job, job.hasJoined() && !job.isReplacement() ? exitCode : 0);
        }
    }

    /**
     * The number of ranks on each host.
     *
     * @param move whether the slot that is kept for the rank that moves counts as free
     */
    private Map<String, Integer> taken(boolean move) {
        Map<String, Integer> taken = new HashMap<>();
        running().forEach(job -> job.countRanks(taken));
        if (!move) {
            moves.reserve(taken);
        }
        lostHosts.forEach(host -> taken.put(host, FreeSlots.LOST));
        return taken;
    }
}
