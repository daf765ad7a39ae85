package mpj.tests.programs;

import mpi.MPI;

/**
 * Every rank prints its number and process id, and then waits for a message that never comes. One rank can end instead:
 * the first argument names it, and the second one says how it ends: {@code throw}, {@code exit}, {@code abort} or
 * {@code halt}. Without arguments, two threads of every rank wait.
 */
public final class BlockedInRecv {
    private BlockedInRecv() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        byte[] buffer = new byte[1];
        // After these messages all ranks have started, so no rank is still starting while others end.
        for (int other = 0; other < MPI.COMM_WORLD.Size(); other++) {
            MPI.COMM_WORLD.Sendrecv(buffer, 0, 1, MPI.BYTE, other, 1, buffer, 0, 1, MPI.BYTE, other, 1);
        }
        System.out.println("rank " + rank + " is process " + ProcessHandle.current().pid());
        if (args.length > 0) {
            // When one rank ends, the others are ended as well. So all must have printed their lines before.
            MPI.COMM_WORLD.Barrier();
            if (rank == Integer.parseInt(args[0])) {
                end(args[1]);
            }
        } else {
            // Two threads that sleep must not wake each other all the time.
            Thread.ofPlatform().daemon().start(() ->
                MPI.COMM_WORLD.Recv(new byte[1], 0, 1, MPI.BYTE, MPI.ANY_SOURCE, 3));
        }
        MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.BYTE, MPI.ANY_SOURCE, 2);
    }

    private static void end(String how) {
        switch (how) {
            case "throw" -> MPI.COMM_WORLD.Send(null, 0, 1, MPI.BYTE, 0, 1);
            case "exit" -> System.exit(3);
            case "abort" -> MPI.COMM_WORLD.Abort(5);
            case "halt" -> Runtime.getRuntime().halt(6);
            default -> throw new IllegalArgumentException(how);
        }
    }
}
