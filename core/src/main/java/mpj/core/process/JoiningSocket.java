package mpj.core.process;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;

/**
 * The program's socket between two processes that join. Both open a port. They draw lots which of them connects to the
 * other's port. The process that waits at its port keeps listening at the socket meanwhile, because the other one may
 * fail to reach the port, or end. When both have joined, everything that was written to the socket has been read.
 */
final class JoiningSocket {
    private static final int GIVEN_UP = 0;
    private static final int CONNECTED = 1;

    private final Socket socket;

    JoiningSocket(Socket socket) {
        this.socket = socket;
    }

    /**
     * Exchanges the names of the ports.
     *
     * @return the other process's port if this process is to connect to it; null if this process is to accept
     */
    String exchange(String own) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        SecureRandom random = new SecureRandom();
        while (true) {
            long mine = random.nextLong();
            out.writeLong(mine);
            out.writeUTF(own);
            out.flush();
            long theirs = in.readLong();
            String name = in.readUTF();
            if (mine != theirs) {
                return mine < theirs ? name : null;
            }
        }
    }

    /** Tells the process that accepts whether this process has connected. */
    void tell(boolean connected) throws IOException {
        socket.getOutputStream().write(connected ? CONNECTED : GIVEN_UP);
    }

    /** Waits until the other process has connected, has given up, or has ended. Returns whether it has connected. */
    boolean isConnected() {
        while (true) {
            try {
                return socket.getInputStream().read() == CONNECTED;
            } catch (SocketTimeoutException e) {
                continue; // the program has set a limit for its own reads
            } catch (IOException e) {
                return false; // it has ended, or its host has crashed
            }
        }
    }
}
