package tycho.link;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/** Reads from a socket. All reads together take no longer than a time, however little comes at once. */
final class TimedInput {
    private final Socket socket;
    private final InputStream in;
    private final long end;

    TimedInput(Socket socket, int millis) throws IOException {
        this(socket, socket.getInputStream(), millis);
    }

    /** @param in reads from the socket */
    TimedInput(Socket socket, InputStream in, int millis) {
        this.socket = socket;
        this.in = in;
        end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Reads what there is, at least one byte; answers how many bytes, or -1 at the end. */
    int read(byte[] into, int from, int most) throws IOException {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
            throw new SocketTimeoutException("the other end did not send all of it in time");
        }
        socket.setSoTimeout((int) left);
        return in.read(into, from, most);
    }
}
