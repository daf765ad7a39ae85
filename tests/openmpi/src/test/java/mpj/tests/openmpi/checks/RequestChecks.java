package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.assertError;
import static mpj.tests.openmpi.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** MPI 3.1, sections 3.7 to 3.9: requests, their cancellation, and persistent requests. */
public final class RequestChecks {
    private static final int TAG = 5;
    private static final int MESSAGES = 5;
    private static final long LIMIT = 60_000_000_000L;

    private static IntBuffer of(int value) {
        return MPI.newIntBuffer(1).put(0, value);
    }

    private static Request receive(int tag) {
        return COMM.iRecv(MPI.newIntBuffer(1), 1, MPI.INT, PREVIOUS, tag);
    }

    private static void send(int tag) {
        COMM.send(new int[] {RANK}, 1, MPI.INT, NEXT, tag);
    }

    /** Waits for a condition that becomes true later. */
    private static <T> T await(Supplier<T> result) {
        long deadline = System.nanoTime() + LIMIT;
        T found = result.get();
        while (found == null) {
            assertTrue(System.nanoTime() < deadline, "the condition did not become true in time");
            Thread.onSpinWait();
            found = result.get();
        }
        return found;
    }

    private static Request[] receives() {
        Request[] requests = new Request[MESSAGES];
        for (int i = 0; i < MESSAGES; i++) {
            requests[i] = receive(TAG + i);
        }
        return requests;
    }

    @Check
    public void requestIsNullWhenItIsComplete() {
        Request receive = receive(TAG);
        assertFalse(receive.isNull());
        assertNull(receive.testStatus());
        assertFalse(receive.test());
        assertNull(receive.getStatus());
        COMM.barrier();
        send(TAG);
        assertStatus(PREVIOUS, TAG, MPI.INT, 1, await(receive::getStatus));
        assertFalse(receive.isNull());
        assertStatus(PREVIOUS, TAG, MPI.INT, 1, receive.getStatus());
        assertStatus(PREVIOUS, TAG, MPI.INT, 1, receive.testStatus());
        assertTrue(receive.isNull());
        assertEmpty(receive.waitStatus());
        assertEmpty(receive.testStatus());
        assertEmpty(receive.getStatus());
        assertTrue(receive.test());
        receive.waitFor();
        receive.free();
        COMM.barrier();
    }

    private static void assertEmpty(Status status) {
        assertStatus(MPI.ANY_SOURCE, MPI.ANY_TAG, MPI.INT, 0, status);
        assertFalse(status.isCancelled());
    }

    @Check
    public void nullRequestIsCompleteAtOnce() {
        Request none = MPI.REQUEST_NULL;
        assertTrue(none.isNull());
        assertTrue(none.test());
        none.waitFor();
        none.free();
        assertEmpty(none.waitStatus());
        assertError(MPI.ERR_REQUEST, "is null", none::cancel);
        Request[] nulls = {none, null, none};
        assertEquals(MPI.UNDEFINED, Request.waitAny(nulls));
        assertEquals(MPI.UNDEFINED, Request.waitAnyStatus(nulls).getIndex());
        assertEquals(MPI.UNDEFINED, Request.testAny(nulls));
        assertEquals(MPI.UNDEFINED, Request.testAnyStatus(nulls).getIndex());
        assertNull(Request.waitSome(nulls));
        assertNull(Request.waitSomeStatus(nulls));
        assertNull(Request.testSome(nulls));
        assertNull(Request.testSomeStatus(nulls));
        Request.waitAll(nulls);
        assertTrue(Request.testAll(nulls));
        assertEquals(3, Request.waitAllStatus(nulls).length);
        assertEmpty(Request.testAllStatus(nulls)[2]);
        assertError(MPI.ERR_REQUEST, "null", () -> Request.waitAll(null));
    }

    @Check
    public void waitAnyTakesEachOnce() {
        for (boolean statuses : new boolean[] {false, true}) {
            Request[] requests = receives();
            assertEquals(MPI.UNDEFINED, Request.testAny(requests));
            assertNull(Request.testAnyStatus(requests));
            COMM.barrier();
            Set<Integer> found = new HashSet<>();
            for (int i = MESSAGES - 1; i >= 0; i--) {
                send(TAG + i);
                int index;
                if (statuses) {
                    Status status = Request.waitAnyStatus(requests);
                    index = status.getIndex();
                    assertStatus(PREVIOUS, TAG + index, MPI.INT, 1, status);
                } else {
                    index = Request.waitAny(requests);
                }
                assertTrue(found.add(index), () -> index + " was found before");
                assertTrue(requests[index].isNull());
            }
            assertEquals(MPI.UNDEFINED, Request.waitAny(requests));
            COMM.barrier();
        }
    }

    @Check
    public void testAnyTakesEachOnce() {
        for (boolean statuses : new boolean[] {false, true}) {
            Request[] requests = receives();
            COMM.barrier();
            Set<Integer> found = new HashSet<>();
            for (int i = 0; i < MESSAGES; i++) {
                send(TAG + i);
                found.add(await(() -> {
                    Status status = statuses ? Request.testAnyStatus(requests) : null;
                    int index = statuses ? status == null ? MPI.UNDEFINED : status.getIndex()
                        : Request.testAny(requests);
                    return index == MPI.UNDEFINED ? null : index;
                }));
            }
            assertEquals(Set.of(0, 1, 2, 3, 4), found);
            COMM.barrier();
        }
    }

    @Check
    public void someAreTheIndicesOfThoseThatAreComplete() {
        for (boolean waiting : new boolean[] {false, true}) {
            for (boolean statuses : new boolean[] {false, true}) {
                Request[] requests = receives();
                assertArrayEquals(new int[0], Request.testSome(requests));
                assertEquals(0, Request.testSomeStatus(requests).length);
                COMM.barrier();
                for (int i = 0; i < MESSAGES; i++) {
                    send(TAG + i);
                }
                Set<Integer> found = new HashSet<>();
                while (found.size() < MESSAGES) {
                    for (int index : some(requests, waiting, statuses)) {
                        assertTrue(found.add(index), () -> index + " was found before");
                    }
                }
                assertNull(waiting ? Request.waitSome(requests) : Request.testSome(requests));
                COMM.barrier();
            }
        }
    }

    private static int[] some(Request[] requests, boolean waiting, boolean statuses) {
        if (!statuses) {
            return waiting ? Request.waitSome(requests) : Request.testSome(requests);
        }
        Status[] some = waiting ? Request.waitSomeStatus(requests) : Request.testSomeStatus(requests);
        int[] indices = new int[some.length];
        for (int i = 0; i < some.length; i++) {
            indices[i] = some[i].getIndex();
            assertStatus(PREVIOUS, TAG + indices[i], MPI.INT, 1, some[i]);
        }
        return indices;
    }

    @Check
    public void allHaveTheirStatuses() {
        Request[] requests = receives();
        assertNull(Request.testAllStatus(requests));
        assertFalse(Request.testAll(requests));
        COMM.barrier();
        for (int i = 0; i < MESSAGES; i++) {
            send(TAG + i);
        }
        Status[] statuses = Request.waitAllStatus(requests);
        for (int i = 0; i < MESSAGES; i++) {
            assertStatus(PREVIOUS, TAG + i, MPI.INT, 1, statuses[i]);
            assertEquals(i, statuses[i].getIndex());
            assertTrue(requests[i].isNull());
        }
        Request[] more = receives();
        for (int i = 0; i < MESSAGES; i++) {
            send(TAG + i);
        }
        Status[] tested = await(() -> Request.testAllStatus(more));
        assertStatus(PREVIOUS, TAG, MPI.INT, 1, tested[0]);
    }

    @Check
    public void failedReceiveThrowsWhereItIsWaitedFor() {
        Request[] requests = {COMM.iRecv(MPI.newByteBuffer(0), 0, MPI.INT, PREVIOUS, TAG), receive(TAG + 1)};
        COMM.barrier();
        send(TAG);
        send(TAG + 1);
        assertError(MPI.ERR_TRUNCATE, "at most", () -> await(requests[0]::getStatus));
        assertFalse(requests[0].isNull());
        assertError(MPI.ERR_TRUNCATE, "at most", () -> Request.waitAll(requests));
        assertTrue(requests[0].isNull() && requests[1].isNull());
    }

    @Check
    public void cancelledReceiveSaysSo() {
        Request receive = receive(TAG);
        receive.cancel();
        Status status = receive.waitStatus();
        assertTrue(status.isCancelled());
        COMM.barrier();
        send(TAG);
        COMM.recv(new int[1], 1, MPI.INT, PREVIOUS, TAG);
        Request send = COMM.isSend(of(1), 1, MPI.INT, NEXT, TAG + 1);
        send.cancel();
        boolean cancelled = send.waitStatus().isCancelled();
        int[] gone = {cancelled ? 1 : 0};
        COMM.sendRecvReplace(gone, 1, MPI.INT, NEXT, TAG + 2, PREVIOUS, TAG + 2);
        assertEquals(gone[0] == 0, COMM.iProbe(PREVIOUS, TAG + 1) != null);
        if (gone[0] == 0) {
            COMM.recv(new int[1], 1, MPI.INT, PREVIOUS, TAG + 1);
        }
    }

    @Check
    public void freedRequestGoesOn() {
        IntBuffer room = MPI.newIntBuffer(1);
        Request receive = COMM.iRecv(room, 1, MPI.INT, PREVIOUS, TAG);
        receive.free();
        assertTrue(receive.isNull());
        send(TAG);
        COMM.send(new int[] {RANK}, 1, MPI.INT, NEXT, TAG + 1);
        COMM.recv(new int[1], 1, MPI.INT, PREVIOUS, TAG + 1);
        assertEquals(PREVIOUS, room.get(0));
    }

    @Check
    public void persistentRequestsAreStartedAgainAndAgain() {
        IntBuffer sent = MPI.newIntBuffer(1000);
        IntBuffer received = MPI.newIntBuffer(1000);
        MPI.attachBuffer(new byte[1 << 16]);
        Prequest receive = COMM.recvInit(received, 1000, MPI.INT, PREVIOUS, TAG);
        for (Prequest send : new Prequest[] {COMM.sendInit(sent, 1000, MPI.INT, NEXT, TAG),
            COMM.bSendInit(sent, 1000, MPI.INT, NEXT, TAG), COMM.sSendInit(sent, 1000, MPI.INT, NEXT, TAG),
            COMM.rSendInit(sent, 1000, MPI.INT, NEXT, TAG)}) {
            for (int round = 0; round < 5; round++) {
                sent.put(0, World.items(RANK, round, 1000));
                receive.start();
                COMM.barrier();
                send.start();
                assertFalse(send.isNull());
                assertError(MPI.ERR_REQUEST, "is under way", send::start);
                send.waitFor();
                assertStatus(PREVIOUS, TAG, MPI.INT, 1000, receive.waitStatus());
                assertArrayEquals(World.items(PREVIOUS, round, 1000), Memory.values(received));
                assertEmpty(send.waitStatus());
                assertFalse(send.isNull());
                assertError(MPI.ERR_REQUEST, "is inactive", send::cancel);
            }
            send.free();
            assertTrue(send.isNull());
            assertError(MPI.ERR_REQUEST, "was freed", send::start);
        }
        receive.free();
        MPI.detachBuffer();
    }

    @Check
    public void severalAreStartedAtOnce() {
        IntBuffer room = MPI.newIntBuffer(1);
        Prequest[] both = {COMM.recvInit(room, 1, MPI.INT, PREVIOUS, TAG),
            COMM.sendInit(of(RANK), 1, MPI.INT, NEXT, TAG)};
        for (int round = 0; round < 3; round++) {
            Prequest.startAll(both);
            Request.waitAll(both);
            assertEquals(PREVIOUS, room.get(0));
            room.put(0, Memory.UNTOUCHED);
        }
        Prequest[] withNull = {both[0], null};
        assertError(MPI.ERR_REQUEST, "requests[1] is null", () -> Prequest.startAll(withNull));
        assertNotNull(both[0].testStatus());
        both[0].free();
        both[1].free();
    }
}
