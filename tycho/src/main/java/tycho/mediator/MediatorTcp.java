package tycho.mediator;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.util.Util;

/**
 * TCP as JGroups has it, but a connection over which nothing has come for a while is ended. Mediators send signs of
 * life more often than that, so the host at the other end is gone. JGroups alone would keep the connection: a host that
 * vanishes closes nothing, so a thread that writes to the host waits until the kernel gives up, for up to a quarter of
 * an hour. Whoever closes the connection in JGroups' way waits for this thread, and so does the new view, which must
 * close the connections with lost members first.
 */
final class MediatorTcp extends TCP {
    private static final int LOOKS_PER_SILENCE = 4;

    private final int silenceMillis;
    /** All that are open, also those that JGroups has replaced and is about to close. */
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private Thread watch;

    /** @param silenceMillis after how many milliseconds of silence a connection is ended */
    MediatorTcp(int silenceMillis) {
        this.silenceMillis = silenceMillis;
        // The id belongs to the class, and JGroups knows none for this one.
        setId(ClassConfigurator.getProtocolId(TCP.class));
    }

    @Override
    public void start() throws Exception {
        super.start();
        // Connection.isExpired needs this time. There is no interval, so JGroups' own reaper, which waits, is not used.
        srv.connExpireTimeout(silenceMillis);
    }

    @Override
    protected void handleConnect() throws Exception {
        watch = Thread.ofVirtual().name("tycho-silence").start(this::watch);
        super.handleConnect();
    }

    @Override
    protected void handleDisconnect() {
        // It closes all connections, so the silent ones must end meanwhile.
        super.handleDisconnect();
        if (watch != null) {
            watch.interrupt();
        }
    }

    @Override
    public void connectionEstablished(Connection connection) {
        connections.add(connection);
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(silenceMillis / LOOKS_PER_SILENCE);
                connections.removeIf(Connection::isClosed);
                for (Connection each : connections) {
                    if (each.isExpired(System.nanoTime())) {
                        // Closing, too, writes and may wait, unless another thread does so already. The next look
                        // closes such a connection again.
                        Thread.startVirtualThread(() -> end(each));
                    }
                }
            }
        } catch (InterruptedException e) {
            // The transport has ended.
        }
    }

    private static void end(Connection connection) {
        try {
            connection.close(false);
        } catch (IOException e) {
            Util.close(connection);
        }
    }
}
