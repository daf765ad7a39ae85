package mpj.tests.programs;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;

/**
 * Prints the cores on which each thread of this JVM may run after Init, and how many cores the job may use. The main
 * thread is called "program".
 */
public final class CoresOfThreads {
    private static final String CORES = "Cpus_allowed_list:";

    private CoresOfThreads() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        print("program", Path.of("/proc/thread-self"));
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path thread : threads) {
                print(Files.readString(thread.resolve("comm")).strip(), thread);
            }
        }
        System.out.println("job: " + System.getenv("MPJ_LOCAL_CORES"));
        MPI.Finalize();
    }

    private static void print(String name, Path thread) throws IOException {
        String cores = Files.readAllLines(thread.resolve("status")).stream()
            .filter(line -> line.startsWith(CORES)).findFirst().orElseThrow().substring(CORES.length()).strip();
        System.out.println(name + ": " + cores);
    }
}
