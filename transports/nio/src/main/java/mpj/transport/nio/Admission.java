package mpj.transport.nio;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.BiFunction;

/** The accepting end of a {@link Handshake}. */
final class Admission implements Handshake {
    private final HandshakeSocket socket;
    private final Greeter greeter;
    private final KnownPeers peers;
    private final BiFunction<KnownPeers.Known, Greeting, Verdict> judge;
    private final long begun;

    private KnownPeers.Known known;
    private Greeting peer;
    private byte[] peerBytes;
    private byte[] ownBytes;

    /**
     * @param judge decides about a peer that has proved itself
     * @param begun when the connection was accepted, by {@link System#nanoTime}
     */
    Admission(SocketChannel channel, Greeter greeter, KnownPeers peers,
              BiFunction<KnownPeers.Known, Greeting, Verdict> judge, long begun) {
        this.socket = new HandshakeSocket(channel);
        this.greeter = greeter;
        this.peers = peers;
        this.judge = judge;
        this.begun = begun;
        socket.expect(Greeting.BYTES);
    }

    @Override
    public SocketChannel channel() {
        return socket.channel();
    }

    /** When the connection was accepted, by {@link System#nanoTime}. */
    long begun() {
        return begun;
    }

    @Override
    public Result step() throws IOException {
        return peer == null ? greet() : judge();
    }

    private Result greet() throws IOException {
        byte[] message = socket.receive();
        if (message == null) {
            return null;
        }
        Greeting greeting = Greeting.decode(message);
        known = peers.find(greeting.from());
        if (known == null || greeting.to() != greeter.job().rank()) {
            throw new ProtocolException("it is no rank of this job or of a job that was met, or looks for another");
        }
        peer = greeting;
        peerBytes = message;
        ownBytes = greeter.greet(known.self(), greeting.from().rank()).encode();
        socket.send(ownBytes);
        socket.expect(JobKey.PROOF_BYTES);
        return null;
    }

    private Result judge() throws IOException {
        byte[] proof = socket.receive();
        if (proof == null) {
            return null;
        }
        if (!MessageDigest.isEqual(proof, known.key().proof(CONNECTING, peerBytes, ownBytes))) {
            throw new ProtocolException("it does not know the job's secret");
        }
        Verdict verdict = judge.apply(known, peer);
        byte[] code = {(byte) verdict.ordinal()};
        byte[] answer = Arrays.copyOf(code, 1 + JobKey.PROOF_BYTES);
        System.arraycopy(known.key().proof(ACCEPTING, peerBytes, ownBytes, code), 0, answer, 1, JobKey.PROOF_BYTES);
        socket.send(answer);
        return verdict == Verdict.ACCEPTED ? new Established(known, peer, false) : new Declined(known, peer, verdict);
    }
}
