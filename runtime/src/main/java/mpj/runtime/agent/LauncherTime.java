package mpj.runtime.agent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import mpj.runtime.host.JobClock;
import mpj.runtime.wire.Message;

/**
 * The difference to the launcher's clock, measured by round trips up the tree. The shortest round trip counts.
 * Thread-safe.
 */
final class LauncherTime implements JobClock {
    private static final int TRIPS = 4;
    private static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** The ranks of a host begin and end at about the same time, so they can share one measurement. */
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final int host;
    private final Consumer<Upward> up;
    /** Held by the thread that measures. */
    private final ReentrantLock asking = new ReentrantLock();
    private Message.Clock last;
    private long lastAsked;
    /** The question under way, by this host's clock, and its answer. */
    private long asked;
    private Message.Clock answer;

    LauncherTime(int host, Consumer<Upward> up) {
        this.host = host;
        this.up = up;
    }

    @Override
    public Message compare() throws InterruptedException {
        asking.lock();
        try {
            if (last == null || System.nanoTime() - lastAsked > FRESH_NANOS) {
                last = shortest();
                lastAsked = System.nanoTime();
            }
            return last == null ? new Message.Refused("the launcher does not tell the time") : last;
        } finally {
            asking.unlock();
        }
    }

    private Message.Clock shortest() throws InterruptedException {
        Message.Clock shortest = null;
        for (int i = 0; i < TRIPS; i++) {
            Message.Clock trip = ask();
            if (trip == null) {
                break;
            }
            shortest = shortest == null || trip.error() < shortest.error() ? trip : shortest;
        }
        return shortest;
    }

    /** Makes one round trip; null if it takes too long. */
    private Message.Clock ask() throws InterruptedException {
        long now;
        synchronized (this) {
            now = System.nanoTime();
            asked = now;
            answer = null;
        }
        up.accept(new Upward.AskTime(host, now)); // this may wait for the network, so the lock is not held
        synchronized (this) {
            while (answer == null && System.nanoTime() - now < LIMIT_NANOS) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, LIMIT_NANOS - (System.nanoTime() - now)));
            }
            return answer;
        }
    }

    /**
     * {@code time} is the launcher's time when it was asked; {@code question} is this host's time when the question was
     * sent.
     */
    synchronized void answered(long question, long time) {
        if (question == asked) {
            long half = (System.nanoTime() - question) / 2;
            answer = new Message.Clock(time - question - half, half);
            notifyAll();
        }
    }
}
