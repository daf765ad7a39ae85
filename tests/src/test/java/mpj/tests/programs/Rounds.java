package mpj.tests.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.junit.jupiter.api.Assertions;

/**
 * Calls Init and Finalize repeatedly. Each round does the same, and the number of threads, files and mappings that the
 * rounds leave does not grow.
 */
public final class Rounds {
    /** Threads that end by themselves, but not at once. */
    private static final Set<String> ENDING = Set.of("mpj-launcher-news", "mpj-futex");
    private static final int ROUNDS = 6;
    /** After this many rounds everything has been used once, so the numbers must not grow any more. */
    private static final int SETTLED = 2;
    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    private Rounds() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Intracomm before = null;
        List<Integer> left = List.of();
        for (int round = 0; round < ROUNDS; round++) {
            Assertions.assertEquals(round > 0, MPI.Finalized());
            MPI.Init(args);
            Assertions.assertFalse(MPI.Finalized());
            Intracomm halves = exchange(round);
            if (before != null) {
                Assertions.assertThrows(MPIException.class, before::Barrier);
            }
            before = halves;
            Request open = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 99);
            MPI.Finalize();
            Assertions.assertThrows(MPIException.class, open::Wait);
            if (round == SETTLED) {
                left = remainder();
            }
        }
        List<Integer> now = remainder();
        for (int i = 0; i < now.size(); i++) {
            Assertions.assertTrue(now.get(i) <= left.get(i), "threads, memory files, after round " + SETTLED + ": "
                + left + ", after the last: " + now + "\n" + Thread.getAllStackTraces().keySet());
        }
        System.out.println("all rounds");
    }

    /**
     * Sends messages: one to each rank, and longer ones to the neighbour. Calls collectives, and makes a communicator
     * that nobody frees.
     */
    private static Intracomm exchange(int round) {
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] sum = {rank + round};
        MPI.COMM_WORLD.Allreduce(MPI.IN_PLACE, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        Assertions.assertEquals(size * (size - 1) / 2 + size * round, sum[0]);
        long[] out = new long[100_000];
        out[out.length - 1] = 100L * round + rank;
        long[] in = new long[out.length];
        int previous = (rank + size - 1) % size;
        MPI.COMM_WORLD.Sendrecv(out, 0, out.length, MPI.LONG, (rank + 1) % size, round,
            in, 0, in.length, MPI.LONG, previous, round);
        Assertions.assertEquals(100L * round + previous, in[in.length - 1]);
        int[] all = new int[size];
        MPI.COMM_WORLD.Alltoall(new int[size], 0, 1, MPI.INT, all, 0, 1, MPI.INT);
        Intracomm halves = MPI.COMM_WORLD.Split(rank % 2, rank);
        halves.Barrier();
        return halves;
    }

    /** Counts the threads of the library that run after the ending ones have ended, and the files of shared memory. */
    private static List<Integer> remainder() throws IOException, InterruptedException {
        int threads = 0;
        Thread[] all = new Thread[2 * Thread.activeCount() + 64];
        int found = Thread.currentThread().getThreadGroup().enumerate(all);
        for (int i = 0; i < found; i++) {
            if (ENDING.contains(all[i].getName())) {
                all[i].join(10_000);
            }
            threads += all[i].isAlive() ? 1 : 0;
        }
        try (var lines = Files.lines(MAPPINGS)) {
            return List.of(threads, (int) lines.filter(line -> line.contains("/dev/shm/mpj")).count());
        }
    }
}
