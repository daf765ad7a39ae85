package mpj.tests.programs;

import java.util.Arrays;
import mpi.MPI;
import mpj.bindings.Linux;

/**
 * A rank sends and receives messages of several sizes, which the library could copy through the C library, and then
 * checks that C functions cannot be called.
 */
public final class NoNativeCalls {
    private static final int LONG = 1 << 20;

    private NoNativeCalls() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int peer = 1 - rank;
        int[] sent = new int[LONG];
        int[] received = new int[LONG];
        Arrays.fill(sent, rank + 1);
        for (int count : new int[] {1, LONG / 64, LONG}) {
            MPI.COMM_WORLD.Sendrecv(sent, 0, count, MPI.INT, peer, 1, received, 0, count, MPI.INT, peer, 1);
            if (received[count - 1] != peer + 1) {
                throw new AssertionError("of " + count + " ints the last is " + received[count - 1]);
            }
        }
        MPI.COMM_WORLD.Barrier();
        try {
            Linux.linker();
            throw new AssertionError("the gate is open");
        } catch (UnsupportedOperationException e) {
            System.out.println("nothing can be linked");
        }
        MPI.Finalize();
    }
}
