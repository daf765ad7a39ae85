package mpj.tests.openmpi.checks;

import static mpj.tests.openmpi.checks.World.COMM;
import static mpj.tests.openmpi.checks.World.NEXT;
import static mpj.tests.openmpi.checks.World.PREVIOUS;
import static mpj.tests.openmpi.checks.World.RANK;
import static mpj.tests.openmpi.checks.World.SIZE;
import static mpj.tests.openmpi.checks.World.assertError;
import static mpj.tests.openmpi.checks.World.assertStatus;
import static mpj.tests.openmpi.checks.World.items;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;

/** MPI 3.1, section 3.8.2 and 3.8.3: messages that a probe has matched. */
public final class MatchedProbeChecks {
    private static final int TAG = 6;
    private static final int[] COUNTS = {0, 1, 1000, 20_000, 300_000};

    @Check
    public void matchedMessageIsReceivedIntoEveryBuffer() {
        for (Memory memory : Memory.values()) {
            for (int count : COUNTS) {
                IntBuffer sent = MPI.newIntBuffer(count).put(items(RANK, 1, count));
                Request send = COMM.iSend(sent, count, MPI.INT, NEXT, TAG);
                Message message = new Message();
                assertTrue(message.isNull());
                assertStatus(PREVIOUS, TAG, MPI.INT, count, message.mProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, COMM));
                assertFalse(message.isNull());
                assertFalse(message.isNoProc());
                assertNull(COMM.iProbe(PREVIOUS, TAG));
                Object room = memory.room(count + 1);
                assertStatus(PREVIOUS, TAG, MPI.INT, count, message.mRecv(room, count + 1, MPI.INT));
                assertArrayEquals(items(PREVIOUS, 1, count), Arrays.copyOf(Memory.values(room), count));
                assertTrue(message.isNull());
                assertError(MPI.ERR_REQUEST, "received already", () -> message.mRecv(room, count, MPI.INT));
                send.waitFor();
                COMM.barrier(); // the next message must not arrive before this round has probed
            }
        }
    }

    @Check
    public void matchedMessageIsReceivedWhileSomethingElseIsDone() {
        for (int count : COUNTS) {
            Request send = COMM.isSend(MPI.newIntBuffer(count).put(items(RANK, 2, count)), count, MPI.INT, NEXT, TAG);
            Message message = new Message();
            Status status = message.imProbe(PREVIOUS, TAG, COMM);
            while (status == null) {
                assertTrue(message.isNull());
                status = message.imProbe(PREVIOUS, TAG, COMM);
            }
            assertStatus(PREVIOUS, TAG, MPI.INT, count, status);
            IntBuffer room = MPI.newIntBuffer(count);
            Request receive = message.imRecv(room, count, MPI.INT);
            assertTrue(message.isNull());
            assertStatus(PREVIOUS, TAG, MPI.INT, count, receive.waitStatus());
            assertArrayEquals(items(PREVIOUS, 2, count), Memory.values(room));
            send.waitFor();
        }
        COMM.barrier();
        assertNull(new Message().imProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, COMM));
        COMM.barrier();
    }

    /** A receive that is posted later takes the next message, and not the one that was probed. */
    @Check
    public void nobodyElseReceivesIt() {
        IntBuffer one = MPI.newIntBuffer(1).put(0, 1);
        IntBuffer two = MPI.newIntBuffer(1).put(0, 2);
        Request[] sends = {COMM.iSend(one, 1, MPI.INT, NEXT, TAG), COMM.iSend(two, 1, MPI.INT, NEXT, TAG)};
        Message message = new Message();
        message.mProbe(PREVIOUS, TAG, COMM);
        int[] received = new int[1];
        COMM.recv(received, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        assertEquals(2, received[0]);
        message.mRecv(received, 1, MPI.INT);
        assertEquals(1, received[0]);
        Request.waitAll(sends);
    }

    @Check
    public void messageFromProcNullIsEmpty() {
        Message message = new Message();
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, MPI.INT, 0, message.mProbe(MPI.PROC_NULL, TAG, COMM));
        assertTrue(message.isNoProc());
        assertFalse(message.isNull());
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, MPI.INT, 0, message.mRecv(new int[1], 1, MPI.INT));
        assertTrue(message.isNull());
        assertFalse(message.isNoProc());
        assertStatus(MPI.PROC_NULL, MPI.ANY_TAG, MPI.INT, 0, message.imProbe(MPI.PROC_NULL, TAG, COMM));
        assertTrue(message.imRecv(MPI.newIntBuffer(1), 1, MPI.INT).test());
        assertError(MPI.ERR_REQUEST, "there is no message", () -> message.imRecv(MPI.newIntBuffer(1), 1, MPI.INT));
        assertError(MPI.ERR_REQUEST, "no probe", () -> new Message().mRecv(new int[1], 1, MPI.INT));
        assertError(MPI.ERR_COMM, "comm is null", () -> new Message().mProbe(0, TAG, null));
    }

    /** A wrong buffer leaves the message unchanged. A buffer that is too small takes the part that fits. */
    @Check
    public void wrongBufferLeavesTheMessage() {
        Request send = COMM.iSend(MPI.newIntBuffer(3).put(items(RANK, 3, 3)), 3, MPI.INT, NEXT, TAG);
        Message message = new Message();
        message.mProbe(PREVIOUS, TAG, COMM);
        assertError(MPI.ERR_BUFFER, "buf is null", () -> message.mRecv(null, 1, MPI.INT));
        assertError(MPI.ERR_BUFFER, "heap buffer", () -> message.imRecv(IntBuffer.allocate(3), 3, MPI.INT));
        assertFalse(message.isNull());
        int[] room = new int[2];
        assertError(MPI.ERR_TRUNCATE, "at most 8", () -> message.mRecv(room, 2, MPI.INT));
        assertArrayEquals(items(PREVIOUS, 3, 2), room);
        assertTrue(message.isNull());
        send.waitFor();
    }

    @Check
    public void messageOutlivesItsCommunicator() {
        Comm other = COMM.dup();
        Request send = other.iSend(MPI.newIntBuffer(20_000).put(items(RANK, 4, 20_000)), 20_000, MPI.INT, NEXT, TAG);
        Message message = new Message();
        message.mProbe(PREVIOUS, TAG, other);
        other.free();
        int[] room = new int[20_000];
        message.mRecv(room, 20_000, MPI.INT);
        assertArrayEquals(items(PREVIOUS, 4, 20_000), room);
        send.waitFor();
    }

    /** Several threads of rank 0 probe for messages whose sizes they do not know. Each finds its own message. */
    @Check(ranks = 2)
    public void threadsFindEachMessageOnce() throws Exception {
        int threads = 4;
        int perThread = 100 * (SIZE - 1);
        int sent = threads * perThread / (SIZE - 1);
        if (RANK == 0) {
            Set<Integer> found = ConcurrentHashMap.newKeySet();
            try (ExecutorService executor = Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon()
                .factory())) {
                Future<?>[] all = IntStream.range(0, threads).mapToObj(_ -> executor.submit(() -> {
                    for (int i = 0; i < perThread; i++) {
                        found.add(probeAndReceive());
                    }
                })).toArray(Future[]::new);
                for (Future<?> each : all) {
                    each.get(60, TimeUnit.SECONDS);
                }
            }
            assertEquals(threads * perThread, found.size());
        } else {
            for (int i = 0; i < sent; i++) {
                int[] values = new int[1 + i * 7 % 3000];
                Arrays.fill(values, RANK * sent + i);
                COMM.send(values, values.length, MPI.INT, 0, TAG + i % 3);
            }
        }
    }

    private static int probeAndReceive() {
        Message message = new Message();
        Status status = message.mProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, COMM);
        int count = status.getCount(MPI.INT);
        int[] room = new int[count];
        assertStatus(status.getSource(), status.getTag(), MPI.INT, count, message.mRecv(room, count, MPI.INT));
        for (int value : room) {
            assertEquals(room[0], value);
        }
        return room[0];
    }
}
