package mpj.transport.nio;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import mpj.bindings.ThisHost;
import mpj.transport.spi.TransportException;

/** Opens the port at which peers connect. */
final class Listener {
    private static final int BACKLOG = 1024;

    private Listener() {
    }

    /**
     * Listens on one address only.
     *
     * @param rank the place in the range of ports at which the search begins, so that the ranks of a host do not all
     *     try the same port
     */
    static ServerSocketChannel open(InetAddress address, NioSettings settings, int rank) {
        int ports = settings.lastPort() - settings.firstPort() + 1;
        try {
            ServerSocketChannel channel = ServerSocketChannel.open();
            if (settings.receiveBuffer() > 0) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.receiveBuffer());
            }
            for (int i = 0; i < ports; i++) {
                if (bound(channel, new InetSocketAddress(address, settings.firstPort() + (rank + i) % ports))) {
                    channel.configureBlocking(false);
                    return channel;
                }
            }
            channel.close();
        } catch (IOException e) {
            throw new TransportException("transport nio cannot listen on " + address.getHostAddress() + " of host "
                + ThisHost.name() + ": " + e.getMessage()
                + "; -Dmpj.nio.interface=NAME chooses another address, -Dmpj.nio.ports=FIRST-LAST other ports", e);
        }
        throw new TransportException(settings.ports() + ": every port of the range is in use on "
            + address.getHostAddress() + " of host " + ThisHost.name() + "; choose a larger one");
    }

    private static boolean bound(ServerSocketChannel channel, InetSocketAddress socket) throws IOException {
        try {
            channel.bind(socket, BACKLOG);
            return true;
        } catch (BindException e) {
            if (socket.getPort() == 0) {
                throw e;
            }
            return false;
        }
    }
}
