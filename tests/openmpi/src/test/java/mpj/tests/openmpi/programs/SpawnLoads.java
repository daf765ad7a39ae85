package mpj.tests.openmpi.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * A job that spawns much: "many N" spawns N processes at once; "loop N" spawns one process after the other, and checks
 * what is left open of them; "child-dies" and "parent-dies" lose a process that the other job waits for.
 */
public final class SpawnLoads {
    /** The rounds of a loop after which everything has been used once. */
    private static final int WARM = 3;
    /** Descriptors that come and go, such as the connection of the deadlock detector. */
    private static final int MOST_MORE = 4;
    /** The threads that mpjrun has for one spawned job, which may still run or have ended. */
    private static final int MOST_THREADS = 16;
    /** How much a round may leave on the heap, and in shared memory. The record of a peer is far smaller. */
    private static final long MOST_BYTES = 64 << 10;

    /** How long the end of the last processes may take. */
    private static final long LONGEST_END_NANOS = 30_000_000_000L;
    private static final long PAUSE_NANOS = 50_000_000;

    private SpawnLoads() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        switch (args[0]) {
            case "many" -> meet(spawn(Integer.parseInt(args[1]), "child"), false);
            case "loop" -> loop(Integer.parseInt(args[1]));
            case "child" -> meet(Intercomm.getParent(), true);
            case "child-dies" -> loseChild();
            case "parent-dies" -> {
                Intercomm children = spawn(2, "waiting-child");
                children.barrier();
                if (MPI.COMM_WORLD.getRank() == 0) {
                    Runtime.getRuntime().halt(5);
                }
                wait(children);
            }
            case "dying-child" -> {
                Intercomm.getParent().barrier();
                Runtime.getRuntime().halt(7);
            }
            case "waiting-child" -> {
                Intercomm.getParent().barrier();
                wait(Intercomm.getParent());
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println(args[0] + " is done");
        MPI.Finalize();
    }

    private static Intercomm spawn(int children, String argument) {
        return MPI.COMM_WORLD.spawn(SpawnLoads.class.getName(), new String[] {argument}, children, MPI.INFO_NULL, 0,
            null);
    }

    private static void meet(Intercomm both, boolean high) {
        Intracomm all = both.merge(high);
        int[] sum = new int[1];
        all.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
        if (sum[0] != both.getSize() + both.getRemoteSize()) {
            throw new AssertionError(sum[0]);
        }
        all.free();
        both.disconnect();
    }

    /** Waits for a message that nobody sends. */
    private static void wait(Intercomm both) {
        both.recv(new byte[1], 1, MPI.BYTE, 0, 0);
    }

    private static void loseChild() {
        Intercomm children = spawn(1, "dying-child");
        children.barrier();
        try {
            wait(children);
            throw new AssertionError("a dead process has sent a message");
        } catch (MPIException e) {
            if (e.getErrorClass() != MPI.ERR_PROC_FAILED) {
                throw new AssertionError(e);
            }
        }
        MPI.COMM_WORLD.barrier(); // this job goes on
    }

    private static void loop(int rounds) throws IOException {
        int own = 0;
        int launcher = 0;
        int threads = 0;
        long bytes = 0;
        long shared = 0;
        Path ofLauncher = Path.of("/proc", Long.toString(ProcessHandle.current().parent().orElseThrow().pid()));
        for (int round = 0; round < WARM + rounds; round++) {
            if (round == WARM) {
                own = open(Path.of("/proc/self/fd"));
                launcher = open(ofLauncher.resolve("fd"));
                threads = open(ofLauncher.resolve("task"));
                bytes = used();
                shared = shared();
            }
            meet(spawn(1, "child"), false);
        }
        int ownMore = openAfter(Path.of("/proc/self/fd"), own + MOST_MORE) - own;
        int launcherMore = openAfter(ofLauncher.resolve("fd"), launcher + MOST_MORE) - launcher;
        int threadsMore = openAfter(ofLauncher.resolve("task"), threads + MOST_THREADS) - threads;
        long perRound = (used() - bytes) / rounds;
        long sharedPerRound = (sharedAfter(shared + rounds * MOST_BYTES) - shared) / rounds;
        System.out.println("per round " + perRound + " bytes, and " + sharedPerRound + " shared; in all " + ownMore
            + " descriptors more, and " + launcherMore + " in mpjrun, which has " + threadsMore + " threads more");
        if (ownMore > MOST_MORE || launcherMore > MOST_MORE || threadsMore > MOST_THREADS
            || rounds > MOST_MORE * WARM && Math.max(perRound, sharedPerRound) > MOST_BYTES) {
            throw new AssertionError("something of the spawned jobs is left");
        }
    }

    private static int open(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return (int) files.count();
        }
    }

    /**
     * The number of open files or threads when it has fallen to a limit, or after a while. The last processes may still
     * be ending.
     */
    private static int openAfter(Path folder, int limit) throws IOException {
        long deadline = System.nanoTime() + LONGEST_END_NANOS;
        while (open(folder) > limit && System.nanoTime() < deadline) {
            MPI.COMM_WORLD.iProbe(0, 0); // the loss of the last processes is noticed in calls of MPI
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return open(folder);
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /**
     * Waits until the garbage collector has released shared memory down to a limit, for half a minute at most.
     * Returns how much shared memory is left.
     */
    private static long sharedAfter(long limit) throws IOException {
        long deadline = System.nanoTime() + LONGEST_END_NANOS;
        while (shared() > limit && System.nanoTime() < deadline) {
            System.gc();
            MPI.COMM_WORLD.iProbe(0, 0); // the loss of the last processes is noticed in calls of MPI
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return shared();
    }

    /** The resident memory that this process shares with others, in bytes. */
    private static long shared() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("RssShmem:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
            }
        }
        throw new IOException("/proc/self/status has no RssShmem");
    }
}
