package tycho;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import tycho.frame.Codec;
import tycho.frame.PeerFrame;
import tycho.link.Link;
import tycho.wire.Packet;

/**
 * Another client: frames go to it over a connection of the two, or through mediators while there is none. When the path
 * changes, every stream sends again what has not arrived, so no frame need be known to have come through.
 */
final class Peer {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(30);
    /** In nanoseconds. A peer is forgotten if nobody has used it for so long. */
    private static final long UNUSED = TimeUnit.SECONDS.toNanos(60);

    private final UUID client;
    private final Station station;
    private final List<Runnable> onNewPath = new CopyOnWriteArrayList<>();
    /** Both ends may connect at once. Then there are two connections, and each end uses the one that it had first. */
    private final List<Link> links = new ArrayList<>();
    private volatile Link direct;
    private volatile boolean dialling;
    private long nextDial;
    private long pause = FIRST_PAUSE;
    private boolean sought;
    private boolean forgotten;
    private long lastUse;

    Peer(UUID client, Station station) {
        this.client = client;
        this.station = station;
    }

    UUID client() {
        return client;
    }

    /** A peer that was forgotten may still receive what comes over its last connection. */
    boolean isSame(Peer other) {
        return this == other || client.equals(other.client);
    }

    boolean isDirect() {
        return direct != null;
    }

    void send(PeerFrame frame) {
        Link current = direct;
        Packet packet = Codec.encode(frame);
        if (current != null) {
            current.send(packet);
        } else {
            station.relay(client, packet);
        }
    }

    /** Refuses a message that could not go to the peer by way of mediators. */
    void checkLength(byte[] payload) {
        station.checkLength(payload);
    }

    boolean idle() {
        Link current = direct;
        return current != null ? current.idle() : station.idle();
    }

    /** Has an action run whenever frames may have been lost. */
    void onNewPath(Runnable action) {
        onNewPath.add(action);
    }

    void forget(Runnable action) {
        onNewPath.remove(action);
    }

    boolean isUsed() {
        return !onNewPath.isEmpty();
    }

    /** Somebody is about to use the peer. Returns false if the peer is forgotten, and another takes its place. */
    synchronized boolean sought() {
        sought = true;
        return !forgotten;
    }

    /**
     * Forgets the peer if it had no stream for a while, and closes its connections. To be called now and then.
     *
     * @return whether the peer is forgotten
     */
    synchronized boolean forgetIfUnused(long now) {
        if (sought || isUsed() || dialling) {
            sought = false;
            lastUse = now;
        }
        forgotten = now - lastUse > UNUSED;
        if (forgotten) {
            close();
        }
        return forgotten;
    }

    void newPath() {
        onNewPath.forEach(Runnable::run);
    }

    /** From now on frames go over a connection, unless there is one already. */
    synchronized void connected(Link link) {
        pause = FIRST_PAUSE;
        links.add(link);
        if (direct == null || !direct.isOpen()) {
            direct = link;
            newPath();
        }
    }

    synchronized void disconnected(Link link) {
        links.remove(link);
        if (direct == link) {
            direct = links.stream().filter(Link::isOpen).findFirst().orElse(null);
            newPath();
        }
    }

    /** Whether it is time to try to connect; if so, the caller tries, and says when it has. */
    synchronized boolean shallDial(long now) {
        if (direct != null || dialling || !isUsed() || now - nextDial < 0 && nextDial != 0) {
            return false;
        }
        dialling = true;
        nextDial = now + pause;
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        return true;
    }

    void dialled() {
        dialling = false;
    }

    synchronized void close() {
        links.forEach(Link::close);
    }
}
