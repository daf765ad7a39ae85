import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpj.checkpoint.CheckpointException;
import mpj.checkpoint.MemoryCheckpoint;
import mpj.checkpoint.Recovery;
import mpj.checkpoint.State;

/**
 * Heat in a rod, by Jacobi's iteration. Two of the ranks end in the middle of the work. They are replaced, and the
 * solver goes on from the last checkpoint, which the ranks keep in each other's memory.
 *
 * <p>mpjrun -np 6 --respawn 2 examples/openmpi/Solver.java
 */
public class Solver {
    private static final int POINTS = 600;
    private static final int STEPS = 2000;
    private static final int STEPS_PER_CHECKPOINT = 50;
    private static final double HOT = 100;

    /** The points of this rank, with a margin of one point at each end. */
    private final double[] heat;
    private final long[] step = new long[1];
    private final State state;
    private final int begin;

    private Solver(int rank, int ranks) {
        begin = POINTS * rank / ranks;
        int points = POINTS * (rank + 1) / ranks - begin;
        heat = new double[points + 2];
        MemorySegment inner = MemorySegment.ofArray(heat).asSlice(Double.BYTES, (long) points * Double.BYTES);
        state = new State("heat").common("step", step).block("heat", inner, ValueLayout.JAVA_DOUBLE, begin, POINTS);
    }

    public static void main(String[] args) throws CheckpointException {
        MPI.Init(args);
        Intracomm comm = Recovery.join();
        Solver solver = new Solver(comm.getRank(), comm.getSize());
        MemoryCheckpoint checkpoint = new MemoryCheckpoint();
        boolean restore = Recovery.isReplacement();
        boolean done = false;
        while (!done) {
            try {
                if (restore) {
                    checkpoint.restore(comm, solver.state);
                    if (comm.getRank() == 0) {
                        System.out.println("goes on after step " + solver.step[0]);
                    }
                }
                solver.solve(comm, checkpoint);
                solver.verify(comm);
                Recovery.synchronize(comm); // from here on nobody is needed any more
                done = true;
            } catch (MPIException e) {
                if (!Recovery.isLoss(e)) {
                    throw e;
                }
                comm = Recovery.replace(comm);
                restore = true;
            }
        }
        if (comm != MPI.COMM_WORLD) {
            comm.disconnect();
        }
        MPI.Finalize();
    }

    private void solve(Intracomm comm, MemoryCheckpoint checkpoint) throws CheckpointException {
        int rank = comm.getRank();
        int last = comm.getSize() - 1;
        int points = heat.length - 2;
        if (step[0] == 0) {
            checkpoint.write(comm, state);
        }
        while (step[0] < STEPS) {
            failOnPurpose(rank, last);
            int left = rank == 0 ? MPI.PROC_NULL : rank - 1;
            int right = rank == last ? MPI.PROC_NULL : rank + 1;
            heat[0] = HOT; // at the left end of the rod; on other ranks, what the neighbour sends takes its place
            double[] received = {heat[0]};
            comm.sendRecv(new double[] {heat[points]}, 1, MPI.DOUBLE, right, 0, received, 1, MPI.DOUBLE, left, 0);
            heat[0] = received[0];
            received[0] = 0;
            comm.sendRecv(new double[] {heat[1]}, 1, MPI.DOUBLE, left, 1, received, 1, MPI.DOUBLE, right, 1);
            heat[points + 1] = received[0];
            advance(heat);
            step[0]++;
            if (step[0] % STEPS_PER_CHECKPOINT == 0) {
                checkpoint.write(comm, state);
            }
        }
    }

    /** Each inner point becomes the mean of its neighbours. */
    private static void advance(double[] rod) {
        double before = rod[0];
        for (int i = 1; i < rod.length - 1; i++) {
            double old = rod[i];
            rod[i] = (before + rod[i + 1]) / 2;
            before = old;
        }
    }

    private void failOnPurpose(int rank, int last) {
        boolean first = rank == 1 && step[0] == STEPS / 4 + 7;
        boolean second = rank == last && step[0] == STEPS / 2 + 7;
        if ((first || second) && !Recovery.isReplacement()) {
            Runtime.getRuntime().halt(1);
        }
    }

    /** Every rank computes the whole rod as well, and compares its own points with it. */
    private void verify(Intracomm comm) {
        double[] whole = new double[POINTS + 2];
        whole[0] = HOT;
        for (int i = 0; i < STEPS; i++) {
            advance(whole);
        }
        int[] wrong = new int[1];
        for (int i = 1; i < heat.length - 1; i++) {
            wrong[0] += heat[i] == whole[begin + i] ? 0 : 1;
        }
        comm.allReduce(wrong, 1, MPI.INT, MPI.SUM);
        if (comm.getRank() == 0) {
            System.out.println((wrong[0] == 0 ? "verified Solver: " : "FAILED Solver: " + wrong[0] + " of ") + POINTS
                + " points, " + comm.getSize() + " ranks");
        }
    }
}
