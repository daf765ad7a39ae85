package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** Wait and test calls, for one request and for several. */
public final class RequestChecks {
    private static final int REQUESTS = 5;
    private static final int BUFFERED = REQUESTS;

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

    /** The exception has no room for the status of the other request, which is complete as well. */
    @Check
    public void waitsomeAndTestsomeReportAFailureInACallOfItsOwn() {
        for (Function<Request[], Status[]> some : List.<Function<Request[], Status[]>>of(Request::Waitsome,
            Request::Testsome)) {
            Request[] receives = {COMM.Irecv(values[0], 0, 1, MPI.INT, PREVIOUS, 0),
                COMM.Irecv(new int[1], 0, 1, MPI.INT, PREVIOUS, 1)};
            COMM.Barrier();
            send(0);
            COMM.Send(new int[2], 0, 2, MPI.INT, NEXT, 1);
            send(2);
            COMM.Recv(values[2], 0, 1, MPI.INT, PREVIOUS, 2); // the first two have come before this one
            Status[] first = some.apply(receives);
            assertEquals(1, first.length);
            assertStatus(PREVIOUS, 0, 1, first[0]);
            assertError(MPI.ERR_TRUNCATE, "with tag 1 from rank " + PREVIOUS, () -> some.apply(receives));
            assertTrue(receives[1].Is_null());
        }
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
    public void testsomeReturnsNoneOrSome() {
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
        COMM.Barrier();
        for (int tag : new int[] {0, 1, 3, 4}) {
            send(tag);
        }
        int complete = 1;
        while (complete < REQUESTS) {
            complete += Request.Testsome(receives).length;
        }
        assertEquals(0, Request.Testsome(receives).length);
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

    /** An operation that is complete when it starts. A persistent request is started again for each call. */
    private record Started(String what, Supplier<Request> start, boolean ofNobody) {
        static Started sent(String what, Supplier<Request> start) {
            return new Started(what, start, false);
        }

        static Stream<Started> withNobody(String what, Supplier<Request> start, Supplier<Prequest> init) {
            Prequest persistent = init.get();
            return Stream.of(new Started(what + " of nobody", start, true),
                new Started("persistent " + what + " of nobody", () -> {
                    persistent.Start();
                    return persistent;
                }, true));
        }

        boolean persists() {
            return what.startsWith("persistent");
        }

        void assertEmpty(Status status) {
            assertFalse(status.Test_cancelled(), what);
            int nobody = ofNobody ? MPI.PROC_NULL : MPI.ANY_SOURCE;
            assertEquals(nobody, status.source, what);
            assertEquals(MPI.ANY_TAG, status.tag, what);
            assertEquals(0, status.count, what);
            assertEquals(0, status.Get_count(MPI.BYTE), what);
        }
    }

    /** The ways to complete the second of two requests while the first one is pending. */
    private static final List<Function<Request[], Status>> COMPLETIONS = List.of(
        both -> both[1].Wait(), both -> both[1].Test(), Request::Waitany, Request::Testany,
        both -> Request.Waitsome(both)[0], both -> Request.Testsome(both)[0],
        both -> Request.Waitall(new Request[] {null, both[1]})[1],
        both -> Request.Testall(new Request[] {null, both[1]})[1]);

    private static List<Started> startedAndComplete() {
        byte[] one = new byte[1];
        Intracomm alone = COMM.Split(RANK, 0);
        Prequest buffered = COMM.Bsend_init(one, 0, 1, MPI.BYTE, NEXT, BUFFERED);
        Prequest barrier = alone.Barrier_init();
        return Stream.of(
            Started.withNobody("Isend", () -> COMM.Isend(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 1),
                () -> COMM.Send_init(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 1)),
            Started.withNobody("Issend", () -> COMM.Issend(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 1),
                () -> COMM.Ssend_init(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 1)),
            Started.withNobody("Irsend", () -> COMM.Irsend(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 1),
                () -> COMM.Rsend_init(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 1)),
            Started.withNobody("Ibsend", () -> COMM.Ibsend(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 1),
                () -> COMM.Bsend_init(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 1)),
            Started.withNobody("Irecv", () -> COMM.Irecv(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 1),
                () -> COMM.Recv_init(one, 0, 1, MPI.BYTE, MPI.PROC_NULL, 1)),
            Stream.of(
                Started.sent("Ibsend", () -> COMM.Ibsend(one, 0, 1, MPI.BYTE, NEXT, BUFFERED)),
                Started.sent("persistent Bsend", () -> {
                    buffered.Start();
                    return buffered;
                }),
                Started.sent("Isend of nothing to itself",
                    () -> MPI.COMM_SELF.Isend(new byte[0], 0, 0, MPI.BYTE, 0, BUFFERED)),
                Started.sent("Ibarrier of one rank", alone::Ibarrier),
                Started.sent("persistent Barrier of one rank", () -> {
                    barrier.Start();
                    return barrier;
                }),
                Started.sent("Iallreduce of one rank", () ->
                    alone.Iallreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, MPI.SUM))))
            .flatMap(each -> each).toList();
    }

    @Check
    public void operationCompleteFromTheStartIsActiveUntilItsStatusIsReturned() {
        MPI.Buffer_attach(new byte[1000]);
        Request pending = COMM.Irecv(new int[1], 0, 1, MPI.INT, PREVIOUS, 0);
        for (Started each : startedAndComplete()) {
            for (int way = 0; way < COMPLETIONS.size(); way++) {
                Request request = each.start.get();
                assertFalse(request.Is_null(), each.what);
                Status status = COMPLETIONS.get(way).apply(new Request[] {pending, request});
                each.assertEmpty(status);
                assertTrue(way < 2 || status.index == 1, each.what + ", " + way + ": index " + status.index);
                assertEquals(!each.persists(), request.Is_null(), each.what);
                assertEquals(MPI.UNDEFINED, Request.Waitany(new Request[] {request}).index, each.what);
            }
            Request cancelled = each.start.get();
            cancelled.Cancel();
            each.assertEmpty(cancelled.Wait());
            Request freed = each.start.get();
            freed.Free();
            assertTrue(freed.Is_null(), each.what);
            assertError(MPI.ERR_REQUEST, "freed", freed::Free);
        }
        takeAll(COMM, PREVIOUS, 2 * (COMPLETIONS.size() + 2));
        takeAll(MPI.COMM_SELF, 0, COMPLETIONS.size() + 2);
        MPI.Buffer_detach();
        COMM.Barrier(); // no message arrives before all ranks have looked
        send(0);
        pending.Wait();
    }

    private static void takeAll(Comm comm, int source, int messages) {
        for (int i = 0; i < messages; i++) {
            comm.Recv(new byte[1], 0, 1, MPI.BYTE, source, BUFFERED);
        }
    }

    /** Like the test testsomeO of MPJ Express. In mpiJava, Waitsome returns null if there is nothing to wait for. */
    @Check
    public void nothingToTestGivesNone() {
        for (Request[] none : List.of(new Request[0], new Request[2], new Request[] {MPI.REQUEST_NULL})) {
            assertEquals(0, Request.Testsome(none).length);
            assertNull(Request.Waitsome(none));
            assertEquals(none.length, Request.Waitall(none).length);
            assertEquals(none.length, Request.Testall(none).length);
        }
    }

    @Check
    public void arrayThatIsNullIsNamed() {
        assertError(MPI.ERR_REQUEST, "array of requests is null", () -> Request.Waitall(null));
        assertError(MPI.ERR_REQUEST, "array of requests is null", () -> Request.Testany(null));
    }
}
