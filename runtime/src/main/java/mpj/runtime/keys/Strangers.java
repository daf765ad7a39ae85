package mpj.runtime.keys;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The connections whose clients have not proved who they are. Their number is limited, so that a flood takes no more
 * memory than these connections. Each has only a short time, even if its bytes come slowly.
 *
 * <p>The defence against a flood looks at the source of each connection, which is an address or the network of an IPv6
 * address. A source that opens too many connections loses some of its own: first those that have sent nothing, the
 * oldest first. When all sources together have too many connections, the source with the most loses one. A source from
 * which a known key has come loses one only if there is no other source. A client that is turned away before it has
 * sent anything gets an alert of TLS, which means that the daemon is overloaded.
 */
final class Strangers implements AutoCloseable {
    private static final int MOST = 128;
    private static final int MOST_OF_A_SOURCE = 32;
    /** The number of sources that are remembered. */
    private static final int MOST_KNOWN = 1_024;
    private static final int NETWORK_BYTES = 8;
    /** The alert internal_error, fatal, as a record of TLS before keys are agreed on. */
    private static final byte[] OVERLOADED = {21, 3, 3, 0, 2, 2, 80};

    private final List<Stranger> waiting = new ArrayList<>();
    private final Map<String, Boolean> known = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_KNOWN;
        }
    };
    private final ScheduledThreadPoolExecutor clock;
    private final long limitMillis;

    Strangers(long limitMillis) {
        this.limitMillis = limitMillis;
        clock = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("mpj-strangers").factory());
        clock.setRemoveOnCancelPolicy(true);
    }

    /** One of these connections. */
    final class Stranger {
        private final Socket connection;
        private final String source;
        private Future<?> late;
        private boolean hasSpoken;

        private Stranger(Socket connection, String source) {
            this.connection = connection;
            this.source = source;
        }

        /** The first byte has come. */
        void spoke() {
            synchronized (Strangers.this) {
                hasSpoken = true;
            }
        }

        /**
         * The client has proved a known key, so no flood ends this connection any more. Its time limit still holds
         * until its request has come.
         */
        void recognized() {
            synchronized (Strangers.this) {
                waiting.remove(this);
                known.put(source, true);
            }
        }

        /** The request has come, or the client is gone. */
        void left() {
            late.cancel(false);
            synchronized (Strangers.this) {
                waiting.remove(this);
            }
        }

        private void close() {
            try {
                connection.close();
            } catch (IOException e) {
                return; // the connection is gone
            }
        }
    }

    /** Admits a connection, which may wait until the time limit for its turn. */
    Stranger admit(Socket connection, InetAddress address) {
        Stranger fresh = new Stranger(connection, source(address));
        Stranger victim = null;
        synchronized (this) {
            fresh.late = clock.schedule(() -> tooLate(fresh), limitMillis, TimeUnit.MILLISECONDS);
            waiting.add(fresh);
            if (waiting.stream().filter(each -> each.source.equals(fresh.source)).count() > MOST_OF_A_SOURCE) {
                victim = victimOf(fresh.source, fresh);
            } else if (waiting.size() > MOST) {
                victim = victimOf(largestSource(), fresh);
            }
            waiting.remove(victim);
        }
        if (victim != null) {
            turnAway(victim);
        }
        return fresh;
    }

    private static String source(InetAddress address) {
        return address instanceof Inet6Address
            ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES)) : address.getHostAddress();
    }

    /**
     * Chooses the connection that is closed. The newest stays if possible, because it has had no time to send anything.
     */
    private Stranger victimOf(String source, Stranger newest) {
        Stranger oldest = null;
        for (Stranger each : waiting) {
            if (each.source.equals(source) && each != newest) {
                if (!each.hasSpoken) {
                    return each;
                }
                oldest = oldest == null ? each : oldest;
            }
        }
        return oldest == null ? newest : oldest;
    }

    private String largestSource() {
        Map<String, Integer> sizes = new HashMap<>();
        waiting.forEach(each -> sizes.merge(each.source, 1, Integer::sum));
        String largest = null;
        for (Stranger each : waiting) {
            if (largest == null || weight(each.source, sizes) > weight(largest, sizes)) {
                largest = each.source;
            }
        }
        return largest;
    }

    private int weight(String source, Map<String, Integer> sizes) {
        return known.containsKey(source) ? sizes.get(source) - MOST : sizes.get(source);
    }

    private void turnAway(Stranger victim) {
        victim.late.cancel(false);
        if (!victim.hasSpoken) {
            try {
                // Nothing was sent on this connection before, so the write does not block.
                victim.connection.getOutputStream().write(OVERLOADED);
            } catch (IOException e) {
                return; // the connection is gone
            }
        }
        victim.close();
    }

    private void tooLate(Stranger stranger) {
        synchronized (this) {
            waiting.remove(stranger);
        }
        stranger.close();
    }

    /** The number of connections that wait now. */
    synchronized int count() {
        return waiting.size();
    }

    /** Closes the connections, because nothing limits their time any more. No connection is admitted after this. */
    @Override
    public void close() {
        clock.shutdownNow();
        List<Stranger> all;
        synchronized (this) {
            all = List.copyOf(waiting);
        }
        all.forEach(Stranger::close);
    }
}
