package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZES;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** Messages from a rank to itself, on the world and on COMM_SELF. */
public final class SelfChecks {
    @Check
    public void receivePostedFirst() {
        for (int size : SIZES) {
            byte[] received = new byte[size];
            Request receive = COMM.Irecv(received, 0, size, MPI.BYTE, RANK, 1);
            COMM.Send(Pattern.of(size, size), 0, size, MPI.BYTE, RANK, 1);
            assertStatus(RANK, 1, size, receive.Wait());
            Pattern.assertIs(size, received, 0, size);
            receive = COMM.Irecv(received, 0, size, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
            COMM.Ssend(Pattern.of(size + 1, size), 0, size, MPI.BYTE, RANK, 2);
            assertStatus(RANK, 2, size, receive.Wait());
            Pattern.assertIs(size + 1, received, 0, size);
        }
    }

    @Check
    public void sendStartedFirst() {
        for (int size : SIZES) {
            Request send = COMM.Isend(Pattern.of(size, size), 0, size, MPI.BYTE, RANK, 3);
            Request synchronous = COMM.Issend(Pattern.of(size + 1, size), 0, size, MPI.BYTE, RANK, 3);
            assertNull(synchronous.Test());
            byte[] received = new byte[size];
            assertStatus(RANK, 3, size, COMM.Recv(received, 0, size, MPI.BYTE, RANK, 3));
            Pattern.assertIs(size, received, 0, size);
            assertStatus(RANK, 3, size, COMM.Recv(received, 0, size, MPI.BYTE, RANK, 3));
            Pattern.assertIs(size + 1, received, 0, size);
            Request.Waitall(new Request[] {send, synchronous});
        }
    }

    @Check
    public void smallBlockingSendReturnsBeforeItsReceive() {
        for (int i = 0; i < 100; i++) {
            COMM.Send(new int[] {i}, 0, 1, MPI.INT, RANK, 4);
        }
        int[] received = new int[1];
        for (int i = 0; i < 100; i++) {
            COMM.Recv(received, 0, 1, MPI.INT, RANK, 4);
            assertEquals(i, received[0]);
        }
    }

    @Check
    public void sendrecvWithOneself() {
        for (int size : SIZES) {
            byte[] received = new byte[size];
            assertStatus(RANK, 5, size, COMM.Sendrecv(Pattern.of(size, size), 0, size, MPI.BYTE, RANK, 5,
                received, 0, size, MPI.BYTE, RANK, 5));
            Pattern.assertIs(size, received, 0, size);
            COMM.Sendrecv_replace(received, 0, size, MPI.BYTE, RANK, 5, RANK, 5);
            Pattern.assertIs(size, received, 0, size);
        }
    }

    @Check
    public void worldAndSelfAreApart() {
        Comm self = MPI.COMM_SELF;
        assertEquals(1, self.Size());
        assertEquals(0, self.Rank());
        COMM.Send(new int[] {1}, 0, 1, MPI.INT, RANK, 6);
        self.Send(new int[] {2}, 0, 1, MPI.INT, 0, 6);
        int[] received = new int[1];
        assertStatus(0, 6, 1, self.Recv(received, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG));
        assertEquals(2, received[0]);
        assertStatus(RANK, 6, 1, COMM.Recv(received, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG));
        assertEquals(1, received[0]);
    }

    @Check
    public void probeAndCancelOfOnesOwn() {
        for (int size : SIZES) {
            Request send = COMM.Issend(new byte[size], 0, size, MPI.BYTE, RANK, 7);
            assertStatus(RANK, 7, size, COMM.Probe(RANK, 7));
            send.Cancel();
            assertTrue(send.Wait().Test_cancelled());
            assertNull(COMM.Iprobe(RANK, 7));
        }
        Request receive = COMM.Irecv(new byte[1], 0, 1, MPI.BYTE, RANK, 7);
        receive.Cancel();
        assertTrue(receive.Wait().Test_cancelled());
    }

    @Check
    public void truncatedMessageToOneself() {
        for (int size : new int[] {10, 1000, 70_000, 200_000}) {
            Request send = COMM.Isend(new byte[size], 0, size, MPI.BYTE, RANK, 8);
            assertError(MPI.ERR_TRUNCATE, "has " + size + " bytes",
                () -> COMM.Recv(new byte[5], 0, 5, MPI.BYTE, RANK, 8));
            send.Wait();
        }
    }

    @Check
    public void objectsToOneself() {
        Object[] sent = {"a", new int[] {1, 2}};
        Object[] received = new Object[2];
        Request send = COMM.Isend(sent, 0, 2, MPI.OBJECT, RANK, 9);
        Status status = COMM.Recv(received, 0, 2, MPI.OBJECT, RANK, 9);
        send.Wait();
        assertStatus(RANK, 9, 2, status);
        assertEquals("a", received[0]);
        assertTrue(sent[1] != received[1], "objects arrive as copies");
    }
}
