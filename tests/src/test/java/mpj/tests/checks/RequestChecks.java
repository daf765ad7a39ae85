package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** Waiting and testing, for one request and for many. */
public final class RequestChecks {
    private static final int REQUESTS = 5;

    private final int[][] values = new int[REQUESTS][1];

    private Request[] receives() {
        Request[] receives = new Request[REQUESTS];
        for (int i = 0; i < REQUESTS; i++) {
            receives[i] = COMM.Irecv(values[i], 0, 1, MPI.INT, PREVIOUS, i);
        }
        return receives;
    }

    private static void send(int tag) {
        COMM.Send(new int[] {tag * 11}, 0, 1, MPI.INT, NEXT, tag);
    }

    @Check
    public void requestIsNullOnceItsStatusWasReturned() {
        Request receive = COMM.Irecv(values[0], 0, 1, MPI.INT, PREVIOUS, 0);
        assertFalse(receive.Is_null());
        send(0);
        assertStatus(PREVIOUS, 0, 1, receive.Wait());
        assertTrue(receive.Is_null());
        assertStatus(MPI.ANY_SOURCE, MPI.ANY_TAG, 0, receive.Wait());
        assertNotNull(receive.Test());
        assertTrue(MPI.REQUEST_NULL.Is_null());
        assertNotNull(MPI.REQUEST_NULL.Wait());
        assertError(MPI.ERR_REQUEST, "request is null", receive::Cancel);
    }

    @Check
    public void testReturnsNullUntilTheMessageIsThere() {
        Request receive = COMM.Irecv(values[0], 0, 1, MPI.INT, PREVIOUS, 0);
        for (int i = 0; i < 100; i++) {
            assertNull(receive.Test());
        }
        COMM.Barrier();
        send(0);
        Status status = receive.Test();
        while (status == null) {
            status = receive.Test();
        }
        assertStatus(PREVIOUS, 0, 1, status);
        assertEquals(0, values[0][0]);
    }

    @Check
    public void waitallReturnsStatusesInTheRequestsOrder() {
        Request[] receives = receives();
        for (int tag = REQUESTS - 1; tag >= 0; tag--) {
            send(tag);
        }
        Status[] statuses = Request.Waitall(receives);
        for (int i = 0; i < REQUESTS; i++) {
            assertStatus(PREVIOUS, i, 1, statuses[i]);
            assertEquals(i, statuses[i].index);
            assertEquals(i * 11, values[i][0]);
            assertTrue(receives[i].Is_null());
        }
        assertEquals(REQUESTS, Request.Waitall(receives).length);
        assertEquals(0, Request.Waitall(new Request[0]).length);
    }

    @Check
    public void waitanyReturnsTheOneThatIsComplete() {
        Request[] receives = receives();
        for (int tag : new int[] {3, 0, 4, 1, 2}) {
            COMM.Barrier();
            send(tag);
            Status status = Request.Waitany(receives);
            assertStatus(PREVIOUS, tag, 1, status);
            assertEquals(tag, status.index);
            assertEquals(tag * 11, values[tag][0]);
        }
        assertEquals(MPI.UNDEFINED, Request.Waitany(receives).index);
        assertEquals(MPI.UNDEFINED, Request.Waitany(new Request[] {null, MPI.REQUEST_NULL}).index);
    }

    @Check
    public void testanyReturnsNullOrTheOneThatIsComplete() {
        Request[] receives = receives();
        for (int tag : new int[] {2, 4, 3, 1, 0}) {
            assertNull(Request.Testany(receives));
            COMM.Barrier();
            send(tag);
            Status status = Request.Testany(receives);
            while (status == null) {
                status = Request.Testany(receives);
            }
            assertStatus(PREVIOUS, tag, 1, status);
            assertEquals(tag, status.index);
        }
        assertEquals(MPI.UNDEFINED, Request.Testany(receives).index);
    }

    @Check
    public void testallReturnsNullUntilAllAreComplete() {
        Request[] receives = receives();
        for (int tag = 0; tag < REQUESTS - 1; tag++) {
            send(tag);
        }
        for (int i = 0; i < 100; i++) {
            assertNull(Request.Testall(receives));
        }
        COMM.Barrier();
        send(REQUESTS - 1);
        Status[] statuses = Request.Testall(receives);
        while (statuses == null) {
            statuses = Request.Testall(receives);
        }
        for (int i = 0; i < REQUESTS; i++) {
            assertStatus(PREVIOUS, i, 1, statuses[i]);
        }
        assertEquals(REQUESTS, Request.Testall(receives).length);
    }

    @Check
    public void waitsomeReturnsAllThatAreComplete() {
        Request[] receives = receives();
        COMM.Barrier();
        send(1);
        send(4);
        int complete = 0;
        while (complete < 2) {
            for (Status status : Request.Waitsome(receives)) {
                assertTrue(status.index == 1 || status.index == 4, "index " + status.index);
                assertStatus(PREVIOUS, status.index, 1, status);
                complete++;
            }
        }
        COMM.Barrier();
        send(0);
        send(2);
        send(3);
        while (complete < REQUESTS) {
            complete += Request.Waitsome(receives).length;
        }
        assertNull(Request.Waitsome(receives));
    }

    @Check
    public void testsomeReturnsNoneSomeOrNull() {
        Request[] receives = receives();
        assertEquals(0, Request.Testsome(receives).length);
        COMM.Barrier();
        send(2);
        Status[] some = Request.Testsome(receives);
        while (some.length == 0) {
            some = Request.Testsome(receives);
        }
        assertEquals(1, some.length);
        assertEquals(2, some[0].index);
        for (int tag : new int[] {0, 1, 3, 4}) {
            send(tag);
        }
        int complete = 1;
        while (complete < REQUESTS) {
            complete += Request.Testsome(receives).length;
        }
        assertNull(Request.Testsome(receives));
    }

    @Check
    public void sendsAndReceivesMixInOneArray() {
        int size = 200_000;
        byte[] received = new byte[size];
        Request[] both = {
            COMM.Isend(Pattern.of(1, size), 0, size, MPI.BYTE, NEXT, 1), null,
            COMM.Irecv(received, 0, size, MPI.BYTE, PREVIOUS, 1),
            COMM.Issend(new byte[1], 0, 1, MPI.BYTE, NEXT, 2), MPI.REQUEST_NULL,
            COMM.Irecv(new byte[1], 0, 1, MPI.BYTE, PREVIOUS, 2)};
        Status[] statuses = Request.Waitall(both);
        assertStatus(PREVIOUS, 1, size, statuses[2]);
        assertStatus(PREVIOUS, 2, 1, statuses[5]);
        Pattern.assertIs(1, received, 0, size);
    }

    @Check
    public void waitallCompletesTheRestWhenOneFails() {
        Request[] receives = {
            COMM.Irecv(new byte[1], 0, 1, MPI.BYTE, PREVIOUS, 1),
            COMM.Irecv(new byte[10], 0, 10, MPI.BYTE, PREVIOUS, 2),
            COMM.Irecv(new byte[2], 0, 2, MPI.BYTE, PREVIOUS, 3)};
        for (int tag = 1; tag <= 3; tag++) {
            COMM.Send(new byte[10], 0, 10, MPI.BYTE, NEXT, tag);
        }
        try {
            Request.Waitall(receives);
            throw new AssertionError("no error for a receive that was too short");
        } catch (MPIException e) {
            assertEquals(MPI.ERR_TRUNCATE, e.Get_error_class(), e.getMessage());
            assertEquals(1, e.getSuppressed().length, "the second failure is kept too");
        }
        for (Request receive : receives) {
            assertTrue(receive.Is_null());
        }
    }

    @Check
    public void arrayThatIsNullIsNamed() {
        assertError(MPI.ERR_REQUEST, "array of requests is null", () -> Request.Waitall(null));
        assertError(MPI.ERR_REQUEST, "array of requests is null", () -> Request.Testany(null));
    }
}
