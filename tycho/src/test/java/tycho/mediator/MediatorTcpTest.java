package tycho.mediator;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.stack.IpAddress;
import org.junit.jupiter.api.Test;

class MediatorTcpTest {
    private static final int SILENCE_MILLIS = 500;
    private static final long LIMIT_SECONDS = 120;
    /** More than the kernel keeps for a process that does not read. */
    private static final int MOST_BYTES = 1 << 28;
    private static final int BLOCK = 1 << 16;

    /**
     * The process at the other end takes the connection and nothing else, as a process that is stopped, or on a host
     * that has vanished.
     */
    @Test
    void aSilentProcessHoldsUpNeitherWritersNorTheView() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        MediatorTcp tcp = new MediatorTcp(SILENCE_MILLIS);
        tcp.setBindAddr(loopback).setBindPort(Site.freePort()).setPortRange(0);
        try (JChannel channel = new JChannel(tcp).connect("silent");
                // Closed first, which releases a writer that is stuck.
                ServerSocket silent = new ServerSocket(0, 1, loopback)) {
            Address other = new IpAddress(silent.getInetAddress(), silent.getLocalPort());
            CompletableFuture<Exception> refusal = new CompletableFuture<>();
            Thread.ofPlatform().daemon().start(() -> refusal.complete(fill(tcp, other)));
            // While the writer is stuck, the view would be as well. If the writer is released, so is the view.
            CompletableFuture<Void> view = CompletableFuture.runAsync(() -> tcp.retainAll(Set.of()));
            assertInstanceOf(Exception.class, refusal.get(LIMIT_SECONDS, TimeUnit.SECONDS));
            view.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertTrue(channel.isConnected());
        }
    }

    private static Exception fill(MediatorTcp tcp, Address other) {
        try {
            for (int sent = 0; sent < MOST_BYTES; sent += BLOCK) {
                tcp.send(other, new byte[BLOCK], 0, BLOCK);
            }
            return null;
        } catch (Exception e) {
            return e;
        }
    }
}
