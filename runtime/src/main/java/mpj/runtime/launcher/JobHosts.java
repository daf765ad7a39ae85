package mpj.runtime.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import mpj.bindings.ThisHost;
import mpj.runtime.agent.AgentStarter;
import mpj.runtime.agent.Content;
import mpj.runtime.agent.Contents;
import mpj.runtime.agent.HostPlan;
import mpj.runtime.agent.Plan;
import mpj.runtime.agent.SshStarter;
import mpj.runtime.agent.Subtree;
import mpj.runtime.agent.Upward;
import mpj.runtime.agent.WaitingStarter;
import mpj.runtime.daemon.DaemonStarter;
import mpj.runtime.host.BootstrapServer;
import mpj.runtime.host.CoreBinding;
import mpj.runtime.host.HostException;
import mpj.runtime.host.HostJob;
import mpj.runtime.host.HostRanks;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.JobClock;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.LauncherRequests;
import mpj.runtime.host.KeyValueExchange;
import mpj.runtime.host.RankReport;
import mpj.runtime.view.JobView;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Question;

/** The hosts of a running job as the launcher sees them: the ranks of this host, and the agents on the other hosts. */
final class JobHosts {
    /** A variable of the launcher's ssh processes: where {@code mpjrun --status} can ask, and the secret for asking. */
    static final String VIEW = "MPJ_VIEW";
    private static final long END_MILLIS = 5_000;
    private static final long DRAIN_MILLIS = 1_000;
    private static final long STACK_MILLIS = 10_000;
    private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().name("mpjrun-hosts-", 0).factory();

    /** What a job's hosts tell and ask the launcher about other jobs. */
    interface Others extends LauncherRequests {
        /** All ranks of the job have found each other. Called under a lock, so the method must not wait. */
        void joined();

        /** Moves a rank to another host. Returns news for the user, as {@link Moves#begin} has them. */
        BlockingQueue<Message> move(Message.Move move);
    }

    /** The hosts below, and the launcher, which hears of the first fence. */
    private record Fences(KeyValueExchange.Neighbours below, Others others) implements KeyValueExchange.Neighbours {
        @Override
        public void fenceAbove(List<KeyValueExchange.Entry> values) {
            below.fenceAbove(values);
        }

        @Override
        public void getAbove(int rank, String key) {
            below.getAbove(rank, key);
        }

        @Override
        public void releaseBelow() {
            below.releaseBelow();
            others.joined();
        }
    }

    private final Launch launch;
    private final Others others;
    private final Consumer<JobEvent> events;
    private final Console console;
    private final byte[] secret;
    private final HostPlan own;
    private final Plan plan;
    private final Inquiries inquiries;
    private final JobView view;
    private final CoreBinding binding;
    private final KeyValueExchange exchange;
    private final BootstrapServer server;
    private final AgentStarter starter;
    private final Subtree subtree;
    private final RelayedStreams streams;
    /** Made late: an agent must first say by which address it sees this host. */
    private HostRanks ranks;
    private boolean ending;
    private volatile Thread detector;
    /** The fewest fences among the ranks whose ends were sent to the other hosts. */
    private int fewestFences = Integer.MAX_VALUE;

    /** @throws IOException when this host cannot take part */
    JobHosts(Launch launch, CoreBinding binding, byte[] secret, Console console, Others others,
             Consumer<JobEvent> events) throws IOException {
        this.launch = launch;
        this.others = others;
        this.binding = binding;
        this.secret = secret;
        this.events = events;
        this.console = console;
        HostPlan here = new HostPlan(launch.placement().hosts().size(), Host.LOCAL, List.of(), 0);
        List<HostPlan> elsewhere = new ArrayList<>();
        for (HostPlan host : launch.placement().hosts()) {
            if (Host.isLocal(host.name())) {
                here = host;
            } else {
                elsewhere.add(host);
            }
        }
        own = here;
        Map<String, String> forSsh = new HashMap<>();
        if (elsewhere.isEmpty()) {
            plan = null;
            starter = null;
            subtree = null;
            streams = null;
            exchange = KeyValueExchange.ofOneHost(launch.size(),
                new Fences(new KeyValueExchange.Neighbours() { }, others));
        } else {
            plan = plan(launch, secret, elsewhere);
            starter = WaitingStarter.of(launch.job().hosts().daemons() ? daemons(launch.library(), elsewhere)
                : SshStarter.of(plan.ssh(), launch.library(), launch.jdk(), console.err(), forSsh),
                plan.waitMillis(), console.err());
            subtree = new Subtree(plan, elsewhere, starter, THREADS, this::received);
            streams = new RelayedStreams(console.out(), console.err(), subtree);
            exchange = new KeyValueExchange(plan.size(), set(own.ranks()), set(0, plan.size()), true, subtree.size(),
                new Fences(subtree, others));
        }
        view = new JobView(launch.size(), rank -> launch.placement().hostOf(rank).name());
        inquiries = new Inquiries(launch.name(), launch.size(), launch.placement(), this::inspect, view,
            others::move);
        server = BootstrapServer.start(hostJob(""), exchange, inquiries, JobClock.OWN, others, events);
        forSsh.put(VIEW, server.port() + " " + HexFormat.of().formatHex(secret));
    }

    private static AgentStarter daemons(LibraryFiles library, List<HostPlan> hosts) throws IOException {
        Map<String, Integer> ranks = new HashMap<>();
        hosts.forEach(host -> ranks.put(host.name(), host.ranks().size()));
        return DaemonStarter.of(library, ranks, System.getenv());
    }

    /**
     * Starts the ranks of this host, and begins to start the agents. A failure of an agent's start becomes an event.
     *
     * @throws IOException when a rank cannot be started
     */
    void start() throws IOException {
        JobSpecification job = launch.job();
        detector = DeadlockDetector.start(launch.size(), job.deadlockMillis(), job.checks(), inquiries::ask, events);
        if (subtree == null) {
            // Ranks that replace others, or are replaced, may meet ranks of other hosts later.
            startRanks(job.respawn() > 0 || launch.tag().isSpawned() ? OwnAddress.towards(job.hosts().hosts()) : "");
            return;
        }
        HostPlan first = launch.placement().hostOf(0);
        if (first != own && !launch.tag().isSpawned()) {
            streams.forwardInput(first.index());
        }
        subtree.start(exchange, Contents.ofLauncher(plan.classPath()));
        if (launch.trace().isOn()) {
            launch.trace().clocks().begin(subtree::askClocks);
        }
    }

    /** The information that the ranks have sent about themselves. */
    JobView view() {
        return view;
    }

    /** The job as viewers see it, as JSON. */
    String json() {
        return inquiries.json();
    }

    /** A rank has ended in order, after this number of fences. */
    void ended(int rank, int fences) {
        tellEnd(rank, fences, "");
    }

    /** A rank has ended with exit code 0, after this number of fences. Ranks that need it are told that it is lost. */
    void missed(int rank, int fences, String how) {
        tellEnd(rank, fences, onHost(rank, how));
    }

    private void tellEnd(int rank, int fences, String how) {
        server.ended(rank, fences, how);
        // At the end of a job all ranks end after the same fences, so one message to each host is enough for all of
        // them.
        if (subtree != null && (!how.isEmpty() || fences < fewestFences)) {
            fewestFences = Math.min(fewestFences, fences);
            subtree.ended(rank, fences, how);
        }
    }

    /** A rank is dead, and the other ranks go on without it. */
    void lost(int rank, String how) {
        String death = onHost(rank, how);
        server.lost(rank, death);
        if (subtree != null) {
            subtree.lost(rank, death);
        }
    }

    /** Ends a rank that another rank has lost, unless it ends by itself. Its end is an event as usual. */
    void expel(int rank) {
        HostRanks here;
        synchronized (this) {
            here = ranks;
        }
        if (here != null) {
            here.expel(rank);
        }
        if (subtree != null) {
            subtree.expel(rank);
        }
    }

    /** A rank of another job is lost. */
    void lostElsewhere(long job, int rank, String how, boolean left) {
        server.lostElsewhere(job, rank, how, left);
        if (subtree != null) {
            subtree.lostElsewhere(job, rank, how, left);
        }
    }

    /** Gives up what was never started. */
    void close() throws IOException {
        server.close();
    }

    /** How a rank was lost, with its host. */
    String onHost(int rank, String how) {
        return "host " + (subtree == null ? ThisHost.name() : hostOf(rank)) + ": " + how;
    }

    /** The host of a rank, for messages; empty when the job has one host only. */
    String hostOf(int rank) {
        return subtree == null ? "" : launch.placement().hostOf(rank).name();
    }

    /** Ends all ranks on all hosts, and the agents. Returns when nothing is left. A second call does nothing. */
    void end() throws InterruptedException {
        HostRanks here;
        synchronized (this) {
            ending = true;
            here = ranks;
        }
        try {
            if (subtree != null) {
                if (launch.trace().isOn()) {
                    launch.trace().clocks().end(subtree::askClocks, plan.hosts().size());
                }
                starter.cancel();
                subtree.beginEnd();
            }
        } finally {
            if (here != null) {
                here.end();
            }
        }
        if (subtree != null) {
            subtree.awaitEnd(END_MILLIS);
        }
    }

    /** Writes the output that ranks have printed before their end, and lets go of the job. */
    void drain() throws IOException, InterruptedException {
        if (detector != null) {
            detector.interrupt(); // the launcher may have other jobs, and go on
        }
        HostRanks here;
        synchronized (this) {
            here = ranks;
        }
        if (here != null) {
            here.drain();
        }
        if (streams != null) {
            streams.drain(DRAIN_MILLIS);
        }
        server.close();
    }

    /** Describes what every rank is doing, for the user, before the job is ended. */
    String lastWords() throws InterruptedException {
        return inquiries.lastWords();
    }

    /** The stacks of the running ranks of this host. */
    Map<Integer, String> stacks() throws InterruptedException {
        HostRanks here;
        synchronized (this) {
            here = ranks;
        }
        Map<Integer, String> stacks = new TreeMap<>();
        if (here != null) {
            for (RankReport report : here.inspect(Question.STACKS, STACK_MILLIS)) {
                if (!report.state().stacks().isEmpty()) {
                    stacks.put(report.rank(), report.state().text());
                }
            }
        }
        return stacks;
    }

    /** Whether everything has been ended. */
    synchronized boolean areEnded() {
        return ending && (ranks == null || ranks.areEnded()) || subtree == null && ranks != null && ranks.areEnded();
    }

    private static Plan plan(Launch launch, byte[] secret, List<HostPlan> others) throws IOException {
        JobSpecification job = launch.job();
        List<Content> classPath = new ArrayList<>();
        for (String entry : launch.shipped()) {
            classPath.add(Content.of(Path.of(entry)));
        }
        HostOptions hosts = job.hosts();
        return new Plan(launch.size(), secret, launch.applications(), job.workingFolder().toString(),
            job.workingFolderGiven(), launch.tag(),
            new Plan.Binding(job.coresOfRank(), hosts.mapping().bindsToCores() && !hosts.oversubscribe(),
                job.reportBindings()), classPath, hosts.ssh(), hosts.waitMillis(), hosts.fanout(),
            others);
    }

    private void received(Upward message) {
        switch (message) {
            case Upward.Happened(JobEvent event) -> events.accept(event);
            case Upward.Output output -> streams.output(output);
            case Upward.InputTaken taken -> streams.inputTaken();
            case Upward.Inspected(int inquiry, var report) -> inquiries.reported(inquiry, report);
            case Upward.Clock(int host, long asked, long time, long wall) ->
                launch.trace().clocks().answered(host, asked, time, wall);
            case Upward.AskTime(int host, long asked) -> subtree.tellTime(host, asked, System.nanoTime());
            case Upward.Asked(int host, int number, int rank, var request) ->
                THREADS.newThread(() -> answer(host, number, rank, request)).start();
            case Upward.Recorded(int rank, byte[] bytes) -> launch.trace().received(rank, bytes);
            case Upward.Unrecorded(String reason) -> launch.trace().note(reason);
            case Upward.Ready ready -> startRanksOnce(ready.addressAbove());
            case Upward.Fence fence -> throw new IllegalStateException("a fence passed the topmost host");
            case Upward.Get get -> throw new IllegalStateException("a get passed the topmost host");
            case Upward.Need need -> throw new IllegalStateException("a need passed the topmost host");
        }
    }

    private void answer(int host, int number, int rank, Message request) {
        try {
            subtree.answer(host, number, others.answer(rank, request));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never: nobody else knows this thread
        }
    }

    private void startRanksOnce(String address) {
        synchronized (this) {
            if (ranks != null || own.ranks().isEmpty()) {
                return;
            }
        }
        try {
            startRanks(address);
        } catch (IOException | HostException e) {
            events.accept(new JobEvent.HostFailed(own.name(), e.getMessage()));
        }
    }

    private void startRanks(String address) throws IOException {
        JobSpecification job = launch.job();
        if (job.hosts().mapping().bindsToCores() && !job.hosts().oversubscribe()) {
            binding.checkRoom(own.ranks().size());
        }
        HostRanks here;
        synchronized (this) {
            if (ending) {
                return;
            }
            here = new HostRanks(hostJob(address), server, exchange, events);
            ranks = here;
        }
        here.start(launch.commands(), new HostRanks.Surroundings(job.workingFolder(), launch.tag(), console.input(),
            console.out(), console.err(), launch.trace().recording()), binding, job.reportBindings());
    }

    /** The processes of the ranks of this host. */
    List<Long> processes() {
        HostRanks here;
        synchronized (this) {
            here = ranks;
        }
        return here == null ? List.of() : here.processes();
    }

    private HostJob hostJob(String address) {
        return new HostJob(own.name(), address, launch.size(), own.ranks(), secret);
    }

    /** Asks every rank; the answers go to the inquiries. */
    private void inspect(int inquiry, Question question, long limitMillis) throws InterruptedException {
        if (subtree != null) {
            subtree.inspect(inquiry, question, limitMillis);
        }
        HostRanks here;
        synchronized (this) {
            here = ranks;
        }
        if (here != null) {
            for (RankReport report : here.inspect(question, limitMillis)) {
                inquiries.reported(inquiry, report);
            }
        }
    }

    private static BitSet set(List<Integer> ranks) {
        BitSet set = new BitSet();
        ranks.forEach(set::set);
        return set;
    }

    private static BitSet set(int from, int to) {
        BitSet set = new BitSet(to);
        set.set(from, to);
        return set;
    }
}
