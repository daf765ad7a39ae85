package tycho.link;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/**
 * Accepts connections until the server is closed. A process without a free file descriptor cannot accept, and would
 * learn that again and again without a pause. So a failure is followed by a pause, and is told once, until a connection
 * is accepted.
 */
public final class Acceptor {
    private static final int PAUSE_MILLIS = 200;

    private Acceptor() {
    }

    /**
     * Accepts connections.
     *
     * @param taken takes each connection, in a virtual thread of its own with this name
     * @param log   takes why connections cannot be accepted
     */
    public static void run(ServerSocket server, String name, Consumer<Socket> taken, Consumer<String> log) {
        boolean told = false;
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                told = false;
                Thread.ofVirtual().name(name).start(() -> taken.accept(socket));
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
                if (!told) {
                    log.accept("connections cannot be accepted at port " + server.getLocalPort() + ": "
                        + e.getMessage() + "; this is tried again. If too many files are open, allow more: ulimit -n");
                }
                told = true;
                try {
                    Thread.sleep(PAUSE_MILLIS);
                } catch (InterruptedException interrupt) {
                    return;
                }
            }
        }
    }
}
