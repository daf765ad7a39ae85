package mpj.tests.programs;

import java.util.List;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Two programs of one job. The ranks of each program make a communicator of their own, by the number of the program.
 */
public final class Coupled {
    private Coupled() {
    }

    /** The first program. */
    public static final class Ocean {
        private Ocean() {
        }

        /** Runs as a rank. */
        public static void main(String[] args) {
            run("Ocean", args);
        }
    }

    /** The second program. */
    public static final class Air {
        private Air() {
        }

        /** Runs as a rank. */
        public static void main(String[] args) {
            run("Air", args);
        }
    }

    private static void run(String name, String[] args) {
        String[] own = MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int number = (Integer) MPI.COMM_WORLD.Attr_get(MPI.APPNUM);
        Intracomm mine = MPI.COMM_WORLD.Split(number, rank);
        int[] sum = new int[2];
        mine.Allreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        MPI.COMM_WORLD.Allreduce(new int[] {rank}, 0, sum, 1, 1, MPI.INT, MPI.SUM);
        System.out.println("rank " + rank + ": " + name + " " + number + " of " + mine.Size() + " ranks, sums " + sum[0]
            + " and " + sum[1] + ", " + List.of(own) + " " + System.getProperty("colour", "grey"));
        MPI.Finalize();
    }
}
