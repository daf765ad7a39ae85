package mpj.runtime.bootstrap;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import mpj.runtime.hang.RankInspection;
import mpj.runtime.waits.WaitSource;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.LauncherConnection;
import mpj.runtime.wire.Message;
import mpj.runtime.wire.Programs;

/** The bootstrap of a rank that mpjrun started: requests over one connection to the launcher, as long as it is free. */
final class MpjrunBootstrap implements Bootstrap {
    private static final int ABORT_ANSWER_MILLIS = 1_000;

    private final JobEnvironment job;
    private final int processSize;
    private final LauncherConnection connection;
    private final ReentrantLock inUse = new ReentrantLock();
    private volatile LauncherNews news;

    private MpjrunBootstrap(JobEnvironment job, int processSize, LauncherConnection connection) {
        this.job = job;
        this.processSize = processSize;
        this.connection = connection;
    }

    /** @param processSize how many ranks are threads of this process */
    static MpjrunBootstrap connect(JobEnvironment job, int processSize) {
        try {
            return new MpjrunBootstrap(job, processSize, LauncherConnection.open(job));
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
    public boolean listen(LossListener listener, WaitSource waits) {
        news = LauncherNews.start(job, listener, RankInspection.ofThisRank(waits, processSize == 1));
        return job.size() > 1;
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

    /** Over a connection of its own: another thread may be waiting in a fence. */
    @Override
    public void abort(int code, String message) {
        System.out.flush();
        System.err.flush();
        try (LauncherConnection urgent = LauncherConnection.open(job)) {
            urgent.timeout(ABORT_ANSWER_MILLIS);
            urgent.send(new Message.Abort(code, message));
            urgent.receive();
        } catch (IOException e) {
            // The launcher is gone or ending the job already; this rank ends all the same.
            System.err.println("rank " + job.rank() + " called Abort(" + code + "): " + message);
        }
        Runtime.getRuntime().halt(code);
    }

    /** The launcher's answer is awaited: by the end of this rank it must know that it was in order. */
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

    /** Another thread may be waiting in a fence; then over a connection of its own. */
    private Message request(Message request) {
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
        } catch (IOException e) {
            throw lost(e);
        }
        if (answer instanceof Message.Refused refused) {
            throw new BootstrapException(refused.reason());
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
