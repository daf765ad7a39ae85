package mpj.tests.programs;

import java.util.concurrent.TimeUnit;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * The first rank computes for longer than the detector's timeout. Then the last rank waits to be stopped or killed, and
 * no launcher reports this. The others go on without it. The argument is the number of seconds to compute.
 */
public final class SilentRank {
    private static final int READY = 1;
    private static final int NEVER = 2;

    private SilentRank() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
        int rank = MPI.COMM_WORLD.Rank();
        int victim = MPI.COMM_WORLD.Size() - 1;
        if (rank == 0) {
            compute(TimeUnit.SECONDS.toNanos(Long.parseLong(args[0])));
        }
        MPI.COMM_WORLD.Barrier();
        if (rank == victim) {
            for (int other = 0; other < victim; other++) {
                MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, other, READY);
            }
            System.out.println("victim " + ProcessHandle.current().pid());
            receive(rank, 0);
            MPI.Finalize();
            return;
        }
        MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, victim, READY);
        receive(rank, victim);
        Intracomm left = MPI.COMM_WORLD.Shrink();
        int[] sum = new int[1];
        left.Allreduce(new int[] {rank + 1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + rank + ": " + left.Size() + " ranks are left, with the sum " + sum[0]);
        left.Barrier();
        if (rank == 0) {
            System.out.println("the others are done");
        }
        MPI.Finalize();
    }

    /** Does not call MPI for this many nanoseconds. */
    private static void compute(long duration) {
        long end = System.nanoTime() + duration;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private static void receive(int rank, int from) {
        try {
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, from, NEVER);
            System.out.println("rank " + rank + ": the receive has returned");
        } catch (MPIException e) {
            System.out.println("rank " + rank + ": " + e.getMessage());
        }
    }
}
