package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.SIZES;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.Serializable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** A receive whose message does not fit fails. Nothing else does. */
public final class TruncationChecks {
    private record Greeting(String text) implements Serializable {
    }

    /** Asserts that the next message is right, whatever happened to the one before. */
    private static void assertNextIsRight(int tag) {
        Request send = COMM.Isend(Pattern.of(77, 70_001), 0, 70_001, MPI.BYTE, NEXT, tag);
        byte[] received = new byte[70_001];
        assertStatus(PREVIOUS, tag, 70_001, COMM.Recv(received, 0, received.length, MPI.BYTE, PREVIOUS, tag));
        Pattern.assertIs(77, received, 0, received.length);
        send.Wait();
    }

    @Check
    public void unexpectedMessageLongerThanItsReceive() {
        for (int size : SIZES) {
            if (size > 0) {
                Request send = COMM.Isend(Pattern.of(size, size), 0, size, MPI.BYTE, NEXT, 1);
                COMM.Probe(PREVIOUS, 1);
                byte[] received = new byte[size + 1];
                assertError(MPI.ERR_TRUNCATE, "has " + size + " bytes, the receive takes at most " + size / 2,
                    () -> COMM.Recv(received, 1, size / 2, MPI.BYTE, PREVIOUS, 1));
                assertOnlyWrote(received, size, 1, size / 2);
                send.Wait();
                assertNextIsRight(1);
            }
        }
    }

    @Check
    public void expectedMessageLongerThanItsReceive() {
        for (int size : SIZES) {
            if (size > 0) {
                byte[] received = new byte[size + 1];
                Request receive = COMM.Irecv(received, 1, size - 1, MPI.BYTE, PREVIOUS, 2);
                COMM.Barrier();
                Request send = COMM.Isend(Pattern.of(size, size), 0, size, MPI.BYTE, NEXT, 2);
                assertError(MPI.ERR_TRUNCATE, "with tag 2 from rank " + PREVIOUS + " of the job", receive::Wait);
                assertOnlyWrote(received, size, 1, size - 1);
                send.Wait();
                assertNextIsRight(2);
            }
        }
    }

    /** Whichever call receives the message, only this message fails, and the next one is right. */
    @Check
    public void truncationIsAnErrorOfTheReceiveAlone() {
        for (int size : SIZES) {
            if (size > 1) {
                Request send = COMM.Isend(Pattern.of(size, size), 0, size, MPI.BYTE, NEXT, 8);
                assertError(MPI.ERR_TRUNCATE, "with tag 8 from rank " + PREVIOUS,
                    () -> COMM.Recv(new byte[size], 0, size / 2, MPI.BYTE, PREVIOUS, 8));
                send.Wait();
                Request late = COMM.Irecv(new byte[size], 0, size / 2, MPI.BYTE, PREVIOUS, 8);
                COMM.Barrier();
                send = COMM.Isend(Pattern.of(size, size), 0, size, MPI.BYTE, NEXT, 8);
                assertError(MPI.ERR_TRUNCATE, "with tag 8 from rank " + PREVIOUS, late::Wait);
                send.Wait();
                assertNextIsRight(8);
            }
        }
    }

    private static void assertOnlyWrote(byte[] received, long message, int offset, int length) {
        Pattern.assertIs(message, received, offset, length);
        for (int i = 0; i < received.length; i++) {
            if (i < offset || i >= offset + length) {
                assertEquals(0, received[i], "byte " + i + ", outside the receive");
            }
        }
    }

    @Check
    public void typesThatDiffer() {
        for (int count : new int[] {1, 4, 10, 3000, 100_000}) {
            Request send = COMM.Isend(new int[count], 0, count, MPI.INT, NEXT, 3);
            long[] received = new long[count];
            Arrays.fill(received, 5);
            assertError(MPI.ERR_TYPE, "has elements of type INT, the receive is for LONG",
                () -> COMM.Recv(received, 0, count, MPI.LONG, PREVIOUS, 3));
            assertEquals(5, received[0]);
            assertEquals(5, received[count - 1]);
            send.Wait();
            assertNextIsRight(3);
        }
    }

    @Check
    public void objectsAndElementsDiffer() {
        Request send = COMM.Isend(new Object[] {"text"}, 0, 1, MPI.OBJECT, NEXT, 4);
        assertError(MPI.ERR_TYPE, "has elements of type OBJECT, the receive is for BYTE",
            () -> COMM.Recv(new byte[1000], 0, 1000, MPI.BYTE, PREVIOUS, 4));
        send.Wait();
        send = COMM.Isend(new byte[10], 0, 10, MPI.BYTE, NEXT, 4);
        assertError(MPI.ERR_TYPE, "has elements of type BYTE, the receive is for OBJECT",
            () -> COMM.Recv(new Object[10], 0, 10, MPI.OBJECT, PREVIOUS, 4));
        send.Wait();
        assertNextIsRight(4);
    }

    @Check
    public void moreObjectsThanTheReceiveTakes() {
        Request send = COMM.Isend(new Object[] {"a", "b", "c"}, 0, 3, MPI.OBJECT, NEXT, 5);
        Object[] received = new Object[3];
        assertError(MPI.ERR_TRUNCATE, "has 3 objects, the receive takes at most 2",
            () -> COMM.Recv(received, 0, 2, MPI.OBJECT, PREVIOUS, 5));
        send.Wait();
        assertNextIsRight(5);
    }

    @Check
    public void objectThatTheArrayDoesNotTake() {
        Request send = COMM.Isend(new Object[] {List.of(), new Greeting("hello")}, 0, 2, MPI.OBJECT, NEXT, 6);
        assertError(MPI.ERR_TYPE, "cannot hold",
            () -> COMM.Recv(new Greeting[2], 0, 2, MPI.OBJECT, PREVIOUS, 6));
        send.Wait();
        assertNextIsRight(6);
    }

    @Check
    public void emptyMessageFitsAReceiveOfAnyType() {
        Request[] sends = {COMM.Isend(new byte[0], 0, 0, MPI.BYTE, NEXT, 7),
            COMM.Isend(new int[0], 0, 0, MPI.INT, NEXT, 7), COMM.Isend(new long[0], 0, 0, MPI.LONG, NEXT, 7)};
        assertStatus(PREVIOUS, 7, 0, COMM.Recv(new int[1], 0, 1, MPI.INT, PREVIOUS, 7));
        Object[] untouched = {"here"};
        assertStatus(PREVIOUS, 7, 0, COMM.Recv(untouched, 0, 1, MPI.OBJECT, PREVIOUS, 7));
        assertEquals("here", untouched[0]);
        assertStatus(PREVIOUS, 7, 0, COMM.Recv(new byte[0], 0, 0, MPI.BYTE, PREVIOUS, 7));
        Request.Waitall(sends);
        assertNextIsRight(7);
    }

    /** A receive whose memory is gone when the message arrives fails alone. No other operation notices. */
    @Check
    public void segmentClosedUnderAReceive() {
        for (int size : new int[] {8, 1000, 20_000, 200_000}) {
            Request receive;
            try (Arena arena = Arena.ofShared()) {
                MemorySegment segment = arena.allocate(size);
                receive = COMM.Irecv(segment, 0, size, MPI.BYTE, PREVIOUS, 8);
            }
            COMM.Barrier();
            Request send = COMM.Isend(new byte[size], 0, size, MPI.BYTE, NEXT, 8);
            assertError(MPI.ERR_BUFFER, "closed", receive::Wait);
            send.Wait();
            assertNextIsRight(8);
        }
    }

    @Check
    public void countsThatDoNotDivide() {
        Request send = COMM.Isend(new byte[7], 0, 7, MPI.BYTE, NEXT, 9);
        Status status = COMM.Probe(PREVIOUS, 9);
        assertEquals(7, status.Get_count(MPI.BYTE));
        assertEquals(MPI.UNDEFINED, status.Get_count(MPI.INT));
        COMM.Recv(new byte[7], 0, 7, MPI.BYTE, PREVIOUS, 9);
        send.Wait();
    }
}
