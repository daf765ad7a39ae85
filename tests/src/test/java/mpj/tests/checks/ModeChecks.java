package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZES;
import static mpj.tests.checks.World.assertError;
import static mpj.tests.checks.World.assertStatus;
import static mpj.tests.checks.World.meet;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** The four send modes, blocking and non-blocking. */
public final class ModeChecks {
    private interface Start {
        Request send(Object buf, int offset, int count, Datatype datatype, int dest, int tag);
    }

    private static final int EAGER = 60_000;
    private static final int REPETITIONS = 20;
    private static final int PATH_LENGTH = 4096;
    private static final long LONGEST_COMPUTATION = 60_000_000_000L;
    private static final List<Start> NON_BLOCKING =
        List.of(COMM::Isend, COMM::Issend, COMM::Irsend, COMM::Ibsend);

    @Check
    public void nonBlockingSendsOfEveryModeDeliver() {
        MPI.Buffer_attach(ByteBuffer.allocate(4 << 20));
        for (Start mode : NON_BLOCKING) {
            for (int size : SIZES) {
                byte[] received = new byte[size];
                Request receive = COMM.Irecv(received, 0, size, MPI.BYTE, PREVIOUS, 1);
                COMM.Barrier();
                mode.send(Pattern.of(size, size), 0, size, MPI.BYTE, NEXT, 1).Wait();
                assertStatus(PREVIOUS, 1, size, receive.Wait());
                Pattern.assertIs(size, received, 0, size);
            }
        }
        MPI.Buffer_detach();
    }

    /** This also holds if the socket is full, so that the process of the sender has to push the rest of the message. */
    @Check(ranks = 2)
    public void messageArrivesWhileItsSenderComputes() throws IOException {
        byte[] message = new byte[EAGER];
        byte[] name = new byte[PATH_LENGTH];
        if (RANK == 0) {
            Path file = Files.createTempFile("mpj", ".awaited");
            byte[] path = file.toString().getBytes(StandardCharsets.UTF_8);
            System.arraycopy(path, 0, name, 0, path.length);
            COMM.Send(name, 0, name.length, MPI.BYTE, 1, 4);
            for (int i = 0; i < REPETITIONS; i++) {
                COMM.Send(message, 0, EAGER, MPI.BYTE, 1, 4);
                COMM.Isend(message, 0, EAGER, MPI.BYTE, 1, 4).Wait();
            }
            COMM.Bcast(message, 0, EAGER, MPI.BYTE, 0);
            computeWhile(file);
        } else {
            if (RANK == 1) {
                COMM.Recv(name, 0, name.length, MPI.BYTE, 0, 4);
                for (int i = 0; i < 2 * REPETITIONS; i++) {
                    COMM.Recv(message, 0, EAGER, MPI.BYTE, 0, 4);
                }
            }
            COMM.Bcast(message, 0, EAGER, MPI.BYTE, 0);
            if (RANK == 1) {
                Files.delete(Path.of(new String(name, StandardCharsets.UTF_8).strip().replace("\0", "")));
            }
        }
    }

    private static void computeWhile(Path file) {
        long deadline = System.nanoTime() + LONGEST_COMPUTATION;
        while (Files.exists(file)) {
            assertTrue(System.nanoTime() < deadline, "rank 1 did not receive all that was sent");
            LockSupport.parkNanos(100_000);
        }
    }

    @Check(ranks = 2)
    public void blockingSendsOfEveryModeDeliver() {
        for (int size : SIZES) {
            if (RANK == 0) {
                byte[] message = Pattern.of(size, size);
                COMM.Recv(new byte[0], 0, 0, MPI.BYTE, 1, 2);
                COMM.Send(message, 0, size, MPI.BYTE, 1, 2);
                COMM.Ssend(message, 0, size, MPI.BYTE, 1, 2);
                COMM.Rsend(message, 0, size, MPI.BYTE, 1, 2);
                MPI.Buffer_attach(new byte[size]);
                COMM.Bsend(message, 0, size, MPI.BYTE, 1, 2);
                MPI.Buffer_detach();
            } else if (RANK == 1) {
                byte[][] received = new byte[4][size];
                Request[] receives = new Request[4];
                for (int i = 0; i < 4; i++) {
                    receives[i] = COMM.Irecv(received[i], 0, size, MPI.BYTE, 0, 2);
                }
                COMM.Send(new byte[0], 0, 0, MPI.BYTE, 0, 2);
                Request.Waitall(receives);
                for (byte[] message : received) {
                    Pattern.assertIs(size, message, 0, size);
                }
            }
        }
    }

    /**
     * Both ranks make progress while there is no receive. If the send could complete without a receive, it would do so
     * here.
     */
    @Check(ranks = 2)
    public void synchronousSendCompletesOnlyWhenMatched() {
        for (int size : new int[] {0, 8, 40, 41, 16_385, 65_536, 65_537, 1 << 20}) {
            if (RANK == 0) {
                Request send = COMM.Issend(Pattern.of(size, size), 0, size, MPI.BYTE, 1, 3);
                for (int i = 0; i < 20; i++) {
                    meet(1, 4);
                    assertNull(send.Test(), "an Issend of " + size + " bytes was complete without a receive");
                }
                meet(1, 5);
                send.Wait();
            } else if (RANK == 1) {
                for (int i = 0; i < 20; i++) {
                    meet(0, 4);
                    COMM.Iprobe(0, 3);
                }
                meet(0, 5);
                byte[] received = new byte[size];
                COMM.Recv(received, 0, size, MPI.BYTE, 0, 3);
                Pattern.assertIs(size, received, 0, size);
            }
        }
    }

    @Check(ranks = 2)
    public void blockingSynchronousSendReturnsOnlyWhenMatched() throws InterruptedException {
        if (RANK == 0) {
            Thread sender = Thread.ofPlatform().start(() -> COMM.Ssend(new int[] {1}, 0, 1, MPI.INT, 1, 6));
            for (int i = 0; i < 50; i++) {
                meet(1, 7);
                assertTrue(sender.isAlive(), "Ssend returned without a receive");
            }
            meet(1, 8);
            sender.join();
        } else if (RANK == 1) {
            for (int i = 0; i < 50; i++) {
                meet(0, 7);
            }
            COMM.Probe(0, 6);
            meet(0, 8);
            COMM.Recv(new int[1], 0, 1, MPI.INT, 0, 6);
        }
    }

    @Check(ranks = 2)
    public void bufferedSendReturnsWithoutAReceive() {
        int size = 1 << 20;
        if (RANK == 0) {
            MPI.Buffer_attach(new byte[3 * size]);
            byte[] message = new byte[size];
            for (int i = 0; i < 3; i++) {
                System.arraycopy(Pattern.of(i, size), 0, message, 0, size);
                COMM.Bsend(message, 0, size, MPI.BYTE, 1, 9);
            }
            Arrays.fill(message, (byte) 0);
            meet(1, 10);
            MPI.Buffer_detach();
        } else if (RANK == 1) {
            meet(0, 10);
            byte[] received = new byte[size];
            for (int i = 0; i < 3; i++) {
                COMM.Recv(received, 0, size, MPI.BYTE, 0, 9);
                Pattern.assertIs(i, received, 0, size);
            }
        }
    }

    @Check(ranks = 2)
    public void spaceOfBufferedMessagesThatLeftIsUsedAgain() {
        int rounds = 200;
        if (RANK == 0) {
            MPI.Buffer_attach(new byte[1000]);
            for (int i = 0; i < rounds; i++) {
                COMM.Bsend(Pattern.of(i, 1000), 0, 1000, MPI.BYTE, 1, 11);
                COMM.Recv(new byte[0], 0, 0, MPI.BYTE, 1, 11);
            }
            MPI.Buffer_detach();
        } else if (RANK == 1) {
            byte[] received = new byte[1000];
            for (int i = 0; i < rounds; i++) {
                COMM.Recv(received, 0, 1000, MPI.BYTE, 0, 11);
                Pattern.assertIs(i, received, 0, 1000);
                COMM.Send(new byte[0], 0, 0, MPI.BYTE, 0, 11);
            }
        }
    }

    /** This behaviour is that of MPJ Express. MPI calls it an error. */
    @Check(ranks = 2)
    public void bufferTakesThePlaceOfAnEarlierOneWhoseMessagesStillLeave() {
        int size = 1 << 20;
        byte[] received = new byte[size];
        if (RANK == 0) {
            MPI.Buffer_attach(new byte[size]);
            COMM.Bsend(Pattern.of(1, size), 0, size, MPI.BYTE, 1, 15);
            MPI.Buffer_attach(new byte[size]);
            COMM.Bsend(Pattern.of(2, size), 0, size, MPI.BYTE, 1, 15);
            COMM.Send(new byte[0], 0, 0, MPI.BYTE, 1, 16);
            MPI.Buffer_detach();
            assertError(MPI.ERR_BUFFER, "no buffer is attached", MPI::Buffer_detach);
        } else if (RANK == 1) {
            COMM.Recv(new byte[0], 0, 0, MPI.BYTE, 0, 16);
            for (int i = 1; i <= 2; i++) {
                COMM.Recv(received, 0, size, MPI.BYTE, 0, 15);
                Pattern.assertIs(i, received, 0, size);
            }
        }
    }

    @Check
    public void bufferedSendWithoutRoomSaysHowMuchIsMissing() {
        assertError(MPI.ERR_BUFFER, "attach one first", () -> COMM.Bsend(new byte[1], 0, 1, MPI.BYTE, NEXT, 12));
        assertError(MPI.ERR_BUFFER, "no buffer is attached", MPI::Buffer_detach);
        MPI.Buffer_attach(new byte[100]);
        assertError(MPI.ERR_BUFFER, "a buffered send of 1000 bytes", () ->
            COMM.Bsend(new byte[1000], 0, 1000, MPI.BYTE, NEXT, 12));
        MPI.Buffer_detach();
        assertError(MPI.ERR_BUFFER, "userBuffer is null", () -> MPI.Buffer_attach((byte[]) null));
        assertNull(COMM.Iprobe(MPI.ANY_SOURCE, 12));
    }

    /**
     * The buffer is attached as programs for MPJ Express do it. The library keeps its overhead in memory of its own.
     */
    @Check
    public void packSizeIsRoomForAMessageOfAnything() {
        int[] ints = IntStream.range(0, 1000).toArray();
        String[] objects = IntStream.range(0, 100).mapToObj(i -> "object " + i).toArray(String[]::new);
        Datatype column = Datatype.Vector(100, 1, 3, MPI.INT);
        column.Commit();
        assertEquals(0, MPI.BSEND_OVERHEAD);
        bufferedIn(COMM.Pack_size(1000, MPI.INT), ints, 1000, MPI.INT);
        bufferedIn(COMM.Pack_size(1, column), ints, 1, column);
        bufferedIn(COMM.Pack_size(100, MPI.OBJECT), objects, 100, MPI.OBJECT);
        mpjbuf.Buffer sections = new mpjbuf.Buffer(1000);
        int end = COMM.Pack(ints, 0, 10, MPI.INT, sections, 0);
        bufferedIn(end, sections, 1, MPI.PACKED);
    }

    private static void bufferedIn(int bytes, Object sent, int count, Datatype type) {
        MPI.Buffer_attach(ByteBuffer.allocateDirect(bytes));
        COMM.Bsend(sent, 0, count, type, NEXT, 17);
        MPI.Buffer_detach();
        Object received = sent instanceof mpjbuf.Buffer ? new mpjbuf.Buffer(1000)
            : Array.newInstance(sent.getClass().getComponentType(), 1000);
        Status status = COMM.Recv(received, 0, count, type, PREVIOUS, 17);
        assertEquals(type == MPI.PACKED ? 1 : count * type.Size(), status.count);
    }

    @Check(ranks = 2)
    public void messagesThatFitTogetherAreAllBuffered() {
        int[] sizes = {1 << 20, 0, 300_001, 700_000};
        if (RANK == 0) {
            int all = Arrays.stream(sizes).sum();
            MPI.Buffer_attach(new byte[all]);
            for (int size : sizes) {
                COMM.Bsend(Pattern.of(size, size), 0, size, MPI.BYTE, 1, 18);
            }
            int more = all + 1;
            assertError(MPI.ERR_BUFFER, "a buffered send of " + more + " bytes does not fit into the attached buffer",
                () -> COMM.Ibsend(new byte[more], 0, more, MPI.BYTE, 1, 18));
            meet(1, 19);
            MPI.Buffer_detach();
        } else if (RANK == 1) {
            meet(0, 19);
            for (int size : sizes) {
                byte[] received = new byte[size];
                COMM.Recv(received, 0, size, MPI.BYTE, 0, 18);
                Pattern.assertIs(size, received, 0, size);
            }
        }
    }

    @Check
    public void bufferIsTheProgramsAgainAfterTheSend() {
        for (int size : SIZES) {
            byte[] message = Pattern.of(size, size);
            byte[] received = new byte[size];
            Request receive = COMM.Irecv(received, 0, size, MPI.BYTE, PREVIOUS, 13);
            Request send = COMM.Isend(message, 0, size, MPI.BYTE, NEXT, 13);
            send.Wait();
            Arrays.fill(message, (byte) -1);
            receive.Wait();
            Pattern.assertIs(size, received, 0, size);
        }
    }

    @Check
    public void sendrecvReplaceExchangesInPlace() {
        for (int size : SIZES) {
            byte[] buffer = new byte[size + 2];
            System.arraycopy(Pattern.of(RANK, size), 0, buffer, 1, size);
            Status status = COMM.Sendrecv_replace(buffer, 1, size, MPI.BYTE, NEXT, 14, PREVIOUS, 14);
            assertStatus(PREVIOUS, 14, size, status);
            Pattern.assertIs(PREVIOUS, buffer, 1, size);
        }
        Object[] objects = {"from " + RANK};
        COMM.Sendrecv_replace(objects, 0, 1, MPI.OBJECT, NEXT, 14, MPI.ANY_SOURCE, 14);
        assertEquals("from " + PREVIOUS, objects[0]);
    }

    @Check
    public void sendrecvMayHaveDifferentTypesAndTags() {
        int[] sent = {RANK, 2, 3};
        int[] received = new int[5];
        Status status = COMM.Sendrecv(sent, 0, 3, MPI.INT, NEXT, 15 + RANK, received, 1, 4, MPI.INT,
            MPI.ANY_SOURCE, 15 + PREVIOUS);
        assertStatus(PREVIOUS, 15 + PREVIOUS, 3, status);
        assertArrayEquals(new int[] {0, PREVIOUS, 2, 3, 0}, received);
    }

    @Check
    public void procNullIsAPartnerThatIsAlwaysReady() {
        int[] buffer = {7};
        COMM.Send(buffer, 0, 1, MPI.INT, MPI.PROC_NULL, 1);
        COMM.Ssend(buffer, 0, 1, MPI.INT, MPI.PROC_NULL, 1);
        COMM.Rsend(buffer, 0, 1, MPI.INT, MPI.PROC_NULL, 1);
        COMM.Isend(buffer, 0, 1, MPI.INT, MPI.PROC_NULL, 1).Wait();
        COMM.Issend(buffer, 0, 1, MPI.INT, MPI.PROC_NULL, 1).Wait();
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, 0, COMM.Recv(buffer, 0, 1, MPI.INT, MPI.PROC_NULL, 1));
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, 0, COMM.Probe(MPI.PROC_NULL, 1));
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, 0, COMM.Iprobe(MPI.PROC_NULL, 1));
        Status status = COMM.Irecv(buffer, 0, 1, MPI.INT, MPI.PROC_NULL, 1).Wait();
        assertEquals(0, status.Get_count(MPI.INT));
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, 0, COMM.Sendrecv(buffer, 0, 1, MPI.INT, MPI.PROC_NULL, 1,
            buffer, 0, 1, MPI.INT, MPI.PROC_NULL, 1));
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, 0,
            COMM.Sendrecv_replace(buffer, 0, 1, MPI.INT, MPI.PROC_NULL, 1, MPI.PROC_NULL, 1));
        assertEquals(7, buffer[0]);
    }
}
