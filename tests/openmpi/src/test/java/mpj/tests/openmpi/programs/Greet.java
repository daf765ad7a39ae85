package mpj.tests.openmpi.programs;

import mpi.MPI;

/** Each rank says which it is. What tells the API is in another class than the main one. */
public final class Greet {
    private Greet() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        System.out.println(new Greeting().text());
        MPI.Finalize();
    }

    /** What a rank says. */
    private static final class Greeting {
        String text() {
            return "rank " + MPI.COMM_WORLD.getRank() + " of " + MPI.COMM_WORLD.getSize();
        }
    }
}
