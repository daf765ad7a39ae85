package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.assertError;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteOrder;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpjbuf.Buffer;
import mpjbuf.BufferException;
import mpjbuf.BufferFactory;
import mpj.tests.Check;

/** MPJ Express's use of MPI.PACKED: a buffer of mpjbuf is packed, sent and received as a whole. */
public final class SectionedBufferChecks {
    private static final int CAPACITY = 10_000;
    private static final int TAG = 7;

    private interface Transfer {
        void send(Object buf, int offset, int count, Datatype datatype, int dest, int tag);
    }

    private static Buffer buffer() {
        return new Buffer(BufferFactory.create(CAPACITY + MPI.SEND_OVERHEAD), MPI.SEND_OVERHEAD,
            CAPACITY + MPI.SEND_OVERHEAD);
    }

    /** A section of ints, a section of objects and a section of doubles, all of which show the rank. */
    private static int pack(Buffer buffer, int rank) {
        int position = COMM.Pack(new int[] {rank, 2, 3}, 1, 2, MPI.INT, buffer, 0);
        position = COMM.Pack(new Object[] {"rank " + rank, List.of(rank)}, 0, 2, MPI.OBJECT, buffer, position);
        return COMM.Pack(new double[] {rank / 2.0}, 0, 1, MPI.DOUBLE, buffer, position);
    }

    private static void assertPacked(int rank, Buffer buffer) {
        int[] ints = new int[2];
        Object[] objects = new Object[2];
        double[] doubles = new double[2];
        int position = COMM.Unpack(buffer, 0, ints, 0, 2, MPI.INT);
        position = COMM.Unpack(buffer, position, objects, 0, 2, MPI.OBJECT);
        COMM.Unpack(buffer, position, doubles, 1, 1, MPI.DOUBLE);
        assertArrayEquals(new int[] {2, 3}, ints);
        assertArrayEquals(new Object[] {"rank " + rank, List.of(rank)}, objects);
        assertEquals(rank / 2.0, doubles[1]);
    }

    @Check
    public void everyModeSendsIt() {
        MPI.Buffer_attach(new byte[CAPACITY]);
        Prequest[] persistent = new Prequest[1];
        List<Transfer> modes = List.of(COMM::Send, COMM::Ssend, COMM::Bsend, COMM::Rsend,
            (buf, offset, count, type, dest, tag) -> COMM.Isend(buf, offset, count, type, dest, tag).Wait(),
            (buf, offset, count, type, dest, tag) -> COMM.Issend(buf, offset, count, type, dest, tag).Wait(),
            (buf, offset, count, type, dest, tag) -> COMM.Ibsend(buf, offset, count, type, dest, tag).Wait(),
            (buf, offset, count, type, dest, tag) -> COMM.Irsend(buf, offset, count, type, dest, tag).Wait(),
            (buf, offset, count, type, dest, tag) -> {
                persistent[0] = COMM.Send_init(buf, offset, count, type, dest, tag);
                persistent[0].Start();
                persistent[0].Wait();
            });
        for (Transfer mode : modes) {
            Buffer received = buffer();
            Request receive = COMM.Irecv(received, 0, CAPACITY, MPI.PACKED, PREVIOUS, TAG);
            Buffer sent = buffer();
            int size = pack(sent, RANK);
            COMM.Barrier();
            mode.send(sent, 0, size, MPI.PACKED, NEXT, TAG);
            Status status = receive.Wait();
            assertEquals(PREVIOUS, status.source);
            assertEquals(TAG, status.tag);
            assertPacked(PREVIOUS, received);
        }
        MPI.Buffer_detach();
    }

    /** As in MPJ Express. */
    @Check
    public void bufferedSendsOfItNeedNoAttachedBuffer() throws BufferException {
        for (boolean attached : new boolean[] {false, true}) {
            if (attached) {
                MPI.Buffer_attach(new byte[1]);
            }
            Prequest[] persistent = new Prequest[1];
            List<Transfer> modes = List.of(COMM::Bsend,
                (buf, offset, count, type, dest, tag) -> COMM.Ibsend(buf, offset, count, type, dest, tag).Wait(),
                (buf, offset, count, type, dest, tag) -> {
                    persistent[0] = COMM.Bsend_init(buf, offset, count, type, dest, tag);
                    persistent[0].Start();
                    persistent[0].Wait();
                });
            for (Transfer mode : modes) {
                Buffer sent = buffer();
                mode.send(sent, 0, pack(sent, RANK), MPI.PACKED, NEXT, TAG);
                sent.clear();
                Buffer received = buffer();
                COMM.Recv(received, 0, 0, MPI.PACKED, PREVIOUS, TAG);
                assertPacked(PREVIOUS, received);
            }
        }
        MPI.Buffer_detach();
        assertError(MPI.ERR_BUFFER, "needs an attached buffer", () -> COMM.Bsend(new int[1], 0, 1, MPI.INT, NEXT, TAG));
    }

    /** Such a send takes no room in the attached buffer, so only MPI.Finalize waits for it. */
    @Check
    public void detachingABufferDoesNotWaitForBufferedSendsOfIt() throws BufferException {
        int length = 1 << 20; // more than leaves before it is matched
        int capacity = (length + CAPACITY) * Integer.BYTES;
        Buffer sent = new Buffer(BufferFactory.create(capacity), MPI.SEND_OVERHEAD, capacity);
        int size = COMM.Pack(new int[length], 0, length, MPI.INT, sent, 0);
        COMM.Bsend(sent, 0, size, MPI.PACKED, NEXT, TAG);
        MPI.Buffer_attach(new byte[1]);
        MPI.Buffer_detach();
        Buffer received = new Buffer(BufferFactory.create(capacity), MPI.SEND_OVERHEAD, capacity);
        assertEquals(PREVIOUS, COMM.Recv(received, 0, 0, MPI.PACKED, PREVIOUS, TAG).source);
    }

    @Check
    public void blockingReceiveTakesItToo() throws BufferException {
        Buffer sent = buffer();
        Buffer received = buffer();
        for (int round = 0; round < 3; round++) {
            Request send = COMM.Isend(sent, 0, pack(sent, RANK), MPI.PACKED, NEXT, TAG);
            assertEquals(PREVIOUS, COMM.Recv(received, 0, 0, MPI.PACKED, MPI.ANY_SOURCE, MPI.ANY_TAG).source);
            send.Wait();
            assertPacked(PREVIOUS, received);
            sent.clear();
        }
    }

    @Check
    public void sendrecvAndCollectivesTakeItToo() {
        Buffer sent = buffer();
        Buffer received = buffer();
        pack(sent, RANK);
        COMM.Sendrecv(sent, 0, 0, MPI.PACKED, NEXT, TAG, received, 0, 0, MPI.PACKED, PREVIOUS, TAG);
        assertPacked(PREVIOUS, received);
        COMM.Sendrecv_replace(sent, 0, 0, MPI.PACKED, NEXT, TAG, PREVIOUS, TAG);
        assertPacked(PREVIOUS, sent);
        Buffer everywhere = buffer();
        if (RANK == 0) {
            pack(everywhere, 0);
        }
        COMM.Bcast(everywhere, 0, 0, MPI.PACKED, 0);
        if (SIZE > 1) { // with one rank, nobody has sent the buffer, so nobody has committed it
            assertPacked(0, everywhere);
        }
    }

    /** Such a buffer is sent as a whole, so no part of it can belong to one rank. */
    @Check
    public void collectivesOfBlocksRefuseIt() {
        Buffer sections = buffer();
        byte[] bytes = new byte[SIZE];
        for (Form form : Form.values()) {
            assertError(MPI.ERR_TYPE, "which no collective but Bcast takes", () -> form.call(COMM, "Allgather",
                bytes, 0, 1, MPI.PACKED, sections, 0, 1, MPI.PACKED));
            assertError(MPI.ERR_TYPE, "which no collective but Bcast takes", () -> form.call(COMM, "Scatter",
                sections, 0, 1, MPI.PACKED, bytes, 0, 1, MPI.PACKED, RANK));
        }
        COMM.Barrier();
    }

    @Check
    public void byteOrderTravelsWithIt() throws BufferException {
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            Buffer sent = buffer();
            sent.setEncoding(order);
            COMM.Pack(new int[] {0x01020304}, 0, 1, MPI.INT, sent, 0);
            Buffer received = buffer();
            Request send = COMM.Isend(sent, 0, 0, MPI.PACKED, NEXT, TAG);
            COMM.Recv(received, 0, 0, MPI.PACKED, PREVIOUS, TAG);
            send.Wait();
            assertEquals(order, received.getEncoding());
            int[] value = new int[1];
            COMM.Unpack(received, 0, value, 0, 1, MPI.INT);
            assertEquals(0x01020304, value[0]);
        }
    }

    @Check
    public void impossibleSendsAndReceivesAreRefusedAndTheNextOneWorks() {
        Buffer freed = buffer();
        freed.free();
        assertError(MPI.ERR_BUFFER, "mpjbuf.Buffer to be sent cannot be committed",
            () -> COMM.Send(freed, 0, 0, MPI.PACKED, NEXT, TAG));
        assertError(MPI.ERR_TYPE,
            "buf is of type mpjbuf.Buffer; datatype MPI.BYTE needs byte[], a java.nio buffer or a MemorySegment",
            () -> COMM.Send(buffer(), 0, 0, MPI.BYTE, NEXT, TAG));
        Buffer sent = buffer();
        pack(sent, RANK);
        Buffer small = new Buffer(BufferFactory.create(16), 100, 128); // the factory gives at least 128 bytes
        Request send = COMM.Isend(sent, 0, 0, MPI.PACKED, NEXT, TAG);
        assertError(MPI.ERR_TRUNCATE, "the mpjbuf.Buffer takes at most",
            () -> COMM.Recv(small, 0, 0, MPI.PACKED, PREVIOUS, TAG));
        send.Wait();
        Request objects = COMM.Isend(new Object[] {"no buffer"}, 0, 1, MPI.OBJECT, NEXT, TAG);
        assertError(MPI.ERR_TYPE, "was not sent from an mpjbuf.Buffer",
            () -> COMM.Recv(buffer(), 0, 0, MPI.PACKED, PREVIOUS, TAG));
        objects.Wait();
        blockingReceiveAfterAnError();
    }

    private static void blockingReceiveAfterAnError() {
        Buffer sent = buffer();
        pack(sent, RANK);
        Buffer received = buffer();
        COMM.Sendrecv(sent, 0, 0, MPI.PACKED, NEXT, TAG, received, 0, 0, MPI.PACKED, PREVIOUS, TAG);
        assertPacked(PREVIOUS, received);
    }

    /** A program may pack in either of the two ways, and may mix them. */
    @Check
    public void bytesAndSectionsStandSideBySide() {
        byte[] bytes = new byte[COMM.Pack_size(3, MPI.INT)];
        int end = COMM.Pack(new int[] {RANK, 5, 6}, 0, 3, MPI.INT, bytes, 0);
        byte[] received = new byte[bytes.length];
        COMM.Sendrecv(bytes, 0, end, MPI.PACKED, NEXT, TAG, received, 0, received.length, MPI.PACKED, PREVIOUS, TAG);
        int[] ints = new int[3];
        assertEquals(end, COMM.Unpack(received, 0, ints, 0, 3, MPI.INT));
        assertArrayEquals(new int[] {PREVIOUS, 5, 6}, ints);
    }
}
