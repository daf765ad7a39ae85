package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.NEXT;
import static mpj.tests.checks.World.PREVIOUS;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.SIZE;
import static mpj.tests.checks.World.SIZES;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import mpj.tests.Check;
import mpj.tests.Draws;

/** Messages between two ranks on one communicator never overtake each other, and each goes to the right receive. */
public final class OrderChecks {
    private static final int LARGEST = 1 << 20;

    private record Wanted(int source, int tag) {
        boolean accepts(int fromSource, int withTag) {
            return (source == MPI.ANY_SOURCE || source == fromSource) && (tag == MPI.ANY_TAG || tag == withTag);
        }
    }

    @Check
    public void smallMessagesOfOneTagArriveInOrder() {
        int messages = 4000;
        int[] numbers = new int[messages];
        Request[] sends = new Request[messages];
        for (int i = 0; i < messages; i++) {
            numbers[i] = i;
            sends[i] = COMM.Isend(numbers, i, 1, MPI.INT, NEXT, 1);
        }
        int[] received = new int[1];
        for (int i = 0; i < messages; i++) {
            assertStatus(PREVIOUS, 1, 1, COMM.Recv(received, 0, 1, MPI.INT, PREVIOUS, 1));
            assertEquals(i, received[0], "number of the message that came as number " + i);
        }
        Request.Waitall(sends);
    }

    @Check
    public void messagesOfAllSizesOnOneTagAreNotOvertaken() {
        int messages = Draws.of(300);
        Random sizes = new Random(1);
        int[] lengths = sizes.ints(messages, 0, SIZES.length).map(i -> SIZES[i]).toArray();
        Request[] sends = new Request[messages];
        for (int i = 0; i < messages; i++) {
            sends[i] = COMM.Isend(Pattern.of(i, lengths[i]), 0, lengths[i], MPI.BYTE, NEXT, 2);
        }
        byte[] buffer = new byte[LARGEST + 1];
        for (int i = 0; i < messages; i++) {
            assertStatus(PREVIOUS, 2, lengths[i], COMM.Recv(buffer, 0, buffer.length, MPI.BYTE, PREVIOUS, 2));
            Pattern.assertIs(i, buffer, 0, lengths[i]);
        }
        Request.Waitall(sends);
    }

    @Check
    public void postedReceivesOfAllSizesTakeMessagesInOrder() {
        int messages = 120;
        int[] lengths = new Random(2).ints(messages, 0, SIZES.length).map(i -> SIZES[i]).toArray();
        byte[][] buffers = new byte[messages][];
        Request[] receives = new Request[messages];
        for (int i = 0; i < messages; i++) {
            buffers[i] = new byte[lengths[i]];
            receives[i] = COMM.Irecv(buffers[i], 0, lengths[i], MPI.BYTE, i % 2 == 0 ? PREVIOUS : MPI.ANY_SOURCE, 3);
        }
        COMM.Barrier();
        for (int i = 0; i < messages; i++) {
            COMM.Send(Pattern.of(i, lengths[i]), 0, lengths[i], MPI.BYTE, NEXT, 3);
        }
        Status[] statuses = Request.Waitall(receives);
        for (int i = 0; i < messages; i++) {
            assertStatus(PREVIOUS, 3, lengths[i], statuses[i]);
            Pattern.assertIs(i, buffers[i], 0, lengths[i]);
        }
    }

    @Check(ranks = 2)
    public void wildcardReceiveSeesEverySendersMessagesInOrder() {
        int perSender = 300;
        if (RANK != 0) {
            for (int i = 0; i < perSender; i++) {
                int length = length(RANK, i);
                int[] message = new int[length];
                message[0] = RANK;
                message[length - 1] = i;
                COMM.Send(message, 0, length, MPI.INT, 0, i % 7);
            }
            return;
        }
        int[] next = new int[SIZE];
        int[] message = new int[64 << 10];
        for (int n = 0; n < perSender * (SIZE - 1); n++) {
            Status status = COMM.Recv(message, 0, message.length, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            int i = next[status.source]++;
            assertStatus(status.source, i % 7, length(status.source, i), status);
            assertEquals(i, message[status.count - 1], "number of message " + i + " from rank " + status.source);
        }
    }

    /** The size in ints. */
    private static int length(int sender, int number) {
        return switch ((number * 31 + sender) % 11) {
            case 0 -> 20_000;
            case 1, 2 -> 5000;
            default -> 2;
        };
    }

    @Check(ranks = 2)
    public void tagsAndSourcesSelect() {
        if (RANK == 0) {
            int[] value = new int[1];
            for (int sender = SIZE - 1; sender > 0; sender--) {
                for (int tag = 9; tag >= 0; tag--) {
                    assertStatus(sender, tag, 1, COMM.Recv(value, 0, 1, MPI.INT, sender, tag));
                    assertEquals(sender * 100 + tag, value[0]);
                }
            }
        } else {
            for (int tag = 0; tag < 10; tag++) {
                COMM.Send(new int[] {RANK * 100 + tag}, 0, 1, MPI.INT, 0, tag);
            }
        }
    }

    /**
     * Compares with a model, in which each message goes to the receive that was posted first among those that accept
     * the message.
     */
    @Check
    public void earliestPostedReceiveThatFitsTakesTheMessage() {
        Random random = new Random(3);
        List<Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            wanted.add(new Wanted(random.nextInt(3) == 0 ? MPI.ANY_SOURCE : PREVIOUS,
                random.nextInt(3) == 0 ? MPI.ANY_TAG : random.nextInt(4)));
        }
        List<Integer> tags = new ArrayList<>();
        int[] expected = new int[wanted.size()];
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            expected[i] = -1;
            open.add(i);
        }
        for (int tries = 0; tries < 250; tries++) {
            int tag = random.nextInt(4);
            open.stream().filter(i -> wanted.get(i).accepts(PREVIOUS, tag)).findFirst().ifPresent(i -> {
                expected[i] = tags.size();
                tags.add(tag);
                open.remove(i);
            });
        }

        int[][] values = new int[wanted.size()][1];
        Request[] receives = new Request[wanted.size()];
        for (int i = 0; i < receives.length; i++) {
            receives[i] = COMM.Irecv(values[i], 0, 1, MPI.INT, wanted.get(i).source(), wanted.get(i).tag());
        }
        COMM.Barrier();
        for (int i = 0; i < tags.size(); i++) {
            COMM.Send(new int[] {i}, 0, 1, MPI.INT, NEXT, tags.get(i));
        }
        for (int i = 0; i < receives.length; i++) {
            if (expected[i] < 0) {
                receives[i].Cancel();
                assertTrue(receives[i].Wait().Test_cancelled(), "receive " + i + " took a message");
            } else {
                assertStatus(PREVIOUS, tags.get(expected[i]), 1, receives[i].Wait());
                assertEquals(expected[i], values[i][0], "message that receive " + i + " took");
            }
        }
    }

    @Check
    public void probeFindsTheMessageThatTheReceiveTakes() {
        for (int length : SIZES) {
            Request first = COMM.Isend(Pattern.of(length, length), 0, length, MPI.BYTE, NEXT, 4);
            Request second = COMM.Isend(new byte[2], 0, 2, MPI.BYTE, NEXT, 4);
            Status probed = COMM.Probe(MPI.ANY_SOURCE, 4);
            assertStatus(PREVIOUS, 4, length, probed);
            byte[] buffer = new byte[probed.Get_count(MPI.BYTE)];
            assertStatus(PREVIOUS, 4, length, COMM.Recv(buffer, 0, buffer.length, MPI.BYTE, probed.source, probed.tag));
            Pattern.assertIs(length, buffer, 0, length);
            assertStatus(PREVIOUS, 4, 2, COMM.Probe(PREVIOUS, MPI.ANY_TAG));
            COMM.Recv(new byte[2], 0, 2, MPI.BYTE, PREVIOUS, 4);
            Request.Waitall(new Request[] {first, second});
        }
    }

    @Check
    public void iprobeFindsNothingWhereNothingIs() {
        assertNull(COMM.Iprobe(MPI.ANY_SOURCE, 5));
        COMM.Barrier();
        Request send = COMM.Isend(new byte[3], 0, 3, MPI.BYTE, NEXT, 5);
        assertNull(COMM.Iprobe(PREVIOUS, 6));
        Status status = null;
        while (status == null) {
            status = COMM.Iprobe(PREVIOUS, 5);
        }
        assertStatus(PREVIOUS, 5, 3, status);
        assertNotNull(COMM.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG));
        COMM.Recv(new byte[3], 0, 3, MPI.BYTE, PREVIOUS, 5);
        assertNull(COMM.Iprobe(MPI.ANY_SOURCE, 5));
        send.Wait();
    }
}
