package mpj.tests.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.MPIException;

/**
 * Rank 1 ends without MPI.Finalize after it has sent its process's id. Rank 0 sends its first message to rank 1 at the
 * moment in which the system begins to take down that process, and prints the error.
 */
public final class LateSend {
    private LateSend() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        long[] process = {ProcessHandle.current().pid()};
        if (MPI.COMM_WORLD.Rank() == 1) {
            MPI.COMM_WORLD.Ssend(process, 0, 1, MPI.LONG, 0, 1);
            Runtime.getRuntime().halt(0);
        }
        MPI.COMM_WORLD.Recv(process, 0, 1, MPI.LONG, 1, 1);
        Path program = Path.of("/proc", Long.toString(process[0]), "exe");
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!Files.notExists(program)) {
            if (System.nanoTime() - limit > 0) {
                throw new IllegalStateException("process " + process[0] + " does not end");
            }
        }
        try {
            MPI.COMM_WORLD.Send(process, 0, 1, MPI.LONG, 1, 1);
            MPI.COMM_WORLD.Ssend(process, 0, 1, MPI.LONG, 1, 1);
        } catch (MPIException e) {
            System.out.println(e.getMessage());
        }
        Runtime.getRuntime().halt(0); // in Finalize, rank 1 would be missing
    }
}
