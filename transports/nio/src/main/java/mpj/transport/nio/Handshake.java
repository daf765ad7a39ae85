package mpj.transport.nio;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * One end of a connection that is being set up, as a state machine whose steps never wait.
 *
 * <pre>
 *   connecting end                     accepting end
 *   Greeting                      →
 *                                 ←    Greeting
 *   proof over both greetings     →
 *                                 ←    Verdict, proof over both greetings and the verdict
 * </pre>
 *
 * Until the accepting end has the connecting end's proof, it reads nothing but a greeting and a proof, whose sizes are
 * known.
 */
sealed interface Handshake permits Dial, Admission {
    /** The role that goes into the connecting end's proof. */
    byte CONNECTING = 1;
    /** The role that goes into the accepting end's proof. */
    byte ACCEPTING = 2;

    /** The outcome of a handshake in which both ends have proved themselves. */
    sealed interface Result {
        /** The process at the other end. */
        KnownPeers.Known known();

        /** The peer's greeting. */
        Greeting peer();
    }

    /** The connection is open. */
    record Established(KnownPeers.Known known, Greeting peer, boolean connecting) implements Result {
    }

    /** The two processes cannot use this connection, or cannot communicate at all. */
    record Declined(KnownPeers.Known known, Greeting peer, Verdict verdict) implements Result {
    }

    SocketChannel channel();

    /**
     * Takes what has arrived, and goes as far as possible without waiting.
     *
     * @return null as long as the handshake is under way
     * @throws IOException when the other end is gone, or is not the process that it should be
     */
    Result step() throws IOException;
}
