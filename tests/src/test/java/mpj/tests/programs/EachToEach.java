package mpj.tests.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;
import mpi.Request;

/** Every rank sends a message to every other rank, and prints how many threads and bytes of memory this took. */
public final class EachToEach {
    private static final int BYTES = 1000;

    private EachToEach() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        long before = status("VmRSS") << 10;
        byte[][] received = new byte[size][BYTES];
        byte[] sent = new byte[BYTES];
        sent[0] = (byte) rank;
        Request[] requests = new Request[2 * size];
        for (int other = 0; other < size; other++) {
            requests[other] = MPI.COMM_WORLD.Irecv(received[other], 0, BYTES, MPI.BYTE, other, 1);
            requests[size + other] = MPI.COMM_WORLD.Isend(sent, 0, BYTES, MPI.BYTE, other, 1);
        }
        Request.Waitall(requests);
        for (int other = 0; other < size; other++) {
            if (received[other][0] != (byte) other) {
                throw new AssertionError("a message from rank " + received[other][0] + " instead of " + other);
            }
        }
        System.out.println("rank " + rank + " has " + status("Threads") + " threads and took "
            + ((status("VmRSS") << 10) - before) + " bytes");
        MPI.Finalize();
    }

    private static long status(String field) throws IOException {
        String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(each -> each.startsWith(field + ":")).findFirst().orElseThrow();
        return Long.parseLong(line.replaceAll("\\D", ""));
    }
}
