import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Computes pi by blocks of a series, and goes on when processes end: two of the ranks do, in the middle of the work.
 * The ranks that are left agree on whether a round was complete. If it was not, they shrink the communicator, and do the
 * round again among themselves.
 *
 * <p>mpjrun -np 6 examples/openmpi/Survive.java
 */
public class Survive {
    private static final int ROUNDS = 200;
    private static final int BLOCKS_PER_ROUND = 60;
    private static final int TERMS_PER_BLOCK = 10_000;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        // Errors are exceptions, and the job goes on when a process ends.
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int ranks = MPI.COMM_WORLD.getSize();
        int rank = MPI.COMM_WORLD.getRank();
        Intracomm comm = MPI.COMM_WORLD;
        double pi = 0;
        for (int round = 0; round < ROUNDS; round++) {
            if (ranks > 2 && (rank == ranks - 1 && round == 50 || rank == ranks / 2 && round == 120)) {
                Runtime.getRuntime().halt(1);
            }
            double[] sum = new double[1];
            boolean complete = false;
            while (!complete) {
                complete = round(comm, round, sum);
                if (!complete) {
                    Intracomm smaller = comm.shrink();
                    if (comm != MPI.COMM_WORLD) {
                        comm.free();
                    }
                    comm = smaller;
                }
            }
            pi += sum[0];
        }
        if (comm.getRank() == 0) {
            boolean right = Math.abs(pi - Math.PI) < 1e-7;
            System.out.println((right ? "verified" : "wrong") + " Survive: pi = " + pi + ", " + comm.getSize()
                + " of " + ranks + " ranks are left");
        }
        MPI.Finalize();
    }

    /** Does a round; true on all ranks if it was complete on all of them. */
    private static boolean round(Intracomm comm, int round, double[] sum) throws MPIException {
        int[] complete = {1};
        try {
            double[] mine = new double[1];
            for (int block = comm.getRank(); block < BLOCKS_PER_ROUND; block += comm.getSize()) {
                mine[0] += sumOf(round * BLOCKS_PER_ROUND + block);
            }
            comm.allReduce(mine, sum, 1, MPI.DOUBLE, MPI.SUM);
        } catch (MPIException e) {
            complete[0] = 0;
            comm.revoke(); // a rank that has not noticed must not wait in this round for ever
        }
        try {
            comm.agree(complete);
        } catch (MPIException e) {
            complete[0] = 0; // somebody is lost
        }
        return complete[0] == 1;
    }

    /** A block of 4 - 4/3 + 4/5 - 4/7 ... */
    private static double sumOf(int block) {
        double sum = 0;
        long first = (long) block * TERMS_PER_BLOCK;
        for (long term = first; term < first + TERMS_PER_BLOCK; term++) {
            sum += (term % 2 == 0 ? 4.0 : -4.0) / (2 * term + 1);
        }
        return sum;
    }
}
