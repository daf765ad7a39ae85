package mpj.transport.nio;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.util.Arrays;

/** The connecting end of a {@link Handshake}. */
final class Dial implements Handshake {
    private enum Step { CONNECTING, GREETED, PROVED }

    private final HandshakeSocket socket;
    private final KnownPeers.Known known;
    private final Greeting own;
    private final byte[] ownBytes;

    private Step step = Step.CONNECTING;
    private Greeting peer;
    private byte[] peerBytes;

    /**
     * @param channel a channel that is connected, or about to be
     * @param known the process at the other end
     */
    Dial(SocketChannel channel, KnownPeers.Known known, Greeter greeter) {
        this.socket = new HandshakeSocket(channel);
        this.known = known;
        own = greeter.greet(known.self(), known.peer().rank());
        ownBytes = own.encode();
    }

    @Override
    public SocketChannel channel() {
        return socket.channel();
    }

    @Override
    public Result step() throws IOException {
        return switch (step) {
            case CONNECTING -> connect();
            case GREETED -> prove();
            case PROVED -> takeVerdict();
        };
    }

    private Result connect() throws IOException {
        if (socket.channel().finishConnect()) {
            socket.send(ownBytes);
            socket.expect(Greeting.BYTES);
            step = Step.GREETED;
        }
        return null;
    }

    private Result prove() throws IOException {
        peerBytes = socket.receive();
        if (peerBytes == null) {
            return null;
        }
        peer = Greeting.decode(peerBytes);
        if (!peer.from().equals(known.peer()) || peer.to() != own.from().rank()) {
            throw new ProtocolException("another process answers there");
        }
        socket.send(known.key().proof(CONNECTING, ownBytes, peerBytes));
        socket.expect(1 + JobKey.PROOF_BYTES);
        step = Step.PROVED;
        return null;
    }

    private Result takeVerdict() throws IOException {
        byte[] answer = socket.receive();
        if (answer == null) {
            return null;
        }
        byte[] code = {answer[0]};
        byte[] proof = Arrays.copyOfRange(answer, 1, answer.length);
        Verdict verdict = Verdict.of(code[0]);
        if (!MessageDigest.isEqual(proof, known.key().proof(ACCEPTING, ownBytes, peerBytes, code))
            || verdict == null) {
            throw new ProtocolException("it does not know the job's secret");
        }
        return verdict == Verdict.ACCEPTED ? new Established(known, peer, true)
            : new Declined(known, peer, verdict);
    }
}
