package mpj.tests.checks;

import static mpj.tests.checks.World.COMM;
import static mpj.tests.checks.World.RANK;
import static mpj.tests.checks.World.assertStatus;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import mpi.MPI;
import mpi.Request;
import mpj.tests.Alone;
import mpj.tests.Check;

/** Many more messages than the receiver takes. Memory stays bounded, no message is lost, and the order is kept. */
@Alone
public final class FloodChecks {
    private static final Path OWN_STATUS = Path.of("/proc/self/status");
    private static final int SMALL_MESSAGES = 100_000;
    /**
     * This leaves room for what the buffers of a TCP connection still bring after the sender has been asked to wait: up
     * to 40 MB.
     */
    private static final long BOUND = 128 << 20;
    private static final long COMPUTING = 20_000;
    private static final String GO = "go";
    private static final int LONGEST_NAME = 4_096;
    private static final long POLL_NANOS = 1_000_000L;

    @Check(ranks = 2)
    public void hundredThousandSmallMessagesBeforeTheFirstReceive() {
        if (RANK == 0) {
            int[] numbers = new int[SMALL_MESSAGES];
            Request[] sends = new Request[SMALL_MESSAGES];
            for (int i = 0; i < SMALL_MESSAGES; i++) {
                numbers[i] = i;
                sends[i] = COMM.Isend(numbers, i, 1, MPI.INT, 1, i % 2);
            }
            Request last = COMM.Isend(numbers, 0, 1, MPI.INT, 1, 2);
            Request.Waitall(sends);
            last.Wait();
        } else if (RANK == 1) {
            int[] number = new int[1];
            COMM.Recv(number, 0, 1, MPI.INT, 0, 2);
            for (int tag = 1; tag >= 0; tag--) {
                for (int i = tag; i < SMALL_MESSAGES; i += 2) {
                    COMM.Recv(number, 0, 1, MPI.INT, tag == 0 ? MPI.ANY_SOURCE : 0, tag);
                    assertEquals(i, number[0], "number of a message with tag " + tag);
                }
            }
        }
    }

    @Check(ranks = 2)
    public void receiversMemoryStaysBoundedUnderManyMegabytes() throws IOException {
        int messages = 16_000;
        int size = 16_000;
        byte[] message = Pattern.of(5, size);
        if (RANK == 0) {
            Request[] sends = new Request[messages];
            for (int i = 0; i < messages; i++) {
                sends[i] = COMM.Isend(message, 0, size, MPI.BYTE, 1, 3);
                compute();
            }
            COMM.Send(message, 0, 1, MPI.BYTE, 1, 4);
            Request.Waitall(sends);
        } else if (RANK == 1) {
            long before = residentBytes();
            byte[] received = new byte[size];
            COMM.Recv(received, 0, 1, MPI.BYTE, 0, 4);
            long grown = residentBytes() - before;
            assertTrue(grown < BOUND, "unexpected messages of " + (long) messages * size + " bytes took " + grown);
            for (int i = 0; i < messages; i++) {
                assertStatus(0, 3, size, COMM.Recv(received, 0, size, MPI.BYTE, 0, 3));
            }
            Pattern.assertIs(5, received, 0, size);
        }
    }

    @Check(ranks = 2)
    public void receiversMemoryStaysBoundedUnderLargeMessages() throws IOException {
        int messages = 400;
        int size = 1 << 20;
        byte[] message = Pattern.of(6, size);
        if (RANK == 0) {
            Request[] sends = new Request[messages];
            for (int i = 0; i < messages; i++) {
                sends[i] = COMM.Isend(message, 0, size, MPI.BYTE, 1, 5);
            }
            COMM.Send(message, 0, 1, MPI.BYTE, 1, 6);
            Request.Waitall(sends);
        } else if (RANK == 1) {
            long before = residentBytes();
            byte[] received = new byte[size];
            COMM.Recv(received, 0, 1, MPI.BYTE, 0, 6);
            long grown = residentBytes() - before;
            assertTrue(grown < BOUND, "unexpected messages of " + (long) messages * size + " bytes took " + grown);
            for (int i = 0; i < messages; i++) {
                COMM.Recv(received, 0, size, MPI.BYTE, 0, 5);
            }
            Pattern.assertIs(6, received, 0, size);
        }
    }

    /** Meanwhile the receiver takes packets that have arrived, so only its congestion can hold up the sender. */
    private static void compute() {
        long end = System.nanoTime() + COMPUTING;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private static long residentBytes() throws IOException {
        String line = Files.readAllLines(OWN_STATUS).stream().filter(each -> each.startsWith("VmRSS:")).findFirst()
            .orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
    }

    /**
     * Blocking sends to a rank that receives other messages first. A send that has not begun yet keeps its place behind
     * the earlier ones.
     */
    @Check(ranks = 2)
    public void blockingSendsWaitForAReceiverThatIsSlow() {
        int messages = 30_000;
        int size = 500;
        if (RANK == 0) {
            byte[] message = new byte[size];
            for (int i = 0; i < messages; i++) {
                message[0] = (byte) i;
                message[size - 1] = (byte) (i >> 8);
                COMM.Send(message, 0, size, MPI.BYTE, 1, 7);
            }
        } else if (RANK == 1) {
            byte[] message = new byte[size];
            for (int i = 0; i < messages; i++) {
                if (i % 3000 == 0) {
                    for (int poll = 0; poll < 3000; poll++) {
                        COMM.Iprobe(0, 8);
                    }
                }
                COMM.Recv(message, 0, size, MPI.BYTE, 0, 7);
                assertEquals((byte) i, message[0]);
                assertEquals((byte) (i >> 8), message[size - 1]);
            }
        }
    }

    @Check(ranks = 2)
    public void fullChannelHoldsTheSenderUntilItsPeerProgresses() throws IOException {
        // This is also more than the buffers of a TCP connection hold.
        int messages = 600;
        int size = 32_768;
        if (RANK == 0) {
            Path go = makeFolderForRank1().resolve(GO);
            Request[] sends = new Request[messages];
            for (int i = 0; i < messages; i++) {
                sends[i] = COMM.Isend(Pattern.of(i, size), 0, size, MPI.BYTE, 1, 9);
            }
            try {
                for (int i = 0; i < 1000; i++) {
                    assertTrue(Request.Testall(sends) == null,
                        messages * size + " bytes went to a peer that takes none");
                }
            } finally {
                Files.createFile(go);
            }
            Request.Waitall(sends);
        } else if (RANK == 1) {
            Path folder = folderOfRank0();
            while (!Files.exists(folder.resolve(GO))) {
                LockSupport.parkNanos(POLL_NANOS);
            }
            Files.delete(folder.resolve(GO));
            Files.delete(folder);
            byte[] received = new byte[size];
            for (int i = 0; i < messages; i++) {
                COMM.Recv(received, 0, size, MPI.BYTE, 0, 9);
                Pattern.assertIs(i, received, 0, size);
            }
        }
    }

    /** The folder has a new name, so it has no file of an earlier job, or of one that runs beside this one. */
    private static Path makeFolderForRank1() throws IOException {
        Path folder = Files.createTempDirectory("mpj-tests-go");
        byte[] name = folder.toString().getBytes(StandardCharsets.UTF_8);
        COMM.Send(name, 0, name.length, MPI.BYTE, 1, 10);
        return folder;
    }

    private static Path folderOfRank0() {
        byte[] name = new byte[LONGEST_NAME];
        int length = COMM.Recv(name, 0, LONGEST_NAME, MPI.BYTE, 0, 10).Get_count(MPI.BYTE);
        return Path.of(new String(name, 0, length, StandardCharsets.UTF_8));
    }
}
