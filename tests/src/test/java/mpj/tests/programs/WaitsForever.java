package mpj.tests.programs;

import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.Request;

/**
 * Ranks that wait for each other. The first argument says how:
 * <ul>
 * <li>{@code ring}: each receives from the next;
 * <li>{@code send}: each sends to the next a message that is too long to leave before it is received;
 * <li>{@code waitall}: ranks 0 and 1 wait for each other, and rank 0 also for the last, which computes until the end;
 * <li>{@code collective}: rank 0 is in a barrier, and rank 1 receives from it;
 * <li>{@code finalize}: rank 1 is in Finalize, and rank 0 receives from it;
 * <li>{@code late}: rank 0 computes and the last sleeps; then every message that a rank waits for is sent.
 * </ul>
 */
public final class WaitsForever {
    private static final int LONG_MESSAGE = 4 << 20;
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(4);

    private WaitsForever() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int next = (rank + 1) % size;
        byte[] buffer = new byte[LONG_MESSAGE];
        switch (args[0]) {
            case "ring" -> MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.BYTE, next, 5 + rank);
            case "send" -> MPI.COMM_WORLD.Send(buffer, 0, LONG_MESSAGE, MPI.BYTE, next, 5);
            case "waitall" -> waitall(rank, size, buffer);
            case "collective" -> {
                if (rank == 0) {
                    MPI.COMM_WORLD.Barrier();
                } else {
                    MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.BYTE, 0, 5);
                }
            }
            case "finalize" -> {
                if (rank == 0) {
                    MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.BYTE, 1, 5);
                }
            }
            case "late" -> late(rank, size, buffer);
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    private static void waitall(int rank, int size, byte[] buffer) {
        if (rank == 0) {
            Request.Waitall(new Request[] {MPI.COMM_WORLD.Irecv(buffer, 0, 1, MPI.BYTE, size - 1, 6),
                MPI.COMM_WORLD.Irecv(buffer, 1, 1, MPI.BYTE, 1, 5)});
        } else if (rank < size - 1) {
            MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.BYTE, 0, 5);
        } else {
            compute(Long.MAX_VALUE);
        }
    }

    private static void late(int rank, int size, byte[] buffer) throws InterruptedException {
        if (rank == 0) {
            compute(LATE_NANOS);
            for (int other = 1; other < size; other++) {
                MPI.COMM_WORLD.Send(buffer, 0, 1, MPI.BYTE, other, 5);
            }
        } else if (rank == size - 1) {
            TimeUnit.NANOSECONDS.sleep(LATE_NANOS);
        } else {
            MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.BYTE, 0, 5);
        }
        if (rank == size - 1) {
            MPI.COMM_WORLD.Recv(buffer, 0, 1, MPI.BYTE, 0, 5);
        }
    }

    private static void compute(long nanos) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < nanos) {
            Thread.onSpinWait();
        }
    }
}
