package mpj.transport.nio;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The attempts that are under way, at most one for each peer. */
final class Attempts {
    /**
     * The most handshakes that this process has under way at once. On a host with more ranks than cores, more
     * handshakes would take longer than the accepting ends wait. In addition, half of the peers that have to wait
     * connect to this process meanwhile.
     */
    private static final int MOST_AT_ONCE = 2;

    private final Map<Integer, Attempt> byPeer = new HashMap<>();

    boolean isEmpty() {
        return byPeer.isEmpty();
    }

    Set<Integer> peers() {
        return Set.copyOf(byPeer.keySet());
    }

    void add(Attempt attempt) {
        byPeer.put(attempt.peer(), attempt);
    }

    /** Whether this process has a handshake with the peer under way. */
    boolean isDialing(int peer) {
        Attempt attempt = byPeer.get(peer);
        return attempt != null && attempt.dial() != null;
    }

    /** The attempt to which a handshake belongs, or null if the attempt was given up. */
    Attempt of(Handshake dial) {
        for (Attempt attempt : byPeer.values()) {
            if (attempt.dial() == dial) {
                return attempt;
            }
        }
        return null;
    }

    /** The attempts that should begin a handshake now. */
    List<Attempt> dialable(long now) {
        List<Attempt> found = new ArrayList<>();
        long dialing = byPeer.values().stream().filter(attempt -> attempt.dial() != null).count();
        for (Attempt attempt : byPeer.values()) {
            if (dialing + found.size() < MOST_AT_ONCE && attempt.mayDial(now)) {
                found.add(attempt);
            }
        }
        return found;
    }

    /** Removes the attempts whose time is over. */
    void expire(long now, Consumer<Attempt> expired) {
        for (Attempt attempt : List.copyOf(byPeer.values())) {
            if (attempt.expired(now)) {
                remove(attempt.peer());
                expired.accept(attempt);
            }
        }
    }

    void leaveToPeer(Handshake dial) {
        Attempt attempt = of(dial);
        if (attempt != null) {
            attempt.leaveToPeer();
        }
    }

    /** Ends the attempt to connect to a peer. */
    void remove(int peer) {
        removeAllBut(null, peer);
    }

    /**
     * Ends the attempt to connect to a peer, and closes its handshake unless that is the one that succeeded.
     *
     * @param established the handshake that succeeded, or null
     */
    void removeAllBut(Handshake established, int peer) {
        Attempt attempt = byPeer.remove(peer);
        if (attempt != null && attempt.dial() != null && attempt.dial() != established) {
            close(attempt.dial());
        }
    }

    void close() {
        for (Attempt attempt : byPeer.values()) {
            if (attempt.dial() != null) {
                close(attempt.dial());
            }
        }
        byPeer.clear();
    }

    static void close(Dial dial) {
        try {
            dial.channel().close();
        } catch (IOException e) {
            // The attempt is given up anyway.
            return;
        }
    }
}
