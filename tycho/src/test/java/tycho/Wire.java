package tycho;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Carries bytes between a port and another port, until it is told to drop all connections. */
final class Wire implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final int target;
    private volatile boolean cut;

    Wire(int target) throws IOException {
        this.target = target;
        Thread.startVirtualThread(() -> {
            while (!server.isClosed()) {
                try {
                    Socket from = server.accept();
                    Socket to = new Socket();
                    sockets.add(from);
                    sockets.add(to);
                    if (cut) {
                        from.close();
                        continue;
                    }
                    to.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), this.target));
                    Thread.startVirtualThread(() -> copy(from, to));
                    Thread.startVirtualThread(() -> copy(to, from));
                } catch (IOException e) {
                    cutNow();
                }
            }
        });
    }

    int port() {
        return server.getLocalPort();
    }

    private void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException e) {
            cutNow();
        }
    }

    void cut(boolean now) {
        cut = now;
        if (now) {
            cutNow();
        }
    }

    private void cutNow() {
        sockets.forEach(socket -> {
            try {
                socket.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public void close() throws IOException {
        server.close();
        cutNow();
    }
}
