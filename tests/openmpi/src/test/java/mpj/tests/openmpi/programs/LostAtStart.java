package mpj.tests.openmpi.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpj.checkpoint.Recovery;

/**
 * The rank that the second argument names ends at once: {@code before} it calls Init, or {@code after} it. The others
 * go on when they know of the loss, and only then say that they can. The lost rank is replaced. If there is a third
 * argument, the first replacement ends before it calls Init, and leaves this file.
 */
public final class LostAtStart {
    private LostAtStart() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException {
        if (Recovery.isReplacement() && args.length > 2 && Files.notExists(Path.of(args[2]))) {
            Files.createFile(Path.of(args[2]));
            Runtime.getRuntime().halt(9);
        }
        boolean ends = !Recovery.isReplacement() && args[1].equals(System.getenv("MPJ_RANK"));
        if (ends && args[0].equals("before")) {
            Runtime.getRuntime().halt(9);
        }
        MPI.Init(args);
        if (ends) {
            Runtime.getRuntime().halt(9);
        }
        while (!Recovery.isReplacement() && MPI.COMM_WORLD.getFailed().getSize() == 0) {
            LockSupport.parkNanos(1_000_000);
        }
        run(Recovery.join());
        MPI.Finalize();
    }

    private static void run(Intracomm begin) {
        Intracomm comm = begin;
        boolean done = false;
        while (!done) {
            try {
                comm.barrier();
                Recovery.synchronize(comm);
                done = true;
            } catch (MPIException e) {
                if (!Recovery.isLoss(e)) {
                    throw e;
                }
                comm = Recovery.replace(comm);
            }
        }
        System.out.println("rank " + comm.getRank() + " of " + comm.getSize() + " goes on");
    }
}
