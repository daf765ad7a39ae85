package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** Requests that are started repeatedly. */
public final class PersistentRequestChecks {
    private static final int STARTS = 20;

    private interface Mode {
        Prequest init(Object buf, int offset, int count, Datatype datatype, int dest, int tag);
    }

    @Check
    public void everyModeSendsThePresentContentAtEachStart() {
        MPI.Buffer_attach(new byte[10 << 20]);
        for (int length : new int[] {1, 1000, 200_000}) {
            for (Mode mode : List.<Mode>of(COMM::Send_init, COMM::Ssend_init, COMM::Bsend_init)) {
                int[] sent = new int[length];
                int[] received = new int[length];
                Prequest receive = COMM.Recv_init(received, 0, length, MPI.INT, PREVIOUS, 3);
                Prequest send = mode.init(sent, 0, length, MPI.INT, NEXT, 3);
                for (int i = 0; i < STARTS; i++) {
                    sent[length - 1] = RANK * 100 + i;
                    Prequest.Startall(new Prequest[] {receive, send});
                    Status[] statuses = Request.Waitall(new Request[] {receive, send});
                    assertStatus(PREVIOUS, 3, length, statuses[0]);
                    assertEquals(PREVIOUS * 100 + i, received[length - 1]);
                }
                send.Free();
                receive.Free();
            }
        }
        MPI.Buffer_detach();
    }

    /** Other libraries allow this as well: a request keeps the datatype that it was made with. */
    @Check
    public void datatypeMayBeFreedBeforeTheStarts() {
        MPI.Buffer_attach(new byte[1 << 20]);
        for (Mode mode : List.<Mode>of(COMM::Send_init, COMM::Ssend_init, COMM::Bsend_init)) {
            for (Datatype datatype : List.of(Datatype.Vector(3, 1, 2, MPI.INT), Datatype.Contiguous(5, MPI.INT))) {
                datatype.Commit();
                int[] sent = new int[5];
                int[] received = new int[5];
                int[] shown = new int[5];
                Prequest receive = COMM.Recv_init(received, 0, 1, datatype, PREVIOUS, 6);
                Prequest send = mode.init(sent, 0, 1, datatype, NEXT, 6);
                Prequest show = COMM.Bcast_init(shown, 0, 1, datatype, 0);
                datatype.free();
                for (int i = 1; i <= 2; i++) {
                    sent[4] = RANK * 100 + i;
                    shown[4] = RANK == 0 ? i : 0;
                    Prequest.Startall(new Prequest[] {receive, send, show});
                    Request.Waitall(new Request[] {receive, send, show});
                    assertEquals(PREVIOUS * 100 + i, received[4]);
                    assertEquals(i, shown[4]);
                }
                send.Free();
                receive.Free();
                show.Free();
            }
        }
        MPI.Buffer_detach();
    }

    @Check
    public void readySendFindsItsReceive() {
        int[] received = new int[1];
        Prequest receive = COMM.Recv_init(received, 0, 1, MPI.INT, PREVIOUS, 4);
        Prequest send = COMM.Rsend_init(new int[] {RANK}, 0, 1, MPI.INT, NEXT, 4);
        receive.Start();
        COMM.Barrier();
        send.Start();
        send.Wait();
        receive.Wait();
        assertEquals(PREVIOUS, received[0]);
    }

    @Check
    public void requestIsInactiveButNotNullUntilItIsFreed() {
        Prequest receive = COMM.Recv_init(new int[1], 0, 1, MPI.INT, PREVIOUS, 5);
        assertFalse(receive.Is_null());
        assertStatus(MPI.ANY_SOURCE, MPI.ANY_TAG, 0, receive.Wait());
        assertEquals(MPI.UNDEFINED, Request.Waitany(new Request[] {receive}).index);
        receive.Start();
        assertError(MPI.ERR_REQUEST, "the request is under way", receive::Start);
        receive.Cancel();
        assertTrue(receive.Wait().Test_cancelled());
        assertFalse(receive.Is_null());
        receive.Free();
        assertTrue(receive.Is_null());
        assertError(MPI.ERR_REQUEST, "was freed", receive::Start);
        assertError(MPI.ERR_REQUEST, "null", receive::Free);
        assertError(MPI.ERR_REQUEST, "array_of_request[0] was freed",
            () -> Prequest.Startall(new Prequest[] {receive}));
        assertError(MPI.ERR_REQUEST, "array_of_request[0] is null", () -> Prequest.Startall(new Prequest[1]));
        assertError(MPI.ERR_REQUEST, "array_of_request is null", () -> Prequest.Startall(null));
    }

    @Check
    public void operationCompleteAtOnceHasItsPlaceAmongOthers() {
        Prequest nothing = COMM.Recv_init(new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, 6);
        Request pending = COMM.Irecv(new int[1], 0, 1, MPI.INT, PREVIOUS, 6);
        nothing.Start();
        Status status = Request.Waitany(new Request[] {pending, nothing});
        assertEquals(1, status.index);
        assertEquals(MPI.PROC_NULL, status.source);
        nothing.Start();
        assertEquals(1, Request.Waitsome(new Request[] {pending, nothing})[0].index);
        nothing.Start();
        assertEquals(MPI.PROC_NULL, nothing.Test().source);
        COMM.Barrier(); // no message arrives before all ranks have looked
        COMM.Send(new int[1], 0, 1, MPI.INT, NEXT, 6);
        pending.Wait();
    }

    @Check
    public void objectsAreReceivedAtEachStart() {
        Object[] received = new Object[1];
        Object[] sent = new Object[1];
        Prequest receive = COMM.Recv_init(received, 0, 1, MPI.OBJECT, PREVIOUS, 7);
        Prequest send = COMM.Send_init(sent, 0, 1, MPI.OBJECT, NEXT, 7);
        for (int i = 0; i < STARTS; i++) {
            sent[0] = "message " + i + " of " + RANK;
            receive.Start();
            send.Start();
            receive.Wait();
            send.Wait();
            assertEquals("message " + i + " of " + PREVIOUS, received[0]);
        }
    }

    @Check
    public void freedSendStillArrives() {
        int[] large = new int[500_000];
        large[499_999] = RANK;
        Request send = COMM.Isend(large, 0, large.length, MPI.INT, NEXT, 8);
        send.Free();
        assertTrue(send.Is_null());
        int[] received = new int[500_000];
        COMM.Recv(received, 0, received.length, MPI.INT, PREVIOUS, 8);
        assertEquals(PREVIOUS, received[499_999]);
    }

    @Check
    public void argumentsAreCheckedWhenTheRequestIsMade() {
        assertError(MPI.ERR_RANK, "dest is 99", () -> COMM.Send_init(new int[1], 0, 1, MPI.INT, 99, 1));
        assertError(MPI.ERR_TAG, "tag is -1", () -> COMM.Bsend_init(new int[1], 0, 1, MPI.INT, NEXT, -1));
        assertError(MPI.ERR_BUFFER, "buf is null", () -> COMM.Recv_init(null, 0, 1, MPI.INT, NEXT, 1));
        assertError(MPI.ERR_COUNT, "count is -1", () -> COMM.Ssend_init(new int[1], 0, -1, MPI.INT, NEXT, 1));
    }
}
