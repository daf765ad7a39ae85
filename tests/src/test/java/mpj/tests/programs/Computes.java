package mpj.tests.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * Rank 0 starts an operation and then computes, without calling MPI, until another rank creates a file. The other rank
 * does so when rank 0's operation has given it what it needs. If rank 0 makes progress only in its own calls, it
 * computes until the limit.
 */
public final class Computes {
    private static final int LONG = 1 << 20;

    private static long limit;

    private Computes() {
    }

    /**
     * Runs as a rank. The arguments are a folder for the files, the number of rounds, and the longest time in seconds
     * that rank 0 computes.
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        limit = TimeUnit.SECONDS.toNanos(Long.parseLong(args[2]));
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.Rank();
        for (int round = 0; round < Integer.parseInt(args[1]); round++) {
            Path file = folder.resolve("round" + round);
            synchronousSend(world, rank, file);
            longMessage(world, rank, file);
            collective(world, rank, file);
            world.Barrier();
        }
        MPI.Finalize();
        System.out.println("rank " + rank + " is well");
    }

    /** Rank 0 has to match a message, and to tell the sender so. */
    private static void synchronousSend(Intracomm world, int rank, Path folder) throws IOException {
        int[] room = new int[1];
        Path received = other(folder, "received");
        if (rank == 0) {
            Request receive = world.Irecv(room, 0, 1, MPI.INT, 1, 1);
            compute(received);
            receive.Wait();
            check(room[0] == 42);
        } else if (rank == 1) {
            world.Ssend(new int[] {42}, 0, 1, MPI.INT, 0, 1);
            Files.createFile(received);
        }
    }

    /** Rank 0 has to send the rest of a message when the message is matched. */
    private static void longMessage(Intracomm world, int rank, Path folder) throws IOException {
        int[] elements = new int[LONG];
        Path arrived = other(folder, "arrived");
        if (rank == 0) {
            Arrays.setAll(elements, i -> i);
            Request send = world.Isend(elements, 0, LONG, MPI.INT, 1, 2);
            compute(arrived);
            send.Wait();
        } else if (rank == 1) {
            world.Recv(elements, 0, LONG, MPI.INT, 0, 2);
            check(elements[LONG - 1] == LONG - 1);
            Files.createFile(arrived);
        }
    }

    /** Rank 0 has to carry out the steps of a collective. */
    private static void collective(Intracomm world, int rank, Path folder) throws IOException {
        int[] sum = new int[1];
        Path reduced = other(folder, "reduced");
        Request request = world.Iallreduce(new int[] {rank}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        if (rank == 0) {
            compute(reduced);
        }
        request.Wait();
        int size = world.Size();
        check(sum[0] == size * (size - 1) / 2);
        if (rank == size - 1) {
            Files.createFile(reduced);
        }
    }

    private static Path other(Path folder, String name) {
        return folder.resolveSibling(folder.getFileName() + name);
    }

    private static void check(boolean asExpected) {
        if (!asExpected) {
            throw new AssertionError();
        }
    }

    /** Computes until the file exists. */
    private static void compute(Path file) {
        long begin = System.nanoTime();
        double sum = 0;
        while (!Files.exists(file)) {
            for (int i = 1; i < 10_000; i++) {
                sum += 1.0 / i;
            }
            if (System.nanoTime() - begin > limit) {
                throw new AssertionError("nobody has made progress for rank 0: there is no " + file);
            }
        }
        check(sum >= 0);
    }
}
