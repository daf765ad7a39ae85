package mpj.transport.nio;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import mpj.bindings.ThisHost;
import mpj.transport.spi.TransportException;

/**
 * Where a rank listens. The bootstrap publishes this for the rank, as lines of text.
 *
 * @param host its host's name, for error messages
 * @param network the network to which a loopback address belongs: the running system and its network namespace
 * @param socket its numeric address and port
 */
record PeerAddress(String host, String network, InetSocketAddress socket) {
    private static final int LINES = 4;

    /** The address of this process. */
    static PeerAddress ofThisHost(InetSocketAddress socket) {
        return new PeerAddress(ThisHost.name(), ThisHost.networkNamespace(), socket);
    }

    byte[] encode() {
        // A zone such as %eth0 has a meaning only on the host itself.
        String address = socket.getAddress().getHostAddress().replaceAll("%.*", "");
        return String.join("\n", host, network, address, Integer.toString(socket.getPort()))
            .getBytes(StandardCharsets.UTF_8);
    }

    static PeerAddress decode(byte[] address) {
        String text = new String(address, StandardCharsets.UTF_8);
        String[] lines = text.split("\n", -1);
        try {
            if (lines.length == LINES) {
                return new PeerAddress(lines[0], lines[1],
                    new InetSocketAddress(InetAddress.getByName(lines[2]), Integer.parseInt(lines[3])));
            }
        } catch (UnknownHostException | IllegalArgumentException e) {
            // reported below
        }
        throw new TransportException("transport nio: \"" + text.replace('\n', ' ') + "\" is not an address of this "
            + "version's form; start every rank with the same version of the library");
    }

    /** Whether this process can reach the peer, judging by the addresses. */
    boolean reaches(PeerAddress peer) {
        return !peer.socket.getAddress().isLoopbackAddress() || peer.network.equals(network);
    }

    /** The address for error messages. */
    @Override
    public String toString() {
        String address = socket.getAddress().getHostAddress();
        return host + " (" + (address.contains(":") ? "[" + address + "]" : address) + ":" + socket.getPort() + ")";
    }
}
