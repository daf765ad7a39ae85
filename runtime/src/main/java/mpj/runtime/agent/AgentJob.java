package mpj.runtime.agent;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.stream.Stream;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.runtime.host.ArchiveUse;
import mpj.runtime.host.BootstrapServer;
import mpj.runtime.host.CacheFolder;
import mpj.runtime.host.CacheUse;
import mpj.runtime.host.ClassDataArchive;
import mpj.runtime.host.CoreBinding;
import mpj.runtime.host.HostException;
import mpj.runtime.host.HostJob;
import mpj.runtime.host.HostRanks;
import mpj.runtime.host.LibraryFiles;
import mpj.runtime.host.Jdk;
import mpj.runtime.host.JobEvent;
import mpj.runtime.host.KeyValueExchange;
import mpj.runtime.host.ProgramCache;
import mpj.runtime.host.RankCommands;
import mpj.runtime.host.RankReport;
import mpj.runtime.host.ReadableNames;

/** An agent's part of a job: the ranks of its host, and the agents below. */
final class AgentJob {
    private static final long END_MILLIS = 3_000;
    private static final ThreadFactory THREADS = Thread.ofPlatform().daemon().name("mpj-agent-", 0).factory();

    private final Plan plan;
    private final Consumer<Upward> up;
    private final RelayedOutput output;
    private final Subtree subtree;
    private final AgentStarter starter;
    private final KeyValueExchange exchange;
    private final BootstrapServer server;
    private final HostRanks ranks;
    private final Contents contents = new Contents();
    private final Supply supply;
    private final CacheUse use;
    private final AgentRecording recording;
    private final LauncherTime launcherTime;
    private final RelayedRequests requests;
    private final Thread preparing = THREADS.newThread(this::startRanks);
    private final LinkedBlockingQueue<byte[]> input = new LinkedBlockingQueue<>();

    private AgentJob(Plan plan, String address, Consumer<Upward> up) throws IOException {
        this.plan = plan;
        this.up = up;
        HostPlan own = plan.own();
        output = new RelayedOutput(own.index(), up);
        starter = WaitingStarter.of(SshStarter.of(plan.ssh(), LibraryFiles.running(), Jdk.running(), output.sink(true),
            Map.of()), plan.waitMillis(), output.sink(true));
        subtree = new Subtree(plan, plan.hosts().subList(1, plan.hosts().size()), starter, THREADS, up);
        BitSet ownRanks = new BitSet();
        own.ranks().forEach(ownRanks::set);
        exchange = new KeyValueExchange(plan.size(), ownRanks, plan.ranks(), false, subtree.size(), subtree);
        HostJob job = new HostJob(own.name(), address, plan.size(), own.ranks(), plan.secret());
        Consumer<JobEvent> events = event -> up.accept(new Upward.Happened(event));
        launcherTime = new LauncherTime(own.index(), up);
        requests = new RelayedRequests(own.index(), up);
        server = BootstrapServer.start(job, exchange, viewer -> { }, launcherTime, requests, events);
        ranks = new HostRanks(job, server, exchange, events);
        CacheFolder cache = CacheFolder.of(System.getenv());
        supply = new Supply(new ContentStore(cache), contents, up);
        use = CacheUse.begin(cache);
        recording = new AgentRecording(up);
    }

    /** Begins to start the agents below and the ranks of this host. */
    static AgentJob begin(Plan plan, String address, Consumer<Upward> up) throws IOException {
        AgentJob job = new AgentJob(plan, address, up);
        job.subtree.start(job.exchange, job.contents);
        job.preparing.start();
        if (plan.own().ranks().contains(0)) {
            THREADS.newThread(job::feedInput).start();
        }
        return job;
    }

    /** Carries out a message from above; never waits. */
    void received(Downward message) {
        switch (message) {
            case Downward.Answer(int rank, String key, var answer) -> exchange.answered(rank, key, answer);
            case Downward.Release() -> exchange.release();
            case Downward.Ended(int rank, int fences, String how) -> {
                server.ended(rank, fences, how);
                subtree.ended(rank, fences, how);
            }
            case Downward.Lost(int rank, String how) -> {
                server.lost(rank, how);
                subtree.lost(rank, how);
            }
            case Downward.LostElsewhere(long job, int rank, String how, boolean left) -> {
                server.lostElsewhere(job, rank, how, left);
                subtree.lostElsewhere(job, rank, how, left);
            }
            case Downward.Expel(int rank) -> {
                ranks.expel(rank);
                subtree.expel(rank);
            }
            case Downward.Answered(int host, int number, var answer) when host == plan.own().index() ->
                requests.answered(number, answer);
            case Downward.Answered(int host, int number, var answer) -> subtree.answer(host, number, answer);
            case Downward.OutputTaken(int host, int bytes) when host == plan.own().index() -> output.taken(bytes);
            case Downward.OutputTaken(int host, int bytes) -> subtree.outputTaken(host, bytes);
            case Downward.Input(byte[] bytes) -> takeInput(bytes);
            case Downward.ShippedFile file -> supply.received(file);
            case Downward.ShippedBytes bytes -> supply.received(bytes);
            case Downward.ShippedAll all -> supply.received(all);
            case Downward.Inspect inspect -> {
                subtree.inspect(inspect.inquiry(), inspect.question(), inspect.limitMillis());
                THREADS.newThread(() -> inspect(inspect)).start();
            }
            case Downward.Time(int host, long asked, long time) when host == plan.own().index() ->
                launcherTime.answered(asked, time);
            case Downward.Time(int host, long asked, long time) -> subtree.tellTime(host, asked, time);
            case Downward.AskClock(long asked) -> {
                up.accept(AgentRecording.clock(plan.own().index(), asked));
                subtree.askClocks(asked);
            }
            case Downward.Begin begin -> fail("a second plan came");
            case Downward.End end -> throw new IllegalArgumentException(end.toString());
        }
    }

    /** Ends the ranks, either on request or because the launcher or agent above is gone. */
    void end(boolean orderly) throws InterruptedException {
        if (!orderly) {
            output.close();
        }
        // The thread that waits for class path entries deletes those that have arrived only in part.
        preparing.interrupt();
        starter.cancel();
        subtree.beginEnd();
        ranks.end();
        ranks.drain();
        recording.end(orderly);
        subtree.awaitEnd(END_MILLIS);
        preparing.join(END_MILLIS);
        try {
            // At its end a JVM waits for threads that are in native code, such as a thread that accepts connections.
            server.close();
        } catch (IOException e) {
            return; // the end of the process closes it
        }
    }

    private void startRanks() {
        try {
            List<String> classPath = supply.find(plan.classPath());
            Jdk jdk = Jdk.running();
            LibraryFiles library = LibraryFiles.running();
            ClassDataArchive archive = ClassDataArchive.prepare(jdk, library,
                plan.applications().getFirst().program().api(), ArchiveUse.AGENT, false);
            use.only(Stream.of(classPath, library.entries(), List.of(RuntimeProperties.ARCHIVE.value()))
                .flatMap(List::stream).map(Path::of).toList());
            RankCommands commands = RankCommands.of(plan.applications(), plan.own().allRanks(), classPath,
                plan.size() > plan.own().ranks().size(), library, jdk, archive, ProgramCache.NONE,
                System.getenv());
            ranks.start(commands, new HostRanks.Surroundings(workingFolder(), plan.tag(),
                ProcessBuilder.Redirect.PIPE, output.sink(false), output.sink(true), recording.begin(plan)), binding(),
                plan.binding().report());
        } catch (IOException | HostException e) {
            fail(e.getMessage());
        } catch (InvalidPathException e) {
            fail("\"" + e.getInput() + "\" cannot be a file's name for the JVM there: " + ReadableNames.remedy());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            // The launcher would wait for these ranks until the job's time limit, and for ever if there is none.
            fail("its ranks cannot be started: " + e);
        }
    }

    private Path workingFolder() throws IOException {
        Path folder = Path.of(plan.workingFolder());
        if (Files.isDirectory(folder)) {
            return folder;
        }
        if (plan.workingFolderGiven()) {
            throw new IOException("--wdir " + folder + ": there is no such folder");
        }
        return Path.of(System.getProperty("user.home"));
    }

    private CoreBinding binding() {
        CoreBinding binding = CoreBinding.to(plan.binding().cores(), plan.own().ranks().size());
        if (plan.binding().exclusive()) {
            binding.checkRoom(plan.own().ranks().size());
        }
        return binding;
    }

    private void takeInput(byte[] bytes) {
        if (plan.own().ranks().contains(0)) {
            input.add(bytes);
            return;
        }
        for (HostPlan host : plan.hosts()) {
            if (host.ranks().contains(0)) {
                subtree.sendInput(host.index(), bytes);
            }
        }
    }

    private void feedInput() {
        try (OutputStream rank = ranks.input()) {
            for (byte[] bytes = input.take(); bytes.length > 0; bytes = input.take()) {
                rank.write(bytes);
                rank.flush();
                up.accept(new Upward.InputTaken());
            }
        } catch (IOException e) {
            // The rank reads no more. The launcher stops reading its input unless it is asked to go on.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void inspect(Downward.Inspect inspect) {
        try {
            for (RankReport report : ranks.inspect(inspect.question(), inspect.limitMillis())) {
                up.accept(new Upward.Inspected(inspect.inquiry(), report));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void fail(String reason) {
        up.accept(new Upward.Happened(new JobEvent.HostFailed(plan.own().name(), reason)));
    }
}
