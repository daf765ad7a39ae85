package mpj.transport.nio;

import java.net.InetSocketAddress;

/** The attempt to connect to a peer: one handshake after the other until one succeeds or the time is over. */
final class Attempt {
    private static final long FIRST_PAUSE = 20_000_000;
    private static final long LONGEST_PAUSE = 1_000_000_000;
    /**
     * A peer whose host has taken the connection lives, but may be one of many ranks that share few cores: it gets so
     * many times the limit.
     */
    private static final int PATIENCE = 6;

    private final int peer;
    private final String name;
    private final InetSocketAddress socket;
    private final long limit;

    private Dial dial;
    private boolean begun;
    private boolean answered;
    private long pause = FIRST_PAUSE;
    private long deadline;
    private long nextDial;
    private boolean peerConnects;
    private String problem = "it does not answer";

    /**
     * @param name of the peer's address, for messages
     * @param limit in nanoseconds, from the first handshake on
     */
    Attempt(int peer, String name, InetSocketAddress socket, long now, long limit) {
        this.peer = peer;
        this.name = name;
        this.socket = socket;
        this.limit = limit;
        nextDial = now;
    }

    int peer() {
        return peer;
    }

    InetSocketAddress socket() {
        return socket;
    }

    String name() {
        return name;
    }

    String problem() {
        return problem;
    }

    /** The handshake under way, or null. */
    Dial dial() {
        return dial;
    }

    boolean expired(long now) {
        return begun && deadline + (answered ? (PATIENCE - 1) * limit : 0) - now <= 0;
    }

    /** Whether it is time for another handshake. */
    boolean mayDial(long now) {
        return dial == null && !peerConnects && nextDial - now <= 0;
    }

    void dialing(Dial handshake, long now) {
        if (!begun) {
            begun = true;
            deadline = now + limit;
        }
        dial = handshake;
    }

    /** The peer's host has taken the connection. */
    void answered() {
        answered = true;
    }

    /** How long the peer was given, in seconds. */
    long seconds() {
        return (answered ? PATIENCE : 1) * limit / 1_000_000_000;
    }

    /** The handshake failed in a way that another may not. */
    void dropped(String reason, long now) {
        dial = null;
        problem = reason;
        nextDial = now + pause;
        pause = Math.min(2 * pause, LONGEST_PAUSE);
    }

    /** The peer connects to this process itself: only wait. */
    void leaveToPeer() {
        dial = null;
        peerConnects = true;
        problem = "it was about to connect itself, but did not";
    }
}
