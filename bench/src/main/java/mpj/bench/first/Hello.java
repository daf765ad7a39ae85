package mpj.bench.first;

import mpi.MPI;

/**
 * The shortest job: all ranks start, meet at a barrier and end. {@code bin/bench node} measures the time of such jobs
 * beside bench/native/hello.c, which does the same.
 */
public final class Hello {
    private Hello() {
    }

    /** Runs as a rank. */
    public static void main(String[] arguments) {
        MPI.Init(arguments);
        MPI.COMM_WORLD.Barrier();
        if (MPI.COMM_WORLD.Rank() == 0) {
            System.out.println("Hello from " + MPI.COMM_WORLD.Size() + " ranks");
        }
        MPI.Finalize();
    }
}
