package mpj.tests.openmpi.programs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpj.checkpoint.Checkpoint;
import mpj.checkpoint.CheckpointException;
import mpj.checkpoint.FileCheckpoint;
import mpj.checkpoint.MemoryCheckpoint;
import mpj.checkpoint.Recovery;
import mpj.checkpoint.Restored;

/**
 * Ranks compute and write checkpoints, and some of them end while they write or restore: {@code memory|FOLDER SEED
 * DEATHS}. The others shrink their communicator, restore, and go on. At the end each prints how many ranks are left.
 */
public final class Checkpoints {
    private static final List<String> PHASES = List.of("write", "write", "restore", "step");
    private static final int STEPS = 4;
    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(2);
    private static final int LONGEST_SPIN = 3_000_000;

    private final Random random;
    private final Checkpoint checkpoint;
    private volatile String phase = "";

    private Checkpoints(String where, long seed) {
        random = new Random(seed);
        checkpoint = where.equals("memory") ? new MemoryCheckpoint() : new FileCheckpoint(Path.of(where));
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        new Checkpoints(args[0], Long.parseLong(args[1])).run(Integer.parseInt(args[2]));
        MPI.Finalize();
    }

    private void run(int deaths) throws CheckpointException {
        List<Integer> ranks = new ArrayList<>(IntStream.range(0, MPI.COMM_WORLD.getSize()).boxed().toList());
        Collections.shuffle(ranks, random);
        FirstBarrier.await(MPI.COMM_WORLD);
        int place = ranks.indexOf(MPI.COMM_WORLD.getRank());
        Random own = new Random(random.nextLong() + place);
        if (place < deaths) {
            Thread.ofPlatform().daemon().start(() -> die(own));
        }
        long steps = goOn(ranks.size() - deaths);
        System.out.println("rank " + MPI.COMM_WORLD.getRank() + ": " + (ranks.size() - deaths) + " are left, "
            + (steps >= STEPS));
    }

    /** Ends the process soon after it has reached a phase, or after a while. */
    private void die(Random own) {
        String chosen = PHASES.get(own.nextInt(PHASES.size()));
        long limit = System.nanoTime() + LONGEST_WAIT;
        while (!phase.equals(chosen) && System.nanoTime() - limit < 0) {
            LockSupport.parkNanos(1);
        }
        long end = System.nanoTime() + own.nextInt(LONGEST_SPIN);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        Runtime.getRuntime().halt(9);
    }

    /** Computes until all ranks that are meant to end have ended. Returns the number of steps. */
    private long goOn(int expected) throws CheckpointException {
        Intracomm comm = MPI.COMM_WORLD;
        boolean again = false;
        while (true) {
            Field field = new Field(comm, "field");
            try {
                compute(comm, field, again);
                Recovery.synchronize(comm);
                if (comm.getSize() == expected) {
                    return field.step();
                }
            } catch (MPIException e) {
                if (!Recovery.isLoss(e)) {
                    throw e;
                }
                Intracomm smaller = Recovery.shrink(comm);
                if (comm != MPI.COMM_WORLD) {
                    comm.free();
                }
                comm = smaller;
            }
            again = true;
        }
    }

    private void compute(Intracomm comm, Field field, boolean again) throws CheckpointException {
        if (again) {
            phase = "restore";
            restore(comm, field);
            field.verify();
        }
        for (long end = field.step() + STEPS; field.step() < end;) {
            phase = "step";
            field.advance();
            comm.barrier();
            phase = "write";
            checkpoint.write(comm, field.state());
        }
    }

    private void restore(Intracomm comm, Field field) throws CheckpointException {
        try {
            Optional<Restored> restored = checkpoint.restore(comm, field.state());
            if (restored.isEmpty()) {
                field.begin();
            }
        } catch (CheckpointException e) {
            if (!e.getMessage().contains("lost together")) {
                throw e;
            }
            field.begin();
        }
    }
}
