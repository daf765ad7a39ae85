package mpj.transport.nio;

import java.net.InetSocketAddress;

/** The attempt to connect to a peer: one handshake after the other until one succeeds or the time is over. */
final class Attempt {
    private static final long PAUSE = 20_000_000;

    private final int peer;
    private final String name;
    private final InetSocketAddress socket;
    private final long deadline;

    private Dial dial;
    private long nextDial;
    private boolean peerConnects;
    private String problem = "it does not answer";

    /**
     * @param name of the peer's endpoint, for messages
     * @param deadline in nanoseconds
     */
    Attempt(int peer, String name, InetSocketAddress socket, long now, long deadline) {
        this.peer = peer;
        this.name = name;
        this.socket = socket;
        this.deadline = deadline;
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
        return deadline - now <= 0;
    }

    /** Whether it is time for another handshake. */
    boolean mayDial(long now) {
        return dial == null && !peerConnects && nextDial - now <= 0;
    }

    void dialing(Dial handshake) {
        dial = handshake;
    }

    /** The handshake failed in a way that another may not. */
    void dropped(String reason, long now) {
        dial = null;
        problem = reason;
        nextDial = now + PAUSE;
    }

    /** The peer connects to this process itself: only wait. */
    void leaveToPeer() {
        dial = null;
        peerConnects = true;
        problem = "it was about to connect itself, but did not";
    }
}
