package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZES;
import static mpj.tests.checks.World.assertStatus;
import static mpj.tests.checks.World.meet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** A cancelled operation is either taken back completely, or completes as if it had not been cancelled. */
public final class CancelChecks {
    /** No C library of MPI takes back a send. The send completes as if it had not been cancelled. */
    private static final boolean SENDS_STAY = "mpi".equals(System.getProperty("mpj.transport"));

    @Check
    public void cancelledReceiveTakesNoMessage() {
        byte[] untouched = new byte[4];
        Request receive = COMM.Irecv(untouched, 0, 4, MPI.BYTE, MPI.ANY_SOURCE, 1);
        receive.Cancel();
        assertTrue(receive.Wait().Test_cancelled());
        COMM.Barrier();
        Request send = COMM.Isend(Pattern.of(1, 4), 0, 4, MPI.BYTE, NEXT, 1);
        byte[] received = new byte[4];
        Status status = COMM.Recv(received, 0, 4, MPI.BYTE, PREVIOUS, 1);
        assertFalse(status.Test_cancelled());
        Pattern.assertIs(1, received, 0, 4);
        assertEquals(0, untouched[0] | untouched[3]);
        send.Wait();
    }

    @Check
    public void matchedReceiveIsNotCancelled() {
        for (int size : SIZES) {
            byte[] received = new byte[size];
            Request receive = COMM.Irecv(received, 0, size, MPI.BYTE, PREVIOUS, 2);
            COMM.Barrier();
            Request send = COMM.Isend(Pattern.of(size, size), 0, size, MPI.BYTE, NEXT, 2);
            // When this later message has arrived, the earlier one has been matched.
            COMM.Sendrecv(new byte[0], 0, 0, MPI.BYTE, NEXT, 3, new byte[0], 0, 0, MPI.BYTE, PREVIOUS, 3);
            receive.Cancel();
            Status status = receive.Wait();
            assertFalse(status.Test_cancelled(), "a receive of " + size + " bytes was cancelled after its match");
            assertStatus(PREVIOUS, 2, size, status);
            Pattern.assertIs(size, received, 0, size);
            send.Wait();
        }
    }

    @Check
    public void cancelledReceiveInTheMiddleLeavesItsNeighbours() {
        Request[] receives = new Request[9];
        int[][] values = new int[9][1];
        for (int i = 0; i < 9; i++) {
            receives[i] = COMM.Irecv(values[i], 0, 1, MPI.INT, i % 2 == 0 ? PREVIOUS : MPI.ANY_SOURCE, 4);
        }
        for (int i : new int[] {4, 0, 8, 5}) {
            receives[i].Cancel();
            assertTrue(receives[i].Wait().Test_cancelled());
        }
        COMM.Barrier();
        for (int i = 0; i < 5; i++) {
            COMM.Send(new int[] {i}, 0, 1, MPI.INT, NEXT, 4);
        }
        int next = 0;
        for (int i : new int[] {1, 2, 3, 6, 7}) {
            receives[i].Wait();
            assertEquals(next++, values[i][0], "message that receive " + i + " took");
        }
    }

    @Check(ranks = 2)
    public void unmatchedSynchronousSendIsCancelled() {
        for (int size : new int[] {0, 8, 100, 20_000, 65_537, 1 << 20}) {
            if (RANK == 0) {
                Request send = COMM.Issend(new byte[size], 0, size, MPI.BYTE, 1, 5);
                meet(1, 6);
                send.Cancel();
                assertEquals(!SENDS_STAY, send.Wait().Test_cancelled(), "whether an Issend of " + size
                    + " bytes was cancelled");
                meet(1, 7);
            } else if (RANK == 1) {
                meet(0, 6);
                COMM.Recv(new byte[0], 0, 0, MPI.BYTE, 0, 7);
                if (SENDS_STAY) {
                    COMM.Recv(new byte[size], 0, size, MPI.BYTE, 0, 5);
                }
                assertNull(COMM.Iprobe(0, 5), "a cancelled send of " + size + " bytes is still there");
                COMM.Send(new byte[0], 0, 0, MPI.BYTE, 0, 7);
            }
        }
    }

    @Check(ranks = 2)
    public void matchedSendCompletes() {
        for (int size : SIZES) {
            if (RANK == 0) {
                meet(1, 8);
                Request send = COMM.Issend(Pattern.of(size, size), 0, size, MPI.BYTE, 1, 9);
                COMM.Recv(new byte[0], 0, 0, MPI.BYTE, 1, 8);
                send.Cancel();
                assertFalse(send.Wait().Test_cancelled());
            } else if (RANK == 1) {
                byte[] received = new byte[size];
                Request receive = COMM.Irecv(received, 0, size, MPI.BYTE, 0, 9);
                meet(0, 8);
                receive.Wait();
                COMM.Send(new byte[0], 0, 0, MPI.BYTE, 0, 8);
                Pattern.assertIs(size, received, 0, size);
            }
        }
    }

    /**
     * Whether the cancel succeeds or not, both sides agree: the message arrives on one side exactly if the other side
     * could not cancel it.
     */
    @Check(ranks = 2)
    public void cancelRacesWithTheMatch() {
        Random random = new Random(4);
        for (int round = 0; round < 400; round++) {
            int size = SIZES[random.nextInt(SIZES.length)];
            boolean synchronous = random.nextBoolean();
            if (RANK == 0) {
                byte[] message = Pattern.of(round, size);
                Request send = synchronous ? COMM.Issend(message, 0, size, MPI.BYTE, 1, 10)
                    : COMM.Isend(message, 0, size, MPI.BYTE, 1, 10);
                send.Cancel();
                boolean cancelled = send.Wait().Test_cancelled();
                COMM.Send(new boolean[] {cancelled}, 0, 1, MPI.BOOLEAN, 1, 11);
                meet(1, 11);
            } else if (RANK == 1) {
                byte[] received = new byte[size];
                Request receive = COMM.Irecv(received, 0, size, MPI.BYTE, 0, 10);
                boolean[] cancelled = new boolean[1];
                COMM.Recv(cancelled, 0, 1, MPI.BOOLEAN, 0, 11);
                if (cancelled[0]) {
                    receive.Cancel();
                }
                assertEquals(cancelled[0], receive.Wait().Test_cancelled(), "round " + round + ", " + size + " bytes");
                if (!cancelled[0]) {
                    Pattern.assertIs(round, received, 0, size);
                }
                meet(0, 11);
            }
        }
    }

    /** Cancels sends that have begun, sends in the queue and sends that have not begun, while the channel is full. */
    @Check(ranks = 2)
    public void sendsBehindAFullChannelAreCancelled() {
        int sends = 60;
        int size = 60_000;
        if (RANK == 0) {
            Request[] requests = new Request[sends];
            for (int i = 0; i < sends; i++) {
                byte[] message = Pattern.of(i, size);
                requests[i] = i % 2 == 0 ? COMM.Isend(message, 0, size, MPI.BYTE, 1, 12)
                    : COMM.Issend(message, 0, size, MPI.BYTE, 1, 12);
            }
            for (Request request : requests) {
                request.Cancel();
            }
            boolean[] cancelled = new boolean[sends];
            COMM.Send(new byte[0], 0, 0, MPI.BYTE, 1, 13);
            Status[] statuses = Request.Waitall(requests);
            for (int i = 0; i < sends; i++) {
                cancelled[i] = statuses[i].Test_cancelled();
            }
            COMM.Send(cancelled, 0, sends, MPI.BOOLEAN, 1, 14);
        } else if (RANK == 1) {
            COMM.Recv(new byte[0], 0, 0, MPI.BYTE, 0, 13);
            boolean[] cancelled = new boolean[sends];
            COMM.Recv(cancelled, 0, sends, MPI.BOOLEAN, 0, 14);
            byte[] received = new byte[size];
            for (int i = 0; i < sends; i++) {
                if (!cancelled[i]) {
                    COMM.Recv(received, 0, size, MPI.BYTE, 0, 12);
                    Pattern.assertIs(i, received, 0, size);
                }
            }
            assertNull(COMM.Iprobe(0, 12));
        }
    }
}
