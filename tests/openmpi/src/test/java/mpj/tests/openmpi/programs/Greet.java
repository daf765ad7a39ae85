package mpj.tests.openmpi.programs;

import mpi.MPI;

/** Each rank prints its number. The calls by which the API can be told are in another class than the main class. */
public final class Greet {
    private Greet() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        System.out.println(new Greeting().text());
        MPI.Finalize();
    }

    /** The line that a rank prints. */
    private static final class Greeting {
        String text() {
            return "rank " + MPI.COMM_WORLD.getRank() + " of " + MPI.COMM_WORLD.getSize();
        }
    }
}
