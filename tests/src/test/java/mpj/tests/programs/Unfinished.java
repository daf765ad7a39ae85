package mpj.tests.programs;

import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import mpi.MPIException;

/**
 * Programs without Init or Finalize. The argument names the program: {@code nothing} does not use MPI; {@code rank1}
 * has no Init on rank 1; {@code finalize} has no Finalize on any rank, and rank 0 goes on when rank 1 is lost, with a
 * Bcast from rank 1; {@code half} has no Finalize on rank 1 only, and only Finalize needs rank 1; {@code threads} calls
 * Finalize in a thread that goes on after main has returned; {@code cut} ends the JVM of all ranks from rank 1, with
 * code 0.
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
            // The call is made by reflection, because a plain call would end only this rank.
            Runtime.class.getMethod("exit", int.class).invoke(Runtime.getRuntime(), 0);
        }
        new CountDownLatch(1).await();
    }
}
