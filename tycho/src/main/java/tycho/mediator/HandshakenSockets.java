package tycho.mediator;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import tycho.link.Tls;
import tycho.link.Turns;
import tycho.security.Keys;

/**
 * Makes server sockets that give JGroups a connection only after its TLS handshake. JGroups has one thread that
 * accepts, and reads the other's address in it: a stranger that sends a byte now and then would hold up this thread,
 * and keep the mediator out of its cluster.
 */
final class HandshakenSockets extends ServerSocketFactory {
    private static final int HANDSHAKE_MILLIS = 5_000;
    private static final int PAUSE_MILLIS = 200;

    private final SSLContext context;

    HandshakenSockets(SSLContext context) {
        this.context = context;
    }

    @Override
    public ServerSocket createServerSocket() throws IOException {
        return new Accepting(context);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return createServerSocket(port, 0, null);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return createServerSocket(port, backlog, null);
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
        ServerSocket made = createServerSocket();
        made.bind(new InetSocketAddress(address, port), backlog);
        return made;
    }

    private static final class Accepting extends ServerSocket {
        private final SSLContext context;
        private final Turns turns = new Turns();
        /** The connections after their handshakes. Nothing stands for the end. */
        private final BlockingQueue<Optional<Socket>> ready = new LinkedBlockingQueue<>();
        private final AtomicBoolean started = new AtomicBoolean();

        Accepting(SSLContext context) throws IOException {
            this.context = context;
        }

        @Override
        public Socket accept() throws IOException {
            if (!started.getAndSet(true)) {
                Thread.ofVirtual().name("tycho-mediators").start(this::run);
            }
            try {
                Optional<Socket> next = ready.take();
                if (next.isPresent()) {
                    return next.get();
                }
                ready.add(next);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new SocketException("closed");
        }

        private void run() {
            while (!isClosed()) {
                try {
                    Socket plain = super.accept();
                    Thread.ofVirtual().name("tycho-mediator").start(() -> take(plain));
                } catch (IOException e) {
                    pause();
                }
            }
            ready.forEach(each -> each.ifPresent(Accepting::end));
            ready.add(Optional.empty());
        }

        /** After a failure, which may be that too many files are open. */
        private static void pause() {
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                // Nobody interrupts this thread.
            }
        }

        private void take(Socket plain) {
            try (Turns.Turn turn = turns.arrived(plain)) {
                byte[] first = Tls.firstByte(plain);
                turn.await(HANDSHAKE_MILLIS);
                SSLSocket socket = handshake(plain, turn.input(first));
                turn.complete();
                ready.add(Optional.of(socket));
            } catch (IOException e) {
                end(plain);
            }
            if (isClosed()) {
                end(plain);
            }
        }

        private SSLSocket handshake(Socket plain, InputStream in) throws IOException {
            // A time limit for each read would not limit them all together.
            Thread limit = Thread.ofVirtual().start(() -> {
                try {
                    Thread.sleep(HANDSHAKE_MILLIS);
                    end(plain);
                } catch (InterruptedException e) {
                    // The handshake is complete, or has failed.
                }
            });
            try {
                // The socket takes this for what was read already, and goes on reading it.
                SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, in, true);
                socket.setEnabledProtocols(new String[] {Keys.PROTOCOL});
                socket.setNeedClientAuth(true);
                socket.startHandshake();
                return socket;
            } finally {
                limit.interrupt();
            }
        }

        private static void end(Socket socket) {
            try {
                socket.close();
            } catch (IOException e) {
                // Nothing is lost with it.
            }
        }
    }
}
