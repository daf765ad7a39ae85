package mpj.tests.programs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import mpi.MPI;

/**
 * Programs with a known fault, which a trace must find. The first argument names the fault. If ranks have different
 * amounts of work, the second argument names an empty folder that all ranks share. It is missing if their hosts share
 * none.
 */
public final class Faulty {
    private static final int TIMES = 3;
    private static final long LATE_NANOS = 50_000_000;
    private static final long UNIT_NANOS = 50_000_000;
    private static final long POLL_NANOS = 1_000_000;
    private static final int TAG = 5;
    private static final int PIECE = 64 << 10;

    private Faulty() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] one = {rank};
        MPI.COMM_WORLD.Barrier();
        switch (args[0]) {
            case "late-sender" -> lateSender(rank, one);
            case "imbalance" -> imbalance(rank, size, one, args.length > 1 ? Path.of(args[1]) : null);
            case "exchange" -> exchange(rank, size, Path.of(args[1]));
            case "sends" -> sends(1 - rank);
            case "deadlock" -> deadlock(rank, size, one);
            case "tiny" -> tiny(rank, Integer.parseInt(args[1]));
            case "dies" -> dies(rank, one);
            case "fills" -> fills(rank, Path.of(args[1]));
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    /** Rank 1 computes for 50 ms before it sends, and rank 0 waits for the message. */
    private static void lateSender(int rank, int[] one) {
        for (int time = 0; time < TIMES; time++) {
            if (rank == 0) {
                MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, 1, TAG);
            } else if (rank == 1) {
                compute(LATE_NANOS);
                MPI.COMM_WORLD.Send(one, 0, 1, MPI.INT, 0, TAG);
            }
            MPI.COMM_WORLD.Barrier();
        }
    }

    /** The last rank has five times as much work as the others. */
    private static void imbalance(int rank, int size, int[] one, Path folder) {
        int[] sum = new int[1];
        for (int time = 0; time < TIMES; time++) {
            work(rank, size, size - 1, time, folder);
            MPI.COMM_WORLD.Allreduce(one, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        }
    }

    /**
     * Each rank computes, and exchanges messages with its neighbours. Rank 1 has five times as much work as the
     * others.
     */
    private static void exchange(int rank, int size, Path folder) {
        int[] mine = {rank};
        int[] theirs = new int[1];
        for (int time = 0; time < TIMES; time++) {
            work(rank, size, 1, time, folder);
            MPI.COMM_WORLD.Sendrecv(mine, 0, 1, MPI.INT, (rank + 1) % size, TAG, theirs, 0, 1, MPI.INT,
                (rank + size - 1) % size, TAG);
        }
    }

    /**
     * One rank works five times as long as it takes until all others have done their work. On a busy machine these may
     * take long for it, so each leaves a file in the folder when it has done its work. Without a folder, the clock says
     * how long they work.
     */
    private static void work(int rank, int size, int slow, int time, Path folder) {
        long begin = System.nanoTime();
        compute(UNIT_NANOS);
        if (rank != slow) {
            if (folder != null) {
                leave(folder.resolve(time + "-" + rank));
            }
            return;
        }
        for (int other = 0; other < size && folder != null; other++) {
            while (other != slow && !Files.exists(folder.resolve(time + "-" + other))) {
                LockSupport.parkNanos(POLL_NANOS);
            }
        }
        compute(4 * (System.nanoTime() - begin));
    }

    private static void leave(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Both ranks send a long message before they receive. */
    private static void sends(int other) {
        byte[] message = new byte[PIECE << 4];
        System.out.println("sends");
        MPI.COMM_WORLD.Send(message, 0, message.length, MPI.BYTE, other, TAG);
        MPI.COMM_WORLD.Recv(message, 0, message.length, MPI.BYTE, other, TAG);
    }

    /** Each rank receives from the next rank before it sends. */
    private static void deadlock(int rank, int size, int[] one) {
        System.out.println("receives");
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, (rank + 1) % size, TAG);
        MPI.COMM_WORLD.Send(one, 0, 1, MPI.INT, (rank + size - 1) % size, TAG);
    }

    private static void tiny(int rank, int number) {
        long[] value = new long[1];
        for (int i = 0; i < number; i++) {
            if (rank == 0) {
                MPI.COMM_WORLD.Send(value, 0, 1, MPI.LONG, 1, TAG);
            } else if (rank == 1) {
                MPI.COMM_WORLD.Recv(value, 0, 1, MPI.LONG, 0, TAG);
            }
        }
    }

    /** Between messages, rank 0 fills the disk at the speed of a good disk. */
    private static void fills(int rank, Path disk) {
        tiny(rank, TIMES);
        if (rank == 0) {
            byte[] piece = new byte[PIECE];
            try (OutputStream out = Files.newOutputStream(disk.resolve("filler"))) {
                while (true) {
                    out.write(piece);
                    compute(PIECE);
                }
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
        MPI.COMM_WORLD.Barrier();
        tiny(rank, TIMES);
    }

    /**
     * After some seconds of messages, rank 1 ends at once, without its shutdown hooks. What it has recorded is written
     * every second, or later on a machine with other work.
     */
    private static void dies(int rank, int[] one) {
        int[] got = new int[1];
        long end = System.nanoTime() + 100 * LATE_NANOS;
        while (rank != 1 || System.nanoTime() < end) {
            MPI.COMM_WORLD.Sendrecv(one, 0, 1, MPI.INT, 1 - rank, TAG, got, 0, 1, MPI.INT, 1 - rank, TAG);
            compute(LATE_NANOS / 50);
        }
        Runtime.getRuntime().halt(9);
    }

    private static void compute(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
