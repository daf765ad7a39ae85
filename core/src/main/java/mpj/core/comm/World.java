package mpj.core.comm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mpj.bindings.ThisHost;
import mpj.core.collective.JobCollectives;
import mpj.core.error.ErrorHandling;
import mpj.core.error.InitFailure;
import mpj.core.error.LiveEngine;
import mpj.core.group.Membership;
import mpj.core.objects.SharedRecords;
import mpj.core.process.ConnectedJobs;
import mpj.core.process.Names;
import mpj.core.process.Ports;
import mpj.engine.Context;
import mpj.engine.EagerLimit;
import mpj.engine.Engine;
import mpj.engine.EngineException;
import mpj.engine.EngineProperties;
import mpj.engine.ErrorClass;
import mpj.engine.OneVersion;
import mpj.engine.Unreceived;
import mpj.engine.detector.Heartbeats;
import mpj.engine.library.LibraryJob;
import mpj.engine.packet.PacketEngine;
import mpj.engine.packet.TransportChoice;
import mpj.runtime.bootstrap.Bootstrap;
import mpj.runtime.bootstrap.OneApi;
import mpj.runtime.bootstrap.RuntimeProperties;
import mpj.settings.Settings;
import mpj.watch.RankWatch;

/** The MPI world of one rank, from Init to Finalize: its engine, its communicators, and everything that these share. */
public final class World {
    /** An error names at most this many messages that nobody has received. */
    private static final int MOST_NAMED = 8;
    private static final int WORLD = 0;
    private static final int SELF = 1;
    /** No communicator has this context. In it, ranks agree on communicators that are made from groups alone. */
    private static final int GROUPS = 2;

    private final LiveEngine live;
    /** Null if nobody watches this rank. */
    private final RankWatch watch;
    private RankTelling telling;
    private final JobCollectives job;
    private final ContextIds contextIds;
    private final Keyvals keyvals;
    private final SharedRecords sharedRecords;
    private final Bootstrap bootstrap;
    private final ConnectedJobs connected;
    private final Ports ports;
    /** The communicator with the processes that have spawned this one; null if nobody has. */
    private Communicator parent;
    private final BufferedSends bufferedSends;
    /** Null if calls are not checked, or if a C library carries the messages. */
    private final SentLines sentLines;
    private final Communicator all;
    private final Communicator self;
    private final GroupTags groupTags;
    private final Thread mainThread = Thread.currentThread();
    /** Whether a thread is in Finalize. */
    private final AtomicBoolean closing = new AtomicBoolean();
    /** Whether a Finalize has returned, after which nothing is left of this world. */
    private volatile boolean closed;
    /**
     * The communicators that Finalize closes. The set is weak, so that a communicator that the program drops without
     * Free can still be collected.
     */
    private final Set<Communicator> open = Collections.newSetFromMap(new WeakHashMap<>());

    /**
     * The parts that an API brings.
     *
     * @param exceptions makes the API's exception from an {@link EngineException}. If the API's exception is a checked
     *     one, it throws it
     * @param returning the API's error handler for errors that are thrown
     * @param keyvals the keyvals of this process
     * @param common loads the classes that all ranks of this JVM share
     */
    public record Api(UnaryOperator<RuntimeException> exceptions, Object returning, Keyvals keyvals,
                      ClassLoader common) {
    }

    private World(Engine engine, JobCollectives job, Api api, Bootstrap bootstrap, RankWatch watch) {
        this.bootstrap = bootstrap;
        live = new LiveEngine(engine);
        connected = new ConnectedJobs(engine, job, bootstrap.secret());
        ports = new Ports(live, libraryVersion());
        this.watch = watch;
        this.job = job;
        keyvals = api.keyvals;
        sharedRecords = new SharedRecords(api.common, engine.sharedObjects());
        bufferedSends = new BufferedSends(live);
        boolean namesLines = RuntimeProperties.CHECK.value() && engine instanceof PacketEngine;
        sentLines = namesLines ? new SentLines(new Context(WORLD).agreement()) : null;
        contextIds = new ContextIds(engine.rank());
        int[] everyone = new int[engine.size()];
        for (int i = 0; i < everyone.length; i++) {
            everyone[i] = i;
        }
        all = predefined(WORLD, everyone, "MPI.COMM_WORLD", api);
        self = predefined(SELF, new int[] {engine.rank()}, "MPI.COMM_SELF", api);
        groupTags = new GroupTags(new Context(contextIds.use(GROUPS)));
    }

    private Communicator predefined(int id, int[] group, String name, Api api) {
        Context context = new Context(contextIds.use(id));
        engine().open(context, group);
        return new Communicator(this, new Communicator.Parts(
            new Membership(context, group, group, engine().rank()), false, null,
            new ErrorHandling(live, api.exceptions, api.returning), attributes(), Info.empty(), name));
    }

    /**
     * Joins the job: learns from the launcher which rank this process is, and returns when all ranks know of each
     * other. MPI: MPI_Init.
     *
     * @param again whether this rank has had a world before
     * @throws EngineException when the job cannot be joined as the properties say
     */
    public static World open(boolean again, Api api) {
        try {
            OneApi.check(api.returning.getClass());
            OneVersion.check(api.returning.getClass());
            Settings.check(RuntimeProperties.all());
            String transport = RuntimeProperties.TRANSPORT.value();
            LibraryJob library = TransportChoice.isLibrary(transport) ? LibraryJob.join(transport) : null;
            Bootstrap bootstrap = library != null ? library.bootstrap()
                : again ? Bootstrap.reconnect() : Bootstrap.connect();
            RankWatch watch = RankWatch.open(bootstrap.rank(), bootstrap.size(), RuntimeProperties.PROFILE.value());
            return watch == null ? open(bootstrap, library, api, null) : openWatched(bootstrap, library, api, watch);
        } catch (RuntimeException e) {
            throw InitFailure.of(e);
        }
    }

    /** @param library the C library that carries the messages of the job; null if transports carry them */
    private static World open(Bootstrap bootstrap, LibraryJob library, Api api, RankWatch watch) {
        String transport = RuntimeProperties.TRANSPORT.value();
        JobCollectives job = JobCollectives.open(bootstrap, transport);
        Engine engine = library != null ? library.open(eagerLimit(), watch)
            : PacketEngine.open(bootstrap, TransportChoice.of(transport), eagerLimit(), watch,
                Heartbeats.openIfWanted(bootstrap));
        if (EngineProperties.isProgressThreadWanted()) {
            engine.progressThread(true);
        }
        return new World(engine, job, api, bootstrap, watch);
    }

    private static World openWatched(Bootstrap bootstrap, LibraryJob library, Api api, RankWatch watch) {
        boolean failed = true;
        watch.describe(bootstrap.size(), ThisHost.name(), RankTelling.cores());
        RankTelling.sampleClock(bootstrap, watch);
        watch.begin("Init", "", -1, -1, -1, 0);
        try {
            World world = open(bootstrap, library, api, watch);
            world.telling = RankTelling.start(bootstrap, watch);
            failed = false;
            return world;
        } finally {
            watch.end(failed);
            if (failed) {
                watch.close();
            }
        }
    }

    private static EagerLimit eagerLimit() {
        long limit = EngineProperties.EAGER_LIMIT.value();
        return limit < 0 ? EagerLimit.ofTransports() : new EagerLimit(limit);
    }

    /**
     * Ends MPI, and returns after every rank has called this method. Calls of other threads that are under way then
     * fail. MPI: MPI_Finalize.
     *
     * @throws EngineException when MPI cannot be ended in order. It is also thrown, after MPI has ended, when a
     *     buffered send has failed, and names that send; and with {@code mpj.check} when messages to this rank were not
     *     received
     */
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            throw LiveEngine.ended();
        }
        try {
            closeOnce();
        } finally {
            closed = !live.isLive();
            closing.set(closed);
        }
    }

    private void closeOnce() {
        if (watch == null) {
            end();
            return;
        }
        boolean failed = true;
        telling.end();
        watch.begin("Finalize", "", -1, -1, -1, 0);
        try {
            end();
            failed = false;
        } finally {
            watch.end(failed);
            watch.close();
        }
    }

    private void end() {
        Engine engine = engine();
        EngineException failure = bufferedSends.drain();
        try {
            if (sentLines != null) {
                sentLines.tell(engine);
            }
            ports.close();
            if (RuntimeProperties.CHECK.value()) {
                engine.awaitArrivals();
            }
            synchronizeForTheLastTime(engine);
            engine.flush();
            if (RuntimeProperties.CHECK.value()) {
                failure = and(failure, unreceived(engine));
            }
            synchronized (open) {
                open.forEach(Communicator::close);
                open.clear();
            }
            live.end();
            engine.end();
            try {
                live.runAtEnd();
            } finally {
                engine.close();
            }
        } catch (RuntimeException e) {
            throw EngineException.of(e);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static EngineException and(EngineException first, EngineException second) {
        if (first != null && second != null) {
            first.addSuppressed(second);
        }
        return first != null ? first : second;
    }

    /** The error that {@code mpj.check} reports if messages that were sent to this rank were not received; or null. */
    private EngineException unreceived(Engine engine) {
        List<Unreceived> left = engine.unreceived();
        if (left.isEmpty()) {
            return null;
        }
        String first = IntStream.range(0, Math.min(left.size(), MOST_NAMED)).mapToObj(i -> text(left, i))
            .collect(Collectors.joining("; "));
        int more = left.size() - MOST_NAMED;
        return new EngineException(ErrorClass.ERR_OTHER, "mpj.check: rank " + engine.rank() + " has not received "
            + first + (more > 0 ? "; and " + more + " more" : "")
            + "; receive every message before MPI.Finalize, or do not send it");
    }

    /** The part of the text that names the line that has sent a message; empty if the line is not known. */
    private String line(List<Unreceived> left, int at) {
        if (sentLines == null) {
            return "";
        }
        Unreceived message = left.get(at);
        int behind = (int) left.stream().skip(at + 1L).filter(message::isOfTheSameKind).count();
        List<String> lines = sentLines.of(engine(), message.message().source(), message.context(),
            message.message().tag(), behind + 1);
        return lines.size() > behind ? ", sent at " + lines.get(behind) : "";
    }

    private String text(List<Unreceived> left, int at) {
        Unreceived unreceived = left.get(at);
        int source = unreceived.message().source();
        String where = "";
        synchronized (open) {
            for (Communicator each : open) {
                if (each != all && each.context().has(unreceived.context())) {
                    source = each.requests().rankOf(source);
                    where = each.name().isEmpty() ? " of a communicator that the program has made"
                        : " of " + each.name();
                }
            }
        }
        return "the message with tag " + unreceived.message().tag() + " from rank " + source + where + " ("
            + unreceived.content() + line(left, at) + ")";
    }

    private void synchronizeForTheLastTime(Engine engine) {
        try {
            if (!engine.awaitAll()) {
                all.collectives().synchronize();
            }
        } catch (EngineException e) {
            if (engine.survival().awaitSurvivors()) {
                return;
            }
            if (e.error() != ErrorClass.ERR_REVOKED) {
                throw e;
            }
            all.processFailures().meet(); // a revoked communicator cannot have a barrier
        }
    }

    /** Null if lines are not remembered. */
    SentLines sentLines() {
        return sentLines;
    }

    /** The communicator of all ranks. */
    public Communicator all() {
        return all;
    }

    /** The communicator with the processes that have spawned this one. Null if nobody has. MPI: MPI_Comm_get_parent. */
    public Communicator parent() {
        checkOpen();
        return parent == null || parent.isFreed() ? null : parent;
    }

    /** The names that processes publish for others. MPI: MPI_Publish_name, MPI_Lookup_name. */
    public Names names() {
        checkOpen();
        return new Names(bootstrap::names);
    }

    /** The ports of this process. */
    public Ports ports() {
        checkOpen();
        return ports;
    }

    /** The communicator of this rank alone. */
    public Communicator self() {
        return self;
    }

    /** Whether Finalize has not yet returned. */
    public boolean isOpen() {
        return !closed;
    }

    /** Throws if MPI has ended. */
    public void checkOpen() {
        live.get();
    }

    /** This process's rank in the job. */
    public int rank() {
        return engine().rank();
    }

    /** Says in one line which transport leads to which ranks. Asks the launcher about every rank. */
    public String transports() {
        return engine().transports();
    }

    /** The name of the host that this process runs on. */
    public static String processorName() {
        return ThisHost.name();
    }

    /** The library's name and, if it comes from jars, its version. MPI: MPI_Get_library_version. */
    public static String libraryVersion() {
        String version = OneVersion.version(Bootstrap.class);
        return version == null ? "MPJ" : "MPJ " + version;
    }

    /** What is known of the job, under the keys that MPI reserves for it. MPI: MPI_INFO_ENV. */
    public Info environment() {
        Map<String, String> known = new LinkedHashMap<>();
        known.put("maxprocs", Integer.toString(engine().size()));
        known.put("host", processorName());
        known.put("arch", System.getProperty("os.arch"));
        known.put("wdir", System.getProperty("user.dir"));
        known.put("thread_level", "MPI_THREAD_MULTIPLE");
        return Info.ofJob(known);
    }

    /**
     * Memory for messages. MPI: MPI_Alloc_mem.
     *
     * @throws EngineException when the size is negative; when the arena is null, is closed, or belongs to another
     *     thread; or when there is not so much memory
     */
    public MemorySegment allocate(long bytes, Arena arena) {
        if (bytes < 0) {
            throw new EngineException(ErrorClass.ERR_ARG, "bytes is " + bytes + "; it must be 0 or more");
        }
        if (arena == null) {
            throw new EngineException(ErrorClass.ERR_ARG, "arena is null; pass one, such as Arena.ofShared()");
        }
        try {
            return engine().allocate(bytes, arena);
        } catch (IllegalStateException | WrongThreadException e) {
            throw new EngineException(ErrorClass.ERR_ARG, "arena cannot be used here (" + e.getMessage()
                + "); pass an open arena that is shared or belongs to this thread", e);
        } catch (OutOfMemoryError e) {
            throw new EngineException(ErrorClass.ERR_NO_MEM, bytes + " bytes cannot be allocated (" + e.getMessage()
                + "); free what is no longer needed, or allow the JVM more with -XX:MaxDirectMemorySize=", e);
        }
    }

    public boolean isMainThread() {
        checkOpen();
        return Thread.currentThread() == mainThread;
    }

    public BufferedSends bufferedSends() {
        return bufferedSends;
    }

    // ------------------------------------------------------------------------------------------- for communicators

    LiveEngine live() {
        return live;
    }

    RankWatch watch() {
        return watch;
    }

    Engine engine() {
        return live.get();
    }

    JobCollectives job() {
        return job;
    }

    void parent(Communicator connected) {
        parent = connected;
    }

    Bootstrap bootstrap() {
        return bootstrap;
    }

    ConnectedJobs connected() {
        return connected;
    }

    /** A communicator was disconnected. If it was the last with another job, this job no longer depends on that one. */
    void disconnected() {
        if (!connected.any()) {
            return;
        }
        synchronized (open) {
            if (open.stream().anyMatch(Communicator::isOfSeveralJobs)) {
                return;
            }
        }
        engine().disconnected();
        bootstrap.detach();
    }

    ContextIds contextIds() {
        return contextIds;
    }

    GroupTags groupTags() {
        return groupTags;
    }

    SharedRecords sharedRecords() {
        return sharedRecords;
    }

    Attributes attributes() {
        return Attributes.ofCommunicator(keyvals, engine(), bootstrap);
    }

    void opened(Communicator communicator) {
        synchronized (open) {
            open.add(communicator);
        }
    }

    void closed(Communicator communicator) {
        synchronized (open) {
            open.remove(communicator);
        }
    }
}
