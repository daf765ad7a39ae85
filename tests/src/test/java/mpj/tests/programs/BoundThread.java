package mpj.tests.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;

/** Every rank prints the cores on which its main thread may run. */
public final class BoundThread {
    private static final String CORES = "Cpus_allowed_list:";

    private BoundThread() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        String cores = Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
            .filter(line -> line.startsWith(CORES)).findFirst().orElseThrow().substring(CORES.length()).strip();
        System.out.println("rank " + MPI.COMM_WORLD.Rank() + " on cores " + cores);
        MPI.Finalize();
    }
}
