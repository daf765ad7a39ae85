package mpj.tests.programs;

import mpi.MPI;

/**
 * Every rank says its number and process, then waits for a message that never comes; but the rank that the first
 * argument names does what the second says: {@code throw}, {@code exit}, {@code abort} or {@code halt}. Without
 * arguments two threads of every rank wait.
 */
public final class BlockedInRecv {
    private BlockedInRecv() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        byte[] buffer = new byte[1];
        // Everybody has talked with everybody: nobody starts while the others end.
        for (int other = 0; other < MPI.COMM_WORLD.Size(); other++) {
            MPI.COMM_WORLD.Sendrecv(buffer, 0, 1, MPI.BYTE, other, 1, buffer, 0, 1, MPI.BYTE, other, 1);
        }
        System.out.println("rank " + rank + " is process " + ProcessHandle.current().pid());
        if (args.length > 0 && rank == Integer.parseInt(args[0])) {
            end(args[1]);
        }
        if (args.length == 0) {
            // Two threads that sleep must not keep each other awake.
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
