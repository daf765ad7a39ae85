package mpj.tests.openmpi.programs;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.Win;

/**
 * Makes windows, keeps only the segments of their memory, and frees no window. The segments can be used until Finalize,
 * and an access after that gets an exception.
 */
public final class ForgottenWindows {
    private static final int TIMES = 5;

    private ForgottenWindows() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        List<MemorySegment> segments = new ArrayList<>();
        segments.add(Win.allocate(64, 1, MPI.INFO_NULL, MPI.COMM_WORLD).getSegment());
        if (args[0].equals("shared")) {
            segments.add(Win.allocateShared(64, 1, MPI.INFO_NULL, MPI.COMM_WORLD).sharedQuery(0));
        }
        for (int i = 0; i < TIMES; i++) {
            System.gc(); // finds that nothing refers to the windows
            Win.allocate(64, 1, MPI.INFO_NULL, MPI.COMM_WORLD).free(); // gives back memory that was forgotten
            segments.forEach(segment -> segment.set(JAVA_INT, 0, 1));
            MPI.COMM_WORLD.barrier();
        }
        MPI.Finalize();
        for (MemorySegment segment : segments) {
            try {
                segment.get(JAVA_INT, 0);
            } catch (IllegalStateException e) {
                System.out.println("closed");
            }
        }
    }
}
