package mpj.tests.programs;

import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import mpi.MPIException;

/**
 * Programs that leave out Init or Finalize. The argument says which: {@code nothing} has no MPI; {@code rank1} leaves
 * Init out on rank 1; {@code finalize} leaves Finalize out everywhere, and rank 0 goes on when rank 1 is lost, with a
 * Bcast from it; {@code half} leaves it out on rank 1 only, which nobody needs but Finalize; {@code threads} calls it
 * in a thread that goes on when main has returned; {@code cut} ends the JVM of all ranks with code 0 from rank 1.
 */
public final class Unfinished {
    private Unfinished() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "nothing" -> { }
            case "rank1" -> withoutInit(args);
            case "finalize" -> withoutFinalize(args);
            case "half" -> withoutFinalizeOnRank1(args);
            case "threads" -> inAThread(args);
            case "cut" -> cut(args);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void withoutInit(String[] args) {
        if (Integer.parseInt(System.getenv().getOrDefault("MPJ_RANK", "0")) != 1) {
            MPI.Init(args);
        }
    }

    private static void withoutFinalize(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int[] value = {rank};
        MPI.COMM_WORLD.Barrier();
        MPI.COMM_WORLD.Bcast(value, 0, 1, MPI.INT, 1);
        if (rank == 0) {
            awaitLossOf(1);
        }
        value[0] = 6 + rank;
        MPI.COMM_WORLD.Bcast(value, 0, 1, MPI.INT, 1);
        if (rank == 0) {
            System.out.println("rank 0 went on, and got " + value[0]);
        }
    }

    private static void awaitLossOf(int rank) {
        while (true) {
            try {
                MPI.COMM_WORLD.Iprobe(rank, 1);
            } catch (MPIException e) {
                return;
            }
        }
    }

    private static void withoutFinalizeOnRank1(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() != 1) {
            MPI.Finalize();
        }
    }

    private static void inAThread(String[] args) {
        MPI.Init(args);
        Thread main = Thread.currentThread();
        new Thread(() -> {
            while (main.getState() == Thread.State.RUNNABLE) {
                Thread.onSpinWait();
            }
            MPI.COMM_WORLD.Barrier();
            System.out.println("rank " + MPI.COMM_WORLD.Rank() + " went on");
            MPI.Finalize();
        }).start();
    }

    private static void cut(String[] args) throws ReflectiveOperationException, InterruptedException {
        MPI.Init(args);
        MPI.COMM_WORLD.Barrier();
        if (MPI.COMM_WORLD.Rank() == 1) {
            // By reflection: a plain call would end this rank only.
            Runtime.class.getMethod("exit", int.class).invoke(Runtime.getRuntime(), 0);
        }
        new CountDownLatch(1).await();
    }
}
