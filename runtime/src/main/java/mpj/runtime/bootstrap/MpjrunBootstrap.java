package mpj.runtime.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;
import mpj.bindings.ThisHost;
import mpj.runtime.hang.RankInspection;
import mpj.runtime.waits.WaitSource;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Programs;
import mpj.runtime.wire.SpawnedProgram;

/**
 * The bootstrap of a rank that mpjrun started. Requests share one connection to the launcher; a request that finds it
 * in use opens a connection of its own.
 */
final class MpjrunBootstrap implements Bootstrap {
    private static final int ABORT_ANSWER_MILLIS = 1_000;

    private final JobEnvironment job;
    private final int processSize;
    private final boolean again;
    private final LauncherConnection connection;
    private final ReentrantLock inUse = new ReentrantLock();
    private volatile LauncherNews news;

    private MpjrunBootstrap(JobEnvironment job, int processSize, boolean again, LauncherConnection connection) {
        this.job = job;
        this.processSize = processSize;
        this.again = again;
        this.connection = connection;
    }

    /**
     * @param processSize the number of ranks that are threads of this process
     * @param again whether the rank has left the job before
     */
    static MpjrunBootstrap connect(JobEnvironment job, int processSize, boolean again) {
        try {
            return new MpjrunBootstrap(job, processSize, again, LauncherConnection.open(job));
        } catch (IOException e) {
            throw new BootstrapException("the launcher at " + job.host() + ":" + job.port()
                + " (" + JobEnvironment.BOOTSTRAP + ") does not answer: " + e.getMessage()
                + "; start the program with mpjrun", e);
        }
    }

    @Override
    public int rank() {
        return job.rank();
    }

    @Override
    public int size() {
        return job.size();
    }

    @Override
    public int applicationNumber() {
        return Programs.read(System.getenv()).of(job.rank());
    }

    @Override
    public int localSize() {
        return job.localSize();
    }

    @Override
    public int localCores() {
        return JobEnvironment.localCores(System.getenv()).orElseGet(ThisHost::cores);
    }

    @Override
    public int processSize() {
        return processSize;
    }

    @Override
    public String hostAddress() {
        return job.hostAddress();
    }

    @Override
    public Optional<InetAddress> localAddress() {
        return Optional.of(connection.localAddress());
    }

    @Override
    public byte[] secret() {
        return job.secret().clone();
    }

    @Override
    public void put(String key, byte[] value) {
        Limits.check(key, value);
        request(new Message.Put(key, value));
    }

    @Override
    public byte[] get(int rank, String key) {
        Limits.checkRank(rank, job.size());
        Limits.checkKey(key);
        if (request(new Message.Get(rank, key)) instanceof Message.Value value) {
            return value.bytes();
        }
        throw new BootstrapException("the launcher answered the get of \"" + key + "\" with no value");
    }

    @Override
    public void fence() {
        request(new Message.Fence());
    }

    @Override
    public boolean answersDuringFence() {
        return true;
    }

    @Override
    public boolean reportsLosses() {
        return true;
    }

    @Override
    public boolean listen(LossListener listener, WaitSource waits) {
        news = LauncherNews.start(job, listener, RankInspection.ofThisRank(waits, processSize == 1));
        return true;
    }

    @Override
    public void tell(Topic topic, String text) {
        request(new Message.Told(topic.name(), text));
    }

    @Override
    public Optional<ClockOffset> clock() {
        return request(new Message.AskClock()) instanceof Message.Clock(long offset, long error)
            ? Optional.of(new ClockOffset(offset, error)) : Optional.empty();
    }

    @Override
    public void tolerateLosses() {
        request(new Message.Tolerate());
    }

    @Override
    public void unreachable(int other, String how) {
        request(new Message.Unreachable(other, how));
    }

    @Override
    public int[] spawn(SpawnRequest request, SpawnWait wait) {
        if (request.commands().isEmpty()) {
            throw new BootstrapException("no program is named; a job has at least one");
        }
        Limits.checkText("port", request.parentPort(), 0, Message.MAX_PORT);
        List<SpawnedProgram> programs = new ArrayList<>();
        for (SpawnRequest.Command each : request.commands()) {
            if (each.count() < 1) {
                throw new BootstrapException("the number of ranks of \"" + each.command() + "\" is " + each.count()
                    + "; it must be at least 1");
            }
            programs.add(new SpawnedProgram(each.command(), each.arguments(), each.count(), each.info()));
        }
        if (request(new Message.Spawn(programs, request.parentPort())) instanceof Message.Spawned spawned) {
            wait.started(spawned.job());
            return spawned.counts().stream().mapToInt(Integer::intValue).toArray();
        }
        throw new BootstrapException("the launcher answered the spawn with no number of ranks");
    }

    @Override
    public boolean mayBeJoined() {
        return System.getenv(JobEnvironment.RESPAWN) != null && !job.hostAddress().isEmpty();
    }

    /** Whoever joins again has met its parents before, and nobody waits at their port any more. */
    @Override
    public Optional<String> parentPort() {
        return again ? Optional.empty() : Optional.ofNullable(System.getenv(JobEnvironment.PARENT_PORT));
    }

    @Override
    public void detach() {
        request(new Message.Detach());
    }

    @Override
    public OptionalInt universeSize() {
        String size = System.getenv(JobEnvironment.UNIVERSE);
        return size == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(size));
    }

    @Override
    public Registry names() {
        return new AskedRegistry(this::ask);
    }

    /** Uses a connection of its own, because another thread may be waiting in a fence. */
    @Override
    public void abort(int code, String message) {
        System.out.flush();
        System.err.flush();
        try (LauncherConnection urgent = LauncherConnection.open(job)) {
            urgent.timeout(ABORT_ANSWER_MILLIS);
            urgent.send(new Message.Abort(code, message));
            urgent.receive();
        } catch (IOException e) {
            // The launcher is gone, or is ending the job already. This rank ends in either case.
            System.err.println("rank " + job.rank() + " called Abort(" + code + "): " + message);
        }
        Runtime.getRuntime().halt(Message.Abort.exitCode(code));
    }

    /**
     * Waits for the launcher's answer: the launcher must know before this rank ends that the rank has left in order.
     */
    @Override
    public void close() {
        try {
            request(new Message.Finalized());
            if (news != null) {
                news.close();
            }
            connection.close();
        } catch (IOException e) {
            throw new BootstrapException("closing the connection to the launcher: " + e.getMessage(), e);
        }
    }

    /** Uses a connection of its own while the shared one is in use, as by another thread that waits in a fence. */
    private Message request(Message request) {
        Message answer = ask(request);
        if (answer instanceof Message.Refused refused) {
            throw new BootstrapException(refused.reason());
        }
        return answer;
    }

    /** As {@link #request}, but also returns a refusal. */
    private Message ask(Message request) {
        Message answer;
        try {
            if (inUse.tryLock()) {
                try {
                    answer = answer(connection, request);
                } finally {
                    inUse.unlock();
                }
            } else {
                try (LauncherConnection own = LauncherConnection.open(job)) {
                    answer = answer(own, request);
                }
            }
        } catch (ProtocolException e) {
            throw new BootstrapException("the request to the launcher cannot be sent: " + e.getMessage(), e);
        } catch (IOException e) {
            throw lost(e);
        }
        return answer;
    }

    private static Message answer(LauncherConnection over, Message request) throws IOException {
        over.send(request);
        return over.receive();
    }

    private BootstrapException lost(IOException e) {
        return new BootstrapException("the connection to the launcher at " + job.host() + ":" + job.port()
            + " is lost or closed: " + e.getMessage(), e);
    }
}
