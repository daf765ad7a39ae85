package mpj.transport.nio;

import java.net.InetSocketAddress;

/** The attempt to connect to a peer. It makes one handshake after the other until one succeeds or the time is over. */
final class Attempt {
    private static final long FIRST_PAUSE = 20_000_000;
    private static final long LONGEST_PAUSE = 1_000_000_000;
    /**
     * A peer whose host has accepted the connection is alive, but may be one of many ranks that share few cores. So it
     * gets this many times the limit.
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
     * @param name the peer's address, for error messages
     * @param limit the time limit from the first handshake on, in nanoseconds
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

    /** The handshake that is under way, or null. */
    Dial dial() {
        return dial;
    }

    boolean expired(long now) {
        return begun && deadline + (answered ? (PATIENCE - 1) * limit : 0) - now <= 0;
    }

    /** Whether another handshake may begin. */
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

    /** Notes that the peer's host has accepted the connection. */
    void answered() {
        answered = true;
    }

    /** How much time the peer was given, in seconds. */
    long seconds() {
        return (answered ? PATIENCE : 1) * limit / 1_000_000_000;
    }

    /** Notes that the handshake failed in a way in which the next one may not fail. */
    void dropped(String reason, long now) {
        dial = null;
        problem = reason;
        nextDial = now + pause;
        pause = Math.min(2 * pause, LONGEST_PAUSE);
    }

    /** Stops making handshakes, and only waits, because the peer connects to this process. */
    void leaveToPeer() {
        dial = null;
        peerConnects = true;
        problem = "it was about to connect itself, but did not";
    }
}
