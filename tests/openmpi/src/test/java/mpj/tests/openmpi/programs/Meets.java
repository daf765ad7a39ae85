package mpj.tests.openmpi.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * A job that meets another one. Started with "accept", a file and a number, it writes the name of a port to the file,
 * and accepts that many jobs, one after the other. Started with "connect" and the name of a port, it connects.
 */
public final class Meets {
    private static final int TAG = 5;
    private static final int ROUNDS = 40;
    private static final int LARGE = 100_000;

    private Meets() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        boolean first = world.getRank() == 0;
        if (args[0].equals("accept")) {
            String port = first ? Intracomm.openPort() : null;
            if (first) {
                publish(Path.of(args[1]), port);
                System.out.println("the port is open");
            }
            for (int left = Integer.parseInt(args[2]); left > 0; left--) {
                Intercomm other = world.accept(port, 0);
                use(other, false);
                other.disconnect();
            }
            if (first) {
                Intracomm.closePort(port);
            }
        } else {
            Intercomm other = world.connect(first ? Files.readString(Path.of(args[1])) : null, 0);
            use(other, true);
            other.disconnect();
        }
        MPI.Finalize();
        System.out.println("the jobs have met");
    }

    /** Writes a file that nobody ever sees in part. */
    static void publish(Path file, String text) throws IOException {
        Path written = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(written, text);
        Files.move(written, file);
    }

    /** What two groups that have met do with each other. */
    public static void use(Intercomm both, boolean high) {
        int[] sum = new int[1];
        int remote = both.getRemoteSize();
        int size = both.getSize() + remote;
        both.allReduce(new int[] {both.getRank() + 1}, sum, 1, MPI.INT, MPI.SUM);
        expect(remote * (remote + 1) / 2, sum[0]);
        Request[] sends = new Request[remote];
        Arrays.setAll(sends, rank -> both.isSend(MPI.newIntBuffer(1).put(0, rank), 1, MPI.INT, rank, TAG));
        for (int rank = 0; rank < remote; rank++) {
            int[] mine = new int[1];
            both.recv(mine, 1, MPI.INT, rank, TAG);
            expect(both.getRank(), mine[0]);
        }
        Request.waitAll(sends);
        Intracomm all = both.merge(high);
        together(all, size);
        all.free();
    }

    private static void together(Intracomm all, int size) {
        int[] sum = new int[1];
        for (int round = 0; round < ROUNDS; round++) { // some by messages, and then some in shared memory
            all.allReduce(new int[] {round}, sum, 1, MPI.INT, MPI.SUM);
            expect(size * round, sum[0]);
        }
        int[] large = new int[LARGE];
        Arrays.fill(large, all.getRank());
        all.allReduce(large, LARGE, MPI.INT, MPI.MAX);
        expect(size - 1, large[LARGE - 1]);
        int[] flags = {-1 << all.getRank()};
        all.agree(flags);
        expect(-1 << size - 1, flags[0]);
        Intracomm host = all.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        expect(size, host.getSize());
        host.free();
        // Two groups, each with ranks of both jobs.
        Intracomm half = all.split(all.getRank() % 2, 0);
        Intercomm halves = all.createIntercomm(half, 0, 1 - all.getRank() % 2, TAG);
        Intracomm again = halves.merge(false);
        again.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
        expect(size, sum[0]);
        again.free();
        halves.free();
        half.free();
    }

    private static void expect(int expected, int found) {
        if (expected != found) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }
}
