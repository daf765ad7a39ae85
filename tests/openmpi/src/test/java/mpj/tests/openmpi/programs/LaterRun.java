package mpj.tests.openmpi.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpj.checkpoint.CheckpointException;
import mpj.checkpoint.FileCheckpoint;
import mpj.checkpoint.Recovery;
import mpj.checkpoint.Restored;
import mpj.checkpoint.State;

/**
 * One of several runs with checkpoints in the same folder: {@code FOLDER write STEPS} goes on from the newest version
 * and writes one version for each step, {@code FOLDER other} has registered other data, {@code FOLDER large BYTES}
 * writes a version of this size, and in {@code FOLDER alone} one of two ranks ends while they write the first version.
 * If the folder's name contains RANK, each rank has a folder of its own.
 */
public final class LaterRun {
    private static final long LIMIT_NANOS = 60_000_000_000L;
    private static final long PAUSE_NANOS = 5_000_000;

    private LaterRun() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException, InterruptedException {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        FileCheckpoint checkpoint = new FileCheckpoint(Path.of(args[0].replace("RANK",
            Integer.toString(MPI.COMM_WORLD.getRank()))));
        String rank = "rank " + MPI.COMM_WORLD.getRank() + ": ";
        try {
            switch (args[1]) {
                case "write" -> write(rank, checkpoint, Integer.parseInt(args[2]));
                case "other" -> checkpoint.restore(MPI.COMM_WORLD, new State("field").common("step", new int[1]));
                case "large" -> checkpoint.write(MPI.COMM_WORLD, new State("field").own("large",
                    new byte[Integer.parseInt(args[2])]));
                case "alone" -> {
                    goOnAlone(rank, Path.of(args[0]), checkpoint);
                    MPI.Finalize();
                    return;
                }
                default -> throw new IllegalArgumentException(args[1]);
            }
        } catch (CheckpointException e) {
            System.out.println(rank + "refused: " + e.getMessage());
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }

    private static void write(String rank, FileCheckpoint checkpoint, int steps) throws CheckpointException {
        Field field = new Field(MPI.COMM_WORLD, "field");
        Optional<Restored> restored = checkpoint.restore(MPI.COMM_WORLD, field.state());
        restored.ifPresent(each -> each.passedOver().forEach(text -> System.out.println(rank + "passed over: "
            + text)));
        field.verify();
        System.out.println(rank + "begins with step " + field.step());
        for (int i = 0; i < steps; i++) {
            field.advance();
            checkpoint.write(MPI.COMM_WORLD, field.state());
        }
    }

    /**
     * The first version cannot be written, because a folder has the name of its file. Then the last rank cannot finish
     * its file of the next version, because nobody reads the pipe that has the name of the file. The rank ends when
     * rank 0 has written its own file.
     */
    private static void goOnAlone(String rank, Path folder, FileCheckpoint checkpoint)
        throws IOException, InterruptedException {
        State state = new Field(MPI.COMM_WORLD, "field").state();
        try {
            checkpoint.write(MPI.COMM_WORLD, state);
            throw new AssertionError("nothing was in the way");
        } catch (CheckpointException e) {
            MPI.COMM_WORLD.barrier();
        }
        if (MPI.COMM_WORLD.getRank() == 1) {
            Files.delete(folder.resolve("field.1.1-of-2.checkpoint/file"));
            Files.delete(folder.resolve("field.1.1-of-2.checkpoint"));
            new ProcessBuilder("mkfifo", folder.resolve("field.3.1-of-2.checkpoint.part").toString()).start().waitFor();
            Thread.ofPlatform().daemon().start(() -> endAfter(folder.resolve("field.3.0-of-2.checkpoint")));
        }
        MPI.COMM_WORLD.barrier();
        try {
            checkpoint.write(MPI.COMM_WORLD, state);
        } catch (MPIException e) {
            if (!Recovery.isLoss(e)) {
                throw e;
            }
        }
        Intracomm left = Recovery.shrink(MPI.COMM_WORLD);
        Field field = new Field(left, "field");
        System.out.println(rank + "restored: " + checkpoint.restore(left, field.state()).isPresent());
        checkpoint.write(left, field.state());
    }

    /** Ends the process when a file is there. */
    private static void endAfter(Path file) {
        long limit = System.nanoTime() + LIMIT_NANOS;
        while (!Files.exists(file)) {
            if (System.nanoTime() - limit > 0) {
                System.err.println("there is no " + file + " after " + LIMIT_NANOS / 1_000_000_000 + " s");
                Runtime.getRuntime().halt(1);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        Runtime.getRuntime().halt(9);
    }
}
