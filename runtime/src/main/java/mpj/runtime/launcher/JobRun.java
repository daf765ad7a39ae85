package mpj.runtime.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mpj.bindings.RandomBytes;
import mpj.runtime.bootstrap.Topic;
import mpj.runtime.host.CoreBinding;
import mpj.runtime.host.JobEvent;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.Message;
import mpj.transport.spi.Job;

/** A running job. Its ranks live and end together, whatever their hosts are. */
final class JobRun {
    private final Launch launch;
    private final JobTree others;
    /** The job that spawned this one; null for the first job. */
    private final JobRun parent;
    private final boolean replacement;
    private final byte[] secret = RandomBytes.of(JobEnvironment.SECRET_BYTES);
    /** Completes when the ranks have found each other: with an empty text, or with the reason why they will not. */
    private final CompletableFuture<String> joined = new CompletableFuture<>();
    private final BitSet running = new BitSet();
    /** The ranks that can go on when others are lost. */
    private final BitSet tolerant = new BitSet();
    /** Ranks that other ranks have lost although their processes run. */
    private final Map<Integer, List<JobEvent.Unreachable>> unreachable = new LinkedHashMap<>();
    private final BitSet expelled = new BitSet();
    private final LinkedBlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final Console console;
    private final JobHosts hosts;
    private final Departures departures = new Departures();
    /**
     * The exit codes of the ranks that were lost before the rank which asked for this job got its answer; null from
     * then on.
     */
    private List<Integer> earlyLosses = new ArrayList<>();
    /** Null if the user gets no such advice. */
    private CompilingAdvice compiling;
    private volatile boolean interrupted;
    private volatile boolean detached;
    private volatile boolean failed;
    /** Whether rank 0 was lost. The job may have replaced it. */
    private boolean firstLost;
    /** The exit code that the job gets because of ranks without which the others go on. */
    private int exitCode;

    /**
     * Prepares a job without starting it.
     *
     * @param console shows the job
     * @param others the jobs of this launcher
     * @param parent the job that spawns this one; null for the first job
     * @param replacement whether the ranks replace lost ones
     * @throws IOException when this host cannot take part
     */
    JobRun(Launch launch, CoreBinding binding, Console console, JobTree others, JobRun parent, boolean replacement)
        throws IOException {
        this.launch = launch;
        this.replacement = replacement;
        this.console = console;
        this.others = others;
        this.parent = parent;
        hosts = new JobHosts(launch, binding, secret, this.console, new JobHosts.Others() {
            @Override
            public void joined() {
                joined.complete("");
            }

            @Override
            public Message answer(int rank, Message request) throws InterruptedException {
                return others.answer(JobRun.this, rank, request);
            }

            @Override
            public BlockingQueue<Message> move(Message.Move move) {
                return others.move(move);
            }
        }, events::add);
        running.set(0, launch.size());
    }

    /** The number by which ranks of other jobs know this job. */
    long id() {
        return new Job(0, 1, 1, secret).launchedId();
    }

    Launch launch() {
        return launch;
    }

    /** The name of the host on which a rank runs. */
    String nameOfHost(int rank) {
        return launch.placement().hostOf(rank).name();
    }

    /** Something has happened that ends the job. */
    void happened(JobEvent event) {
        events.add(event);
    }

    /** The job goes on when the job that spawned it fails. */
    void detach() {
        detached = true;
    }

    /** Whether this job ends when the other job fails. */
    boolean endsWith(JobRun other) {
        return parent == other && !detached;
    }

    boolean hasFailed() {
        return failed;
    }

    /** Whether its ranks, and those of the first job, are one program whose lost ranks are replaced. */
    boolean isOfFirst() {
        return parent == null || replacement;
    }

    boolean isReplacement() {
        return replacement;
    }

    /** A rank of another job is lost. */
    void lostElsewhere(long job, int rank, String how, boolean left) {
        hosts.lostElsewhere(job, rank, how, left);
    }

    /** Waits until the ranks have found each other. Returns an empty text, or the reason why they have not. */
    String awaitJoined() throws InterruptedException {
        try {
            return joined.get();
        } catch (ExecutionException e) {
            return e.getCause().toString();
        }
    }

    boolean hasJoined() {
        return joined.getNow("(not yet)").isEmpty();
    }

    /**
     * Keeps the loss of a rank until it is known whether the rank which asked for this job gets the ranks.
     *
     * @return false if that rank has them already
     */
    synchronized boolean keepLoss(int lostCode) {
        return earlyLosses != null && earlyLosses.add(lostCode);
    }

    /** The rank which asked for this job gets its ranks. Returns the exit codes of those that are lost already. */
    synchronized List<Integer> takeLosses() {
        List<Integer> taken = earlyLosses;
        earlyLosses = null;
        return taken;
    }

    /** Whether each rank of this job has ended by itself, and not all of them with exit code 0. */
    synchronized boolean hasDied() {
        return running.isEmpty() && earlyLosses.stream().anyMatch(lostCode -> lostCode != 0);
    }

    /** No rank could be started. */
    void cannotStart(String reason) {
        joined.complete(reason);
    }

    /** Gives up a job that was not started. */
    void discard() throws IOException {
        hosts.close();
    }

    /** The job as viewers see it, as JSON. */
    String json() {
        return hosts.json();
    }

    /** The stacks of the ranks that run, as each rank prints them itself. */
    Map<Integer, String> stacks() throws InterruptedException {
        return hosts.stacks();
    }

    /**
     * Runs the job until all ranks have ended, and tells the user if it failed.
     *
     * @return the exit code
     * @throws IOException when a rank cannot be started; no rank runs then
     */
    int run() throws IOException, InterruptedException {
        Outcome outcome;
        launch.trace().begin(launch.name());
        try {
            hosts.start();
            compiling = CompilingAdvice.begin(launch, console.isRead(), hosts::processes);
            outcome = awaitEnd();
            failed = failed || outcome.exitCode() != 0;
            if (failed) {
                others.failed(this);
            }
        } finally {
            hosts.end();
            hosts.drain();
        }
        String reason = outcome.line() == null ? "" : outcome.line().lines().findFirst().orElse("");
        running.stream().forEach(rank -> others.lost(this, rank, hosts.onHost(rank, "ended with its job: " + reason),
            false, outcome.exitCode()));
        boolean never = joined.complete(outcome.line() == null ? "the programs ended without MPI.Init"
            : outcome.line());
        if (!never || !launch.tag().isSpawned()) {
            report(outcome); // otherwise the rank that asked for the job gets the reason
        }
        return outcome.exitCode();
    }

    private void report(Outcome outcome) throws InterruptedException {
        List<String> suspicions = outcome.exitCode() == 0 ? List.of() : departures.suspicions();
        for (String line : suspicions) {
            console.say(line);
        }
        if (launch.job().profile()) {
            console.say(hosts.view().profile());
        }
        String advice = compiling == null ? null : compiling.end();
        if (advice != null && outcome.exitCode() == 0) {
            console.say(advice);
        }
        if (outcome.line() != null) {
            console.say(outcome.report(console.unseen(outcome.lastLines())));
        }
        finishTrace(outcome.line());
        launch.training().finish(failed ? "the job failed" : firstLost ? "rank 0, which recorded, was lost" : null,
            launch.commands());
    }

    private Outcome awaitEnd() throws InterruptedException {
        while (!running.isEmpty()) {
            JobEvent event = next();
            if (interrupted) {
                // The shutdown hook ends the ranks. When the hook returns, the process ends.
                Thread.sleep(Long.MAX_VALUE);
            }
            if (event == null) {
                return Outcome.timedOut(launch.job().timeoutMillis(), hosts.lastWords());
            }
            Outcome failure = switch (event) {
                case JobEvent.Exited exited when isMove(exited) -> {
                    move(exited.rank());
                    yield null;
                }
                case JobEvent.Exited exited when exited.status() == 0 -> {
                    end(exited.rank());
                    hosts.view().ended(exited.rank());
                    left(exited, goOn());
                    yield null;
                }
                case JobEvent.Exited exited -> {
                    departures.add(exited);
                    String how = Outcome.death(exited) + whyExpelled(exited);
                    yield lost(exited.ranks(), how, how, exited.status(),
                        Outcome.exited(exited, hosts.hostOf(exited.rank()), launch.size() > 1));
                }
                case JobEvent.JvmExited exited -> Outcome.jvmExited(exited);
                case JobEvent.Tolerates(int rank) -> {
                    tolerant.set(rank);
                    yield null;
                }
                case JobEvent.Unreachable lost -> {
                    unreachable(lost);
                    yield null;
                }
                case JobEvent.Aborted(int rank, int code, String line) -> Outcome.aborted(rank, code, line);
                case JobEvent.FailedToStart(int rank, String line) -> Outcome.failedToStart(rank,
                    line + launch.job().advice());
                case JobEvent.HostFailed(String host, String reason) -> Outcome.hostFailed(host, reason);
                case JobEvent.HostLost(String host, List<Integer> ranks, String reason) -> {
                    others.hostLost(host);
                    yield lost(ranks.stream().filter(running::get).toList(), reason,
                        "is lost with host " + host + ": " + reason, 1, Outcome.hostFailed(host, reason));
                }
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
                case JobEvent.SpawnerFailed() -> detached ? null : Outcome.spawnerFailed();
            };
            if (failure != null) {
                failed = true; // also by Abort(0)
                return failure;
            }
            if (goOn()) {
                expel();
                for (int rank : departures.takeTolerated()) {
                    continueWithout(rank, departures.how(rank));
                    exitCode = exitCode == 0 ? 1 : exitCode;
                }
            }
        }
        return exitCode == 0 ? departures.outcome() : new Outcome(exitCode, null);
    }

    /**
     * Ranks are lost together.
     *
     * @param reason what ranks of other jobs are told
     * @param how what the ranks of this job are told if they go on
     * @param status the exit code of the job if they go on, unless lost ranks are replaced
     * @param failure the outcome if they do not go on
     * @return this outcome, or null
     */
    private Outcome lost(List<Integer> ranks, String reason, String how, int status, Outcome failure) {
        ranks.forEach(this::end);
        firstLost |= ranks.contains(0);
        for (int rank : ranks) {
            others.lost(this, rank, hosts.onHost(rank, reason), false, status);
        }
        if (!goOn()) {
            return failure;
        }
        for (int rank : ranks) {
            continueWithout(rank, how);
        }
        exitCode = exitCode == 0 && !others.canReplace(this) ? status : exitCode;
        return null;
    }

    /**
     * A rank has lost another one, whose process may run. The launcher ends such a process, so that all other ranks
     * lose it as well. Otherwise the ranks would go on with different views of who is left. If two ranks have lost each
     * other, only the one is ended that was named first: what an expelled rank says no longer counts. But a third rank
     * may have heard of the second loss from that rank before, and have gone on without the second one. Then it names
     * the second one, too.
     */
    private void unreachable(JobEvent.Unreachable lost) {
        if (lost.rank() >= 0) {
            unreachable.computeIfAbsent(lost.rank(), _ -> new ArrayList<>()).add(lost);
        }
    }

    /** Ends the ranks that others have lost. Called when the others can go on without them. */
    private void expel() {
        unreachable.forEach((rank, losses) -> {
            if (losses.stream().anyMatch(lost -> !expelled.get(lost.by())) && running.get(rank) && !expelled.get(rank)
                && others.destination(this, rank) == null) {
                expelled.set(rank);
                hosts.expel(rank);
            }
        });
    }

    /** The reason for which the launcher has killed a process; empty for a process that has ended in another way. */
    private String whyExpelled(JobEvent.Exited exited) {
        return exited.ranks().stream().filter(rank -> expelled.get(rank) && exited.isKilled()).findFirst()
            .map(rank -> ", because other ranks cannot reach it (" + unreachable.get(rank).getFirst().how() + ")")
            .orElse("");
    }

    private synchronized void end(int rank) {
        running.clear(rank);
    }

    /** Adds the ranks that run to the number on each host. */
    synchronized void countRanks(Map<String, Integer> ofHosts) {
        launch.placement().hosts().forEach(host -> ofHosts.merge(host.name(),
            (int) host.ranks().stream().filter(running::get).count(), Integer::sum));
    }

    /** A rank has ended with exit code 0. The ranks that need it are told, and the other ranks run on to their end. */
    private void left(JobEvent.Exited exited, boolean tolerated) {
        departures.add(exited);
        String how = departures.how(exited.rank());
        if (how.isEmpty()) {
            hosts.ended(exited.rank(), exited.fences());
        } else if (!tolerated) {
            hosts.missed(exited.rank(), exited.fences(), how);
        }
        if (!how.isEmpty()) {
            others.lost(this, exited.rank(), hosts.onHost(exited.rank(), how), true, 0);
        }
    }

    private boolean isMove(JobEvent.Exited exited) {
        return exited.ranks().size() == 1 && goOn() && others.destination(this, exited.rank()) != null;
    }

    /** A rank has ended because it moves, and the others replace it. */
    private void move(int rank) {
        end(rank);
        hosts.view().ended(rank);
        String how = "has left to move to host " + others.destination(this, rank);
        others.moved(this, rank, hosts.onHost(rank, how));
        continueWithout(rank, how);
    }

    /** Every rank that is left has said that it can go on without others. */
    private void continueWithout(int rank, String how) {
        console.say("rank " + rank + " " + how + "; the others go on without it");
        hosts.lost(rank, how);
    }

    /**
     * Whether ranks are left, also in other jobs, and those of this job have said that they go on without others. If
     * lost ranks may be replaced, the user has said so for all ranks: a rank may be lost before the others have come to
     * the call that says it.
     */
    private boolean goOn() {
        BitSet intolerant = (BitSet) running.clone();
        intolerant.andNot(tolerant);
        return (intolerant.isEmpty() || others.canReplace(this)) && (!running.isEmpty() || others.goOnWithout(this));
    }

    /** The next event; null when the job's time is over. */
    private JobEvent next() throws InterruptedException {
        Long deadline = others.deadline();
        return deadline == null ? events.take()
            : events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    private void report(JobEvent.Placed placed) {
        String host = hosts.hostOf(placed.rank());
        console.say("rank " + placed.rank() + (host.isEmpty() ? "" : " on host " + host)
            + (placed.bound() ? " is bound to core " : " is not bound; it may use cores ") + placed.cores());
    }

    /** Runs on Ctrl-C or SIGTERM, beside the waiting thread. At a normal end there is no rank left to end. */
    void interrupt() {
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
                launch.training().stop(); // rank 0 may have written its recording when it was told to end
            }
            console.say("interrupted; the job was ended\n" + lastWords);
            finishTrace("it was interrupted");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** @param end how the job ended, if it failed; otherwise null */
    private void finishTrace(String end) throws InterruptedException {
        launch.trace().finish(end, launch.name(), launch.library(), launch.jdk());
    }
}
