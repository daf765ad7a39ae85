package mpj.tests.programs;

import mpi.MPI;
import mpi.MPIException;

/**
 * Rank 1 ends with exit code 0 and without MPI.Finalize. Rank 0 makes several calls that need rank 1, and prints the
 * error of each call. The last error ends rank 0. The first argument says how rank 1 ends: {@code return}, {@code
 * exit}, {@code halt}, or {@code thread}, which calls exit in another thread while main goes on. The second argument
 * says whether the two ranks have exchanged messages before: {@code met} or {@code unmet}.
 */
public final class SilentEnd {
    private SilentEnd() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        int[] one = {1};
        if (args[1].equals("met")) {
            MPI.COMM_WORLD.Barrier();
            if (MPI.COMM_WORLD.Rank() == 1) {
                MPI.COMM_WORLD.Send(one, 0, 1, MPI.INT, 0, 7);
            }
        }
        if (MPI.COMM_WORLD.Rank() == 1) {
            end(args[0]);
            return;
        }
        report("Barrier", () -> MPI.COMM_WORLD.Barrier());
        if (args[1].equals("met")) {
            report("Recv of what had come", () -> MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, 1, 7));
        }
        report("Recv", () -> MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, 1, 1));
        report("any source", () -> MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, MPI.ANY_SOURCE, 1));
        report("Ssend", () -> MPI.COMM_WORLD.Ssend(one, 0, 1, MPI.INT, 1, 1));
        report("Isend", () -> MPI.COMM_WORLD.Issend(one, 0, 1, MPI.INT, 1, 1).Wait());
        report("Allreduce", () -> MPI.COMM_WORLD.Allreduce(one, 0, new int[1], 0, 1, MPI.INT, MPI.SUM));
        report("Iallreduce", () -> MPI.COMM_WORLD.Iallreduce(one, 0, new int[1], 0, 1, MPI.INT, MPI.SUM).Wait());
        report("clone", () -> MPI.COMM_WORLD.clone());
        MPI.Finalize();
    }

    private static void end(String how) throws InterruptedException {
        switch (how) {
            case "return" -> { }
            case "exit" -> System.exit(0);
            case "halt" -> Runtime.getRuntime().halt(0);
            case "thread" -> {
                new Thread(() -> System.exit(0)).start();
                MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 99);
            }
            default -> throw new IllegalArgumentException(how);
        }
    }

    private static void report(String call, Runnable action) {
        try {
            action.run();
            System.out.println(call + " returned");
        } catch (MPIException e) {
            System.out.println(call + ": " + e.getMessage());
        }
    }
}
