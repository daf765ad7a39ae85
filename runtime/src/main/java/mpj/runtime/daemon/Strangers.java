package mpj.runtime.daemon;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The connections that have not said yet who they are. They are few, so that a flood costs no more memory than these,
 * and each has little time, however it dribbles. One address that opens many loses its own oldest first: it does not
 * push others out.
 */
final class Strangers implements AutoCloseable {
    private static final int MOST = 128;
    private static final int MOST_OF_AN_ADDRESS = 32;

    private final Map<Closeable, InetAddress> waiting = new LinkedHashMap<>();
    private final ScheduledThreadPoolExecutor clock;
    private final long limitMillis;

    Strangers(long limitMillis) {
        this.limitMillis = limitMillis;
        clock = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("mpjd-clock").factory());
        clock.setRemoveOnCancelPolicy(true);
    }

    /** Lets a connection wait for its turn to speak, for so long. */
    Runnable admit(Closeable connection, InetAddress address) {
        synchronized (this) {
            waiting.put(connection, address);
            if (waiting.values().stream().filter(address::equals).count() > MOST_OF_AN_ADDRESS) {
                evict(address);
            } else if (waiting.size() > MOST) {
                evict(waiting.values().iterator().next());
            }
        }
        var late = clock.schedule(() -> turnAway(connection), limitMillis, TimeUnit.MILLISECONDS);
        return () -> {
            late.cancel(false);
            synchronized (this) {
                waiting.remove(connection);
            }
        };
    }

    private void evict(InetAddress address) {
        for (Map.Entry<Closeable, InetAddress> entry : waiting.entrySet()) {
            if (entry.getValue().equals(address)) {
                turnAway(entry.getKey());
                return;
            }
        }
    }

    private synchronized void turnAway(Closeable connection) {
        if (waiting.remove(connection) != null) {
            try {
                connection.close();
            } catch (IOException e) {
                return; // it is gone
            }
        }
    }

    /** How many wait now. */
    synchronized int count() {
        return waiting.size();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
