package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** The call itself refuses every wrong argument. The message names the argument and its value. */
public final class ArgumentChecks {
    private static final int[] INTS = new int[10];

    private interface Transfer {
        void call(Object buf, int offset, int count, Datatype datatype, int partner, int tag);
    }

    private static final List<Transfer> SENDS = List.of(COMM::Send, COMM::Ssend, COMM::Rsend, COMM::Bsend, COMM::Isend,
        COMM::Issend, COMM::Irsend, COMM::Ibsend, ArgumentChecks::sendrecv);

    private static final List<Transfer> RECEIVES = List.of(COMM::Recv, COMM::Irecv);

    private static void sendrecv(Object buf, int offset, int count, Datatype datatype, int dest, int tag) {
        COMM.Sendrecv(buf, offset, count, datatype, dest, tag, new byte[1], 0, 1, MPI.BYTE, NEXT, 1);
    }

    @Check
    public void rankThatDoesNotExist() {
        for (Transfer send : SENDS) {
            for (int dest : new int[] {SIZE, -1, MPI.ANY_SOURCE, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertError(MPI.ERR_RANK, "dest is " + dest, () -> send.call(INTS, 0, 1, MPI.INT, dest, 1));
            }
        }
        for (Transfer receive : RECEIVES) {
            for (int source : new int[] {SIZE, -1, Integer.MIN_VALUE}) {
                assertError(MPI.ERR_RANK, "source is " + source, () -> receive.call(INTS, 0, 1, MPI.INT, source, 1));
            }
        }
        assertError(MPI.ERR_RANK, "source is 99", () -> COMM.Probe(99, 1));
        assertError(MPI.ERR_RANK, "source is 99", () -> COMM.Iprobe(99, 1));
        assertError(MPI.ERR_RANK, "source is 99",
            () -> COMM.Sendrecv_replace(INTS, 0, 1, MPI.INT, NEXT, 1, 99, 1));
        assertError(MPI.ERR_RANK, "dest is 1;", () -> MPI.COMM_SELF.Send(INTS, 0, 1, MPI.INT, 1, 1));
    }

    @Check
    public void tagThatIsNegative() {
        for (Transfer send : SENDS) {
            assertError(MPI.ERR_TAG, "tag is -1", () -> send.call(INTS, 0, 1, MPI.INT, NEXT, -1));
            assertError(MPI.ERR_TAG, "tag is " + MPI.ANY_TAG, () -> send.call(INTS, 0, 1, MPI.INT, NEXT, MPI.ANY_TAG));
        }
        for (Transfer receive : RECEIVES) {
            assertError(MPI.ERR_TAG, "tag is -5", () -> receive.call(INTS, 0, 1, MPI.INT, NEXT, -5));
        }
        assertError(MPI.ERR_TAG, "tag is -5", () -> COMM.Probe(NEXT, -5));
        assertError(MPI.ERR_TAG, "tag is -5", () -> COMM.Sendrecv_replace(INTS, 0, 1, MPI.INT, NEXT, 1, NEXT, -5));
    }

    private static void assertRefused(int errorClass, String words, Object buf, int offset, int count,
                                      Datatype datatype) {
        for (Transfer send : SENDS) {
            assertError(errorClass, words, () -> send.call(buf, offset, count, datatype, NEXT, 1));
        }
        for (Transfer receive : RECEIVES) {
            assertError(errorClass, words, () -> receive.call(buf, offset, count, datatype, NEXT, 1));
            assertError(errorClass, words, () -> receive.call(buf, offset, count, datatype, MPI.PROC_NULL, 1));
        }
        assertError(errorClass, words, () -> COMM.Sendrecv_replace(buf, offset, count, datatype, NEXT, 1, NEXT, 1));
    }

    @Check
    public void bufferDatatypeOffsetOrCountThatIsWrong() {
        assertRefused(MPI.ERR_BUFFER, "buf is null", null, 0, 1, MPI.INT);
        assertRefused(MPI.ERR_TYPE, " is null; pass one such as MPI.INT", INTS, 0, 1, null);
        assertRefused(MPI.ERR_COUNT, " is -1; it must not be negative", INTS, 0, -1, MPI.INT);
        assertRefused(MPI.ERR_BUFFER, " is -1; it must not be negative", INTS, -1, 1, MPI.INT);
        assertRefused(MPI.ERR_BUFFER, "offset 5 and count 6", INTS, 5, 6, MPI.INT);
        assertRefused(MPI.ERR_BUFFER, "which has 10 elements", INTS, 11, 0, MPI.INT);
        assertRefused(MPI.ERR_BUFFER, "count 2147483647", INTS, 2_147_483_647, 2_147_483_647, MPI.INT);
    }

    @Check
    public void bufferOfAnotherType() {
        assertRefused(MPI.ERR_TYPE,
            "buf is of type int[]; datatype MPI.LONG needs long[], a java.nio buffer or a MemorySegment",
            INTS, 0, 1, MPI.LONG);
        assertRefused(MPI.ERR_TYPE, "buf is of type java.lang.String; datatype MPI.CHAR", "text", 0, 1, MPI.CHAR);
        assertRefused(MPI.ERR_TYPE, "datatype MPI.OBJECT needs an array", INTS, 0, 1, MPI.OBJECT);
        assertRefused(MPI.ERR_TYPE, "java.lang.Integer[]", new Integer[1], 0, 1, MPI.INT);
    }

    @Check
    public void segmentThatIsTooSmallOrReadOnly() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(42);
            assertRefused(MPI.ERR_BUFFER, "which has 10 elements", segment, 0, 11, MPI.INT);
            assertRefused(MPI.ERR_TYPE, "datatype MPI.OBJECT", segment, 0, 1, MPI.OBJECT);
            assertError(MPI.ERR_BUFFER, "read-only",
                () -> COMM.Recv(segment.asReadOnly(), 0, 1, MPI.INT, NEXT, 1));
        }
    }

    @Check
    public void segmentThatIsClosed() {
        MemorySegment segment;
        try (Arena arena = Arena.ofShared()) {
            segment = arena.allocate(100_000);
        }
        for (int count : new int[] {1, 100, 100_000}) {
            for (Transfer send : List.<Transfer>of(COMM::Send, COMM::Isend, COMM::Issend, COMM::Ssend)) {
                assertError(MPI.ERR_BUFFER, "closed", () -> send.call(segment, 0, count, MPI.BYTE, NEXT, 1));
            }
            assertError(MPI.ERR_BUFFER, "closed", () -> COMM.Recv(segment, 0, count, MPI.BYTE, NEXT, 1));
        }
    }

    @Check
    public void segmentConfinedToAnotherThread() throws InterruptedException {
        MemorySegment[] theirs = new MemorySegment[1];
        Thread.ofPlatform().start(() -> theirs[0] = Arena.ofConfined().allocate(8)).join();
        for (Transfer call : List.<Transfer>of(COMM::Send, COMM::Isend, COMM::Recv, COMM::Irecv)) {
            assertError(MPI.ERR_BUFFER, "confined to another thread",
                () -> call.call(theirs[0], 0, 8, MPI.BYTE, NEXT, 1));
        }
    }

    @Check
    public void objectThatIsNotSerializable() {
        Object[] objects = {"fine", new Object()};
        for (Transfer send : SENDS) {
            assertError(MPI.ERR_TYPE, "class java.lang.Object, which is not Serializable",
                () -> send.call(objects, 0, 2, MPI.OBJECT, NEXT, 1));
        }
    }

    @Check
    public void statusAskedForNoType() {
        assertError(MPI.ERR_TYPE, "datatype is null", () -> new Status().Get_count(null));
    }

    @Check
    public void initTwice() {
        assertError(MPI.ERR_OTHER, "MPI.Init was called before", () -> MPI.Init(new String[0]));
    }

    /** None of the refused calls sent or received anything. */
    @Check
    public void wrongCallsLeaveNothingBehind() {
        rankThatDoesNotExist();
        tagThatIsNegative();
        bufferDatatypeOffsetOrCountThatIsWrong();
        bufferOfAnotherType();
        objectThatIsNotSerializable();
        COMM.Barrier();
        Request receive = COMM.Irecv(INTS, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        receive.Cancel();
        if (!receive.Wait().Test_cancelled()) {
            throw new AssertionError("a refused call sent a message");
        }
    }
}
