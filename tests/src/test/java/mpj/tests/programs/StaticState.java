package mpj.tests.programs;

import mpi.MPI;

/** Every rank counts in a static variable, and says whether its threads and those that they start see its class. */
public final class StaticState {
    private static int counter;

    private StaticState() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        for (int i = 0; i <= rank; i++) {
            counter++;
            MPI.COMM_WORLD.Barrier();
        }
        for (int i = rank + 1; i < MPI.COMM_WORLD.Size(); i++) {
            MPI.COMM_WORLD.Barrier();
        }
        Thread thread = new Thread(() -> Thread.ofVirtual().start(() -> {
            boolean own = Thread.currentThread().getContextClassLoader() == StaticState.class.getClassLoader();
            System.out.println("rank " + rank + " counts " + counter + (own ? "" : " in a strange thread"));
        }));
        thread.start();
        thread.join();
        MPI.Finalize();
        System.err.print("rank " + rank);
        System.err.println(" is done");
    }
}
