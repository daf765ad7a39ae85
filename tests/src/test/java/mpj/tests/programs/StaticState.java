package mpj.tests.programs;

import mpi.MPI;

/**
 * Every rank counts in a static variable, and prints whether its threads, and the threads that these start, see the
 * class of this rank.
 */
public final class StaticState {
    private static int counter;

    private StaticState() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        for (int i = 0; i <= rank; i++) {
            counter++;
            MPI.COMM_WORLD.Barrier();
        }
        for (int i = rank + 1; i < MPI.COMM_WORLD.Size(); i++) {
            MPI.COMM_WORLD.Barrier();
        }
        Thread thread = new Thread(() -> join(Thread.ofVirtual().start(() -> {
            boolean own = Thread.currentThread().getContextClassLoader() == StaticState.class.getClassLoader();
            System.out.println("rank " + rank + " counts " + counter + (own ? "" : " in a strange thread"));
        })));
        thread.start();
        join(thread);
        MPI.Finalize();
        System.err.print("rank " + rank);
        System.err.println(" is done");
    }

    /** Nothing else keeps the JVM from ending before a virtual thread has printed. */
    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
