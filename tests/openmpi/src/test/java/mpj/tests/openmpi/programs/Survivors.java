package mpj.tests.openmpi.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Ranks compute together, and some of them end at a moment that a seed chooses, in the middle of a call. The others
 * revoke their communicator, agree, shrink it, and go on. At the end each prints how many ranks are left.
 */
public final class Survivors {
    private static final List<String> PHASES = List.of("allReduce", "sendRecv", "bcast", "revoke", "agree", "shrink",
        "shrink");
    private static final int LARGE = 100_000;
    private static final int STEPS = 10;
    private static final long LONGEST_WAIT = TimeUnit.SECONDS.toNanos(1);
    private static final int LONGEST_SPIN = 300_000;

    private final Random random;
    private volatile String phase = "";

    private Survivors(long seed) {
        random = new Random(seed);
    }

    /**
     * Runs as a rank.
     *
     * @param args a seed, the number of ranks that end, and {@code others} if somebody else ends them
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        new Survivors(Long.parseLong(args[0])).run(Integer.parseInt(args[1]), args.length > 2);
        MPI.Finalize();
    }

    private void run(int deaths, boolean byOthers) {
        List<Integer> ranks = new ArrayList<>(IntStream.range(0, MPI.COMM_WORLD.getSize()).boxed().toList());
        Collections.shuffle(ranks, random);
        FirstBarrier.await(MPI.COMM_WORLD);
        int place = ranks.indexOf(MPI.COMM_WORLD.getRank());
        Random own = new Random(random.nextLong() + place);
        if (byOthers) {
            System.out.println("rank " + MPI.COMM_WORLD.getRank() + " begins");
        } else if (place < deaths) {
            Thread.ofPlatform().daemon().start(() -> die(own));
        }
        int left = goOn(MPI.COMM_WORLD, ranks.size() - deaths);
        System.out.println("rank " + MPI.COMM_WORLD.getRank() + ": " + left + " are left");
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

    /** Computes until all ranks that are meant to end have ended. */
    private int goOn(Intracomm world, int expected) {
        Intracomm comm = world;
        while (true) {
            int[] well = {1};
            try {
                compute(comm);
            } catch (MPIException e) {
                check(e);
                well[0] = 0;
                phase = "revoke";
                comm.revoke();
            }
            phase = "agree";
            try {
                comm.agree(well);
            } catch (MPIException e) {
                check(e);
                well[0] = 0;
            }
            if (well[0] != 0) {
                if (comm.getSize() == expected) {
                    return expected;
                }
                continue;
            }
            phase = "shrink";
            Intracomm smaller = comm.shrink();
            if (comm != world) {
                comm.free();
            }
            comm = smaller;
        }
    }

    private static void check(MPIException e) {
        if (e.getErrorClass() != MPI.ERR_PROC_FAILED && e.getErrorClass() != MPI.ERR_REVOKED) {
            throw e;
        }
    }

    private void compute(Intracomm comm) {
        int size = comm.getSize();
        int rank = comm.getRank();
        for (int step = 0; step < STEPS; step++) {
            int[] mine = {rank + 1};
            int[] sum = new int[1];
            phase = "allReduce";
            comm.allReduce(mine, sum, 1, MPI.INT, MPI.SUM);
            verify(size * (size + 1) / 2, sum[0]);
            int[] neighbours = new int[1];
            phase = "sendRecv";
            comm.sendRecv(mine, 1, MPI.INT, (rank + 1) % size, 3, neighbours, 1, MPI.INT, (rank + size - 1) % size, 3);
            verify((rank + size - 1) % size + 1, neighbours[0]);
            phase = "bcast";
            byte[] large = new byte[LARGE];
            large[LARGE - 1] = (byte) (rank == step % size ? step : -1);
            comm.bcast(large, LARGE, MPI.BYTE, step % size);
            verify(step, large[LARGE - 1]);
        }
    }

    private static void verify(int expected, int found) {
        if (found != expected) {
            throw new AssertionError("expected " + expected + ", found " + found);
        }
    }
}
