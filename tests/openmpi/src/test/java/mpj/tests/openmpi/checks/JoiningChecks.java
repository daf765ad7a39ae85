package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpj.tests.Check;
import mpj.tests.openmpi.programs.Meets;

/** Ports, at which parts of one job meet here as two jobs do; and the errors of the calls about other jobs. */
public final class JoiningChecks {
    private static final int TAG = 77;
    private static final int MOST_NAME = 1024;

    @Check
    void halvesOfAJobMeetAtAPort() throws Exception {
        if (SIZE < 2) {
            return;
        }
        boolean accepts = RANK < SIZE / 2;
        Intracomm half = COMM.split(accepts ? 1 : 2, RANK);
        String port = RANK == 0 ? Intracomm.openPort() : null;
        if (RANK == 0) {
            assertTrue(port.length() <= MPI.MAX_PORT_NAME, port);
        }
        byte[] name = new byte[MOST_NAME];
        if (RANK == 0) {
            byte[] text = port.getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(text, 0, name, 0, text.length);
            COMM.send(name, MOST_NAME, MPI.BYTE, SIZE / 2, TAG);
        } else if (RANK == SIZE / 2) {
            COMM.recv(name, MOST_NAME, MPI.BYTE, 0, TAG);
            port = new String(name, StandardCharsets.US_ASCII).trim();
        }
        for (int round = 0; round < 2; round++) {
            Intercomm both = accepts ? half.accept(port, 0) : half.connect(port, 0);
            assertEquals(accepts ? SIZE - SIZE / 2 : SIZE / 2, both.getRemoteSize());
            Meets.use(both, !accepts);
            both.disconnect();
        }
        if (RANK == 0) {
            Intracomm.closePort(port);
            String closed = port;
            assertError(MPI.ERR_PORT, "is not open in this process", () -> Intracomm.closePort(closed));
        }
        half.free();
    }

    @Check
    void processesAtTheEndsOfASocketJoin() throws Exception {
        if (SIZE < 2 || RANK > 1) {
            return;
        }
        int[] number = new int[1];
        if (RANK == 0) {
            try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                number[0] = listener.getLocalPort();
                COMM.send(number, 1, MPI.INT, 1, TAG);
                try (Socket socket = listener.accept()) {
                    talk(Intracomm.join(socket));
                }
            }
        } else {
            COMM.recv(number, 1, MPI.INT, 0, TAG);
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), number[0])) {
                talk(Intracomm.join(socket));
            }
        }
    }

    private static void talk(Intercomm other) {
        assertEquals(1, other.getRemoteSize());
        int[] theirs = new int[1];
        other.sendRecv(new int[] {RANK}, 1, MPI.INT, 0, TAG, theirs, 1, MPI.INT, 0, TAG);
        assertEquals(1 - RANK, theirs[0]);
        other.disconnect();
    }

    @Check
    void portsThatDoNotExist() {
        assertError(MPI.ERR_PORT, "\"nowhere\" is not the name of a port", () -> Intracomm.closePort("nowhere"));
        assertError(MPI.ERR_PORT, "\"mpj:far aw…\" is not the name of a port",
            () -> Intracomm.closePort("mpj:far away"));
        assertError(MPI.ERR_PORT, "is null", () -> Intracomm.closePort(null));
        assertError(MPI.ERR_ROOT, "root is " + SIZE, () -> COMM.accept("port", SIZE));
        assertError(MPI.ERR_ROOT, "root is -1", () -> COMM.connect("port", -1));
        assertError(MPI.ERR_PORT, RANK == 0 ? "is not the name of a port" : "its own error says why",
            () -> COMM.connect("nowhere", 0));
        String[] closed = new String[1];
        if (RANK == 0) {
            closed[0] = Intracomm.openPort();
            Intracomm.closePort(closed[0]);
            closed[0] += '\n'; // as in a file that an editor or echo has written
        }
        assertError(MPI.ERR_PORT, RANK == 0 ? "the port was closed, or its job has ended" : "its own error says why",
            () -> COMM.connect(closed[0], 0));
        assertError(MPI.ERR_PORT, RANK == 0 ? "is not open in this process" : "its own error says why",
            () -> COMM.accept(closed[0], 0));
    }

    @Check
    void spawnChecksItsArguments() {
        assertError(MPI.ERR_SPAWN, RANK == 0 ? "command is null" : "its own error says why",
            () -> COMM.spawn(null, null, 1, MPI.INFO_NULL, 0, null));
        assertError(MPI.ERR_SPAWN, RANK == 0 ? "maxprocs is 0" : "its own error says why",
            () -> COMM.spawn("Worker", null, 0, MPI.INFO_NULL, 0, null));
        assertError(MPI.ERR_ARG, RANK == 0 ? "maxprocs has 1 elements" : "its own error says why",
            () -> COMM.spawnMultiple(new String[] {"A", "B"}, null, new int[] {1}, null, 0, null));
        assertTrue(Intercomm.getParent().isNull());
    }
}
