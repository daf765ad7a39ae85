package mpj.tests.programs;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mpi.MPI;

/** Ranks that call MPI from tasks of the common pool. The tasks wait for each other. */
public final class PooledTasks {
    private static final int TASKS = 6;
    private static final int ROUNDS = 20;

    private PooledTasks() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        for (int round = 0; round < ROUNDS; round++) {
            CompletableFuture.runAsync(MPI.COMM_WORLD::Barrier).join();
        }
        int sum = IntStream.range(0, TASKS).parallel().map(task -> exchange(rank, size, task)).sum();
        // The tasks of all other ranks wait for messages of the last rank's tasks. The waiting tasks must not take
        // every worker.
        List<CompletableFuture<Integer>> received = Stream.iterate(0, task -> task + 1).limit(TASKS)
            .map(task -> CompletableFuture.supplyAsync(() -> fromLast(rank, size, TASKS + task))).toList();
        int number = received.stream().mapToInt(CompletableFuture::join).sum();
        System.out.println("rank " + rank + " has " + sum + " and " + number);
        MPI.Finalize();
    }

    /** Exchanges a number with the ranks on both sides. */
    private static int exchange(int rank, int size, int tag) {
        int[] got = new int[1];
        MPI.COMM_WORLD.Sendrecv(new int[] {rank}, 0, 1, MPI.INT, (rank + 1) % size, tag, got, 0, 1, MPI.INT,
            (rank + size - 1) % size, tag);
        return got[0];
    }

    private static int fromLast(int rank, int size, int tag) {
        int[] value = {tag};
        if (rank < size - 1) {
            MPI.COMM_WORLD.Recv(value, 0, 1, MPI.INT, size - 1, tag);
        } else {
            for (int other = 0; other < size - 1; other++) {
                MPI.COMM_WORLD.Send(value, 0, 1, MPI.INT, other, tag);
            }
        }
        return value[0];
    }
}
