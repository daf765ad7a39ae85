package mpj.tests.openmpi.programs;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpj.checkpoint.Checkpoint;
import mpj.checkpoint.CheckpointException;
import mpj.checkpoint.FileCheckpoint;
import mpj.checkpoint.MemoryCheckpoint;
import mpj.checkpoint.Recovery;
import mpj.runtime.wire.JobEnvironment;

/**
 * Ranks compute and write checkpoints: {@code memory|FOLDER SEED}. Some ranks end, some of them while lost ranks are
 * being replaced. At the end each rank prints that its result is right.
 */
public final class Replaced {
    private static final int STEPS = 12;
    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(2);
    private static final int LONGEST_SPIN = 30_000_000;

    private final Random random;
    private final Checkpoint checkpoint;
    private boolean chosen;
    private volatile String phase = "";

    private Replaced(String where, long seed) {
        random = new Random(seed);
        checkpoint = where.equals("memory") ? new MemoryCheckpoint() : new FileCheckpoint(Path.of(where));
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws CheckpointException {
        MPI.Init(args);
        new Replaced(args[0], Long.parseLong(args[1])).run(Recovery.join());
        MPI.Finalize();
    }

    private void run(Intracomm begin) throws CheckpointException {
        Intracomm comm = begin;
        int rank = comm.getRank();
        Field field = new Field(comm, "field");
        if (System.getenv(JobEnvironment.RESPAWN) == null) {
            FirstBarrier.await(comm); // now all ranks have said that they go on; otherwise mpjrun knows it
        }
        dieIfChosen(rank, comm.getSize());
        boolean restore = Recovery.isReplacement();
        boolean done = false;
        while (!done) {
            try {
                compute(comm, field, restore);
                Recovery.synchronize(comm);
                done = true;
            } catch (MPIException e) {
                if (!Recovery.isLoss(e)) {
                    throw e;
                }
                phase = "replace";
                comm = Recovery.replace(comm);
                restore = true;
            }
        }
        field.verify();
        System.out.println("rank " + rank + (comm.getRank() == rank ? " has" : " has lost its rank at")
            + " step " + field.step());
        if (comm != MPI.COMM_WORLD) {
            comm.disconnect();
        }
    }

    private void compute(Intracomm comm, Field field, boolean restore) throws CheckpointException {
        if (restore) {
            phase = "restore";
            restore(comm, field);
            field.verify();
        }
        while (field.step() < STEPS) {
            phase = "step";
            field.advance();
            comm.barrier();
            phase = "write";
            checkpoint.write(comm, field.state());
        }
        if (chosen) {
            Runtime.getRuntime().halt(9); // this rank has finished before the thread that ends it
        }
    }

    private void restore(Intracomm comm, Field field) throws CheckpointException {
        try {
            if (checkpoint.restore(comm, field.state()).isEmpty()) {
                field.begin();
            }
        } catch (CheckpointException e) {
            if (!e.getMessage().contains("lost together")) {
                throw e;
            }
            field.begin();
        }
    }

    /** One rank ends while it computes, another one while lost ranks are replaced. */
    private void dieIfChosen(int rank, int size) {
        int first = random.nextInt(size);
        int second = (first + 1 + random.nextInt(size - 1)) % size;
        String where = random.nextBoolean() ? "write" : "step";
        Random own = new Random(random.nextLong() + rank);
        chosen = !Recovery.isReplacement() && (rank == first || rank == second);
        if (chosen && rank == first) {
            Thread.ofPlatform().daemon().start(() -> die(where, own, LONGEST_SPIN / 10));
        } else if (chosen) {
            Thread.ofPlatform().daemon().start(() -> die("replace", own, LONGEST_SPIN * 10));
        }
    }

    /** Ends the process soon after it has reached a phase. */
    private void die(String where, Random own, int longest) {
        long limit = System.nanoTime() + LONGEST_WAIT;
        while (!phase.equals(where) && System.nanoTime() - limit < 0) {
            LockSupport.parkNanos(1);
        }
        long end = System.nanoTime() + own.nextInt(longest);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        Runtime.getRuntime().halt(9);
    }
}
