package mpj.transport.nio;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * One end of a connection that is being set up, as a machine of steps that never wait.
 *
 * <pre>
 *   connecting end                     accepting end
 *   Greeting                      →
 *                                 ←    Greeting
 *   proof over both greetings     →
 *                                 ←    Verdict, proof over both greetings and the verdict
 * </pre>
 *
 * Until it has the connecting end's proof, the accepting end reads a greeting and a proof, which have known sizes, and
 * nothing else.
 */
sealed interface Handshake permits Dial, Admission {
    /** The role that goes into the connecting end's proof. */
    byte CONNECTING = 1;
    /** The role that goes into the accepting end's proof. */
    byte ACCEPTING = 2;

    /** How a handshake ends, if both ends have proved themselves. */
    sealed interface Result {
        /** Whom it was with. */
        KnownPeers.Known known();

        /** The peer's greeting. */
        Greeting peer();
    }

    /** The connection is open. */
    record Established(KnownPeers.Known known, Greeting peer, boolean connecting) implements Result {
    }

    /** The two cannot speak with each other, or not over this connection. */
    record Declined(KnownPeers.Known known, Greeting peer, Verdict verdict) implements Result {
    }

    SocketChannel channel();

    /**
     * Takes what has come and does what can be done.
     *
     * @return null as long as it is under way
     * @throws IOException when the other end is gone, or is not what it should be
     */
    Result step() throws IOException;
}
