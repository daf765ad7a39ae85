package mpj.tests;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for processes that a test starts. The system gives none of them to a connection, so they stay free until such a
 * process listens, whatever jobs run meanwhile.
 */
public final class FreePorts {
    private static final int LEAST = 10_000;
    /** Linux gives the ports from here on to connections. */
    private static final int END = 32_768;
    private static final int MOST_ATTEMPTS = 1_000;

    private FreePorts() {
    }

    /** The first of this many neighbouring ports of the loopback interface that nobody uses at present. */
    public static int neighbours(int number) throws IOException {
        IOException last = null;
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            int first = ThreadLocalRandom.current().nextInt(LEAST, END - number);
            List<ServerSocket> sockets = new ArrayList<>();
            try {
                for (int i = 0; i < number; i++) {
                    sockets.add(new ServerSocket(first + i, 1, InetAddress.getLoopbackAddress()));
                }
                return first;
            } catch (IOException e) {
                last = e; // somebody has one of these ports
            } finally {
                for (ServerSocket socket : sockets) {
                    socket.close();
                }
            }
        }
        throw last;
    }

    /** A port of the loopback interface that nobody uses at present. */
    public static int one() throws IOException {
        return neighbours(1);
    }
}
