package mpj.tests.openmpi.programs;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpj.checkpoint.Checkpoint;
import mpj.checkpoint.CheckpointException;
import mpj.checkpoint.FileCheckpoint;
import mpj.checkpoint.MemoryCheckpoint;
import mpj.checkpoint.Recovery;

/**
 * Ranks compute, and write checkpoints until a file exists: {@code memory|FOLDER|never FILE}. Each rank says where it
 * runs, when it begins and after its last step.
 */
public final class Moved {
    private final Checkpoint checkpoint;
    private final Path end;

    private Moved(String where, Path end) {
        this.end = end;
        checkpoint = switch (where) {
            case "memory" -> new MemoryCheckpoint();
            case "never" -> null;
            default -> new FileCheckpoint(Path.of(where));
        };
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws CheckpointException {
        MPI.Init(args);
        new Moved(args[0], Path.of(args[1])).run(Recovery.join());
        MPI.Finalize();
    }

    private void run(Intracomm begin) throws CheckpointException {
        Intracomm comm = begin;
        say(comm, "begins");
        Field field = new Field(comm, "moved");
        boolean restore = Recovery.isReplacement();
        boolean done = false;
        while (!done) {
            try {
                if (restore && checkpoint.restore(comm, field.state()).isEmpty()) {
                    throw new AssertionError("there is no version");
                }
                compute(comm, field);
                Recovery.synchronize(comm);
                done = true;
            } catch (MPIException e) {
                if (!Recovery.isLoss(e)) {
                    throw e;
                }
                comm = Recovery.replace(comm);
                restore = true;
            }
        }
        field.verify();
        say(comm, "ends");
        if (comm != MPI.COMM_WORLD) {
            comm.disconnect();
        }
    }

    private static void say(Intracomm comm, String what) {
        System.out.println("rank " + comm.getRank() + " " + what + " in process " + ProcessHandle.current().pid()
            + " on " + MPI.getProcessorName());
    }

    private void compute(Intracomm comm, Field field) throws CheckpointException {
        int[] more = {1};
        while (more[0] != 0) {
            field.advance();
            long version = checkpoint == null ? 0 : checkpoint.write(comm, field.state());
            if (comm.getRank() == 0) {
                more[0] = Files.exists(end) ? 0 : 1;
                if (version <= 1 && field.step() == 1) {
                    System.out.println("the first step is done");
                }
            }
            comm.bcast(more, 1, MPI.INT, 0);
        }
    }
}
