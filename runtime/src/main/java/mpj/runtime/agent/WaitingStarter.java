package mpj.runtime.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import mpj.runtime.host.OutputSink;

/**
 * Starts agents on hosts that may not be up yet, as in a cloud or on Kubernetes: it repeats the attempt for some time.
 * A host that has answered and refused is not tried again.
 */
public final class WaitingStarter implements AgentStarter {
    private static final long PAUSE_MILLIS = 1_000;

    private final AgentStarter starter;
    private final OutputSink err;
    private final long waitMillis;
    private final long deadline;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition cancelling = lock.newCondition();
    private boolean cancelled;

    private WaitingStarter(AgentStarter starter, long waitMillis, OutputSink err) {
        this.starter = starter;
        this.err = err;
        this.waitMillis = waitMillis;
        deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    }

    /**
     * Tries for this time from now on.
     *
     * @param waitMillis 0 to try once
     * @param err receives the names of the hosts that are waited for
     */
    public static AgentStarter of(AgentStarter starter, long waitMillis, OutputSink err) {
        return waitMillis == 0 ? starter : new WaitingStarter(starter, waitMillis, err);
    }

    @Override
    public Started start(String host) throws IOException {
        for (boolean first = true;; first = false) {
            try {
                return starter.start(host);
            } catch (AgentRefusal e) {
                throw e;
            } catch (IOException e) {
                if (first) {
                    tell(host, e.getMessage());
                }
                if (!pause()) {
                    throw e;
                }
            }
        }
    }

    private void tell(String host, String reason) {
        byte[] line = ("mpjrun: host " + host + " is not up yet; it is tried again for up to "
            + Math.ceilDiv(waitMillis, 1_000) + " s: " + reason + "\n").getBytes(StandardCharsets.UTF_8);
        err.write(OutputSink.NOBODY, line, 0, line.length);
    }

    /** Waits a while, and returns whether there is time for another attempt. */
    private boolean pause() {
        lock.lock();
        try {
            long left = deadline - System.nanoTime();
            long end = System.nanoTime() + Math.min(left, TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS));
            for (long rest = end - System.nanoTime(); rest > 0 && !cancelled; rest = end - System.nanoTime()) {
                cancelling.awaitNanos(rest);
            }
            return left > 0 && !cancelled;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void cancel() {
        lock.lock();
        try {
            cancelled = true;
            cancelling.signalAll();
        } finally {
            lock.unlock();
        }
        starter.cancel();
    }
}
