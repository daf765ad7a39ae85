import mpi.MPI;
import mpi.MPIException;

/** A number goes around all ranks until it is zero. Rank 0 subtracts one in each round. */
public class Ring {
    static final int ROUNDS = 10;
    static final int TAG = 0;

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        int next = (rank + 1) % size;
        int previous = (rank + size - 1) % size;
        int[] left = {ROUNDS};
        int seen = 0;
        if (rank == 0) {
            MPI.COMM_WORLD.send(left, 1, MPI.INT, next, TAG);
        }
        while (left[0] > 0) {
            MPI.COMM_WORLD.recv(left, 1, MPI.INT, previous, TAG);
            seen++;
            if (rank == 0) {
                left[0]--;
            }
            MPI.COMM_WORLD.send(left, 1, MPI.INT, next, TAG);
        }
        if (rank == 0) {
            // The zero goes around once more.
            MPI.COMM_WORLD.recv(left, 1, MPI.INT, previous, TAG);
        }

        int[] all = new int[1];
        MPI.COMM_WORLD.reduce(new int[] {seen}, all, 1, MPI.INT, MPI.SUM, 0);
        if (rank == 0) {
            // Every other rank also sees the zero.
            boolean right = left[0] == 0 && all[0] == ROUNDS + (size - 1) * (ROUNDS + 1);
            System.out.println(right ? "verified Ring" : "FAILED Ring: " + all[0]);
        }
        MPI.Finalize();
    }
}
