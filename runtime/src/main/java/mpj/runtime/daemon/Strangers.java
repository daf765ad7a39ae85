package mpj.runtime.daemon;

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
 * The connections that have not said yet who they are. They are few, so that a flood costs no more memory than these,
 * and each has little time, however it dribbles.
 *
 * <p>A flood is held off by its source, an address or the network of an IPv6 address. A source that opens many
 * connections loses its own: first those that have said nothing, the oldest first. When there are too many in all, the
 * source with the most loses one; a source from which a known key has come loses one only if there is no other. Who is
 * turned away before he has said anything is told so by an alert of TLS, which means that the daemon is overloaded.
 */
final class Strangers implements AutoCloseable {
    private static final int MOST = 128;
    private static final int MOST_OF_A_SOURCE = 32;
    /** Sources that are remembered. */
    private static final int MOST_KNOWN = 1_024;
    private static final int NETWORK_BYTES = 8;
    /** Fatal, internal_error: a record of TLS before any key is agreed on. */
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
        clock = new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("mpjd-clock").factory());
        clock.setRemoveOnCancelPolicy(true);
    }

    /** One of them. */
    final class Stranger {
        private final Socket connection;
        private final String source;
        private Future<?> late;
        private boolean hasSpoken;

        private Stranger(Socket connection, String source) {
            this.connection = connection;
            this.source = source;
        }

        /** The first byte came. */
        void spoke() {
            synchronized (Strangers.this) {
                hasSpoken = true;
            }
        }

        /** It has proved a known key: no flood ends it any more. Its time goes on until its request is there. */
        void isKnown() {
            synchronized (Strangers.this) {
                waiting.remove(this);
                known.put(source, true);
            }
        }

        /** It has said what it wants, or is gone. */
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
                return; // it is gone
            }
        }
    }

    /** Lets a connection wait for its turn to speak, for so long. */
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

    /** The newest has had no time to speak yet, so it stays if it can. */
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
                // Nothing was sent on it before, so this does not block.
                victim.connection.getOutputStream().write(OVERLOADED);
            } catch (IOException e) {
                return; // it is gone
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

    /** How many wait now. */
    synchronized int count() {
        return waiting.size();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
