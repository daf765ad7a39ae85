package mpj.transport.nio;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.Function;

/** The accepting end of a {@link Handshake}. */
final class Admission implements Handshake {
    private final HandshakeSocket socket;
    private final Identity identity;
    private final JobKey key;
    private final SecureRandom random;
    private final Function<Greeting, Verdict> judge;
    private final long deadline;

    private Greeting peer;
    private byte[] peerBytes;
    private byte[] ownBytes;

    /**
     * @param judge asked once the peer has proved itself
     * @param deadline in nanoseconds, when it must have
     */
    Admission(SocketChannel channel, Identity identity, JobKey key, SecureRandom random,
              Function<Greeting, Verdict> judge, long deadline) {
        this.socket = new HandshakeSocket(channel);
        this.identity = identity;
        this.key = key;
        this.random = random;
        this.judge = judge;
        this.deadline = deadline;
        socket.expect(Greeting.BYTES);
    }

    @Override
    public SocketChannel channel() {
        return socket.channel();
    }

    long deadline() {
        return deadline;
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
        if (greeting.to() != identity.rank() || greeting.from() < 0 || greeting.from() >= identity.size()
            || greeting.from() == identity.rank()) {
            throw new ProtocolException("it is no rank of this job, or looks for another");
        }
        peer = greeting;
        peerBytes = message;
        ownBytes = identity.greet(greeting.from(), random).encode();
        socket.send(ownBytes);
        socket.expect(JobKey.PROOF_BYTES);
        return null;
    }

    private Result judge() throws IOException {
        byte[] proof = socket.receive();
        if (proof == null) {
            return null;
        }
        if (!MessageDigest.isEqual(proof, key.proof(CONNECTING, peerBytes, ownBytes))) {
            throw new ProtocolException("it does not know the job's secret");
        }
        Verdict verdict = judge.apply(peer);
        byte[] code = {(byte) verdict.ordinal()};
        byte[] answer = Arrays.copyOf(code, 1 + JobKey.PROOF_BYTES);
        System.arraycopy(key.proof(ACCEPTING, peerBytes, ownBytes, code), 0, answer, 1, JobKey.PROOF_BYTES);
        socket.send(answer);
        return verdict == Verdict.ACCEPTED ? new Established(peer, false) : new Declined(peer, verdict);
    }
}
