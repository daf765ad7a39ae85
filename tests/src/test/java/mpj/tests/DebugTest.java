package mpj.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.EventSet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import mpj.tests.programs.BoundThread;
import org.junit.jupiter.api.Test;

/** Debuggers that attach to ranks, and other features that need a JVM option or a core dump. */
class DebugTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    /** Attaches like a debugger. The JVM may not listen yet. */
    private static VirtualMachine attach(int port) throws Exception {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(each -> each.name().equals("com.sun.jdi.SocketAttach")).findFirst().orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(Integer.toString(port));
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                return connector.attach(arguments);
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(50);
            }
        }
    }

    private static Job start(int port, String transport) {
        return Job.start("-np", "2", "--debug", Integer.toString(port), "--suspend", "all",
            "-Dmpj.transport=" + transport, BoundThread.class.getName());
    }

    /**
     * Resumes the JVM after it has said that it has started, because it suspends itself then. Before this, nothing can
     * be resumed.
     */
    private static void resume(VirtualMachine machine) throws InterruptedException {
        EventSet started = machine.eventQueue().remove(LIMIT.toMillis());
        assertNotNull(started, "the JVM did not say that it has started");
        started.resume();
        machine.dispose();
    }

    @Test
    void eachRankWaitsForItsDebugger() throws Exception {
        int port = FreePorts.neighbours(2);
        Job job = start(port, "shm");
        for (int rank : List.of(0, 1)) {
            job.awaitErrors(1, line -> line.equals("mpjrun: rank " + rank + ": jdb -attach 127.0.0.1:"
                + (port + rank) + "; the JVM waits for the debugger"), LIMIT);
            resume(attach(port + rank));
        }
        Job.Result result = job.await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(2, result.out().size(), result::toString);
    }

    @Test
    void ranksThatAreThreadsHaveOneAgent() throws Exception {
        int port = FreePorts.neighbours(2);
        Job job = start(port, "threads");
        resume(attach(port));
        Job.Result result = job.await(LIMIT);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals(List.of("mpjrun: ranks 0-1: jdb -attach 127.0.0.1:" + port + "; the JVM waits for the debugger"),
            result.reports(), result::toString);
    }

    @Test
    void portInUseIsAnErrorBeforeTheStart() throws Exception {
        int port = FreePorts.neighbours(2);
        try (ServerSocket used = new ServerSocket(port + 1, 1, LOOPBACK)) {
            Job.Result result = start(used.getLocalPort() - 1, "shm").await(LIMIT);
            assertEquals(2, result.exitCode(), result::toString);
            assertTrue(result.reports().getLast().startsWith("mpjrun: --debug " + port + ": port " + (port + 1)
                + " of host "), result::toString);
            assertTrue(result.reports().getLast().contains(", for rank 1, cannot be used: "), result::toString);
            assertEquals(List.of(), result.out(), result::toString);
        }
    }

    @Test
    void suspendWithoutDebugIsRefused() {
        Job.Result result = Job.start("-np", "2", "--suspend", "1", BoundThread.class.getName()).await(LIMIT);
        assertEquals(2, result.exitCode(), result::toString);
        assertTrue(result.reports().getFirst().contains("add --debug"), result::toString);
    }
}
