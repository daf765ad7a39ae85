package mpj.engine.detector;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntFunction;

/**
 * Where the other ranks take datagrams. A thread of its own looks addresses up, because some launchers answer no
 * question while a fence is under way, and the detector must not wait for them. All methods but {@link #close} are for
 * the detector's thread.
 */
final class HeartbeatPeers implements AutoCloseable {
    /** Asks the thread to end. */
    private static final int END = -1;

    private final IntFunction<byte[]> published;
    private final Map<Integer, HeartbeatAddress> found = new ConcurrentHashMap<>();
    private final BlockingQueue<Integer> questions = new LinkedBlockingQueue<>();
    private final Set<Integer> asked = new HashSet<>();
    /** Where datagrams of a rank have come from. */
    private final Map<Integer, InetSocketAddress> origins = new ConcurrentHashMap<>();
    private final String own;
    /** The hosts that datagrams have come from. */
    private final Set<String> hosts = new HashSet<>();

    /**
     * Nobody has been heard yet.
     *
     * @param own the name of this host
     * @param published what a rank has published; null if it has published nothing. May be slow, and may throw
     */
    HeartbeatPeers(String own, IntFunction<byte[]> published) {
        this.own = own;
        this.published = published;
        Thread.ofPlatform().daemon().name("mpj-detector-peers").start(this::lookUp);
    }

    private void lookUp() {
        try {
            for (int rank = questions.take(); rank != END; rank = questions.take()) {
                HeartbeatAddress address = published(rank);
                if (address != null) {
                    found.put(rank, address);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // never: the program does not know this thread
        }
    }

    private HeartbeatAddress published(int rank) {
        try {
            byte[] bytes = published.apply(rank);
            return bytes == null ? null : HeartbeatAddress.decode(bytes);
        } catch (RuntimeException e) {
            return null; // the launcher is gone, or the rank has published nothing: it cannot be reached
        }
    }

    private HeartbeatAddress address(int rank) {
        HeartbeatAddress address = found.get(rank);
        if (address == null && asked.add(rank)) {
            questions.add(rank);
        }
        return address;
    }

    /** Where to send datagrams for a rank; empty as long as this is not known. */
    List<InetSocketAddress> of(int rank) {
        InetSocketAddress origin = origins.get(rank);
        if (origin != null) {
            return List.of(origin);
        }
        HeartbeatAddress address = address(rank);
        return address == null ? List.of() : address.sockets();
    }

    /** A datagram of a rank has come from there. */
    void heard(int rank, InetSocketAddress origin) {
        origins.put(rank, origin);
        HeartbeatAddress address = address(rank);
        if (address != null) {
            hosts.add(address.host());
        }
    }

    /** Whether a datagram has come from the host of a rank. */
    boolean hasHeardFromHostOf(int rank) {
        HeartbeatAddress address = address(rank);
        return address != null && hosts.contains(address.host());
    }

    /** Whether a datagram has come from another host. */
    boolean hasHeardFromOtherHosts() {
        return hosts.size() > (hosts.contains(own) ? 1 : 0);
    }

    @Override
    public void close() {
        questions.add(END);
    }
}
