package mpj.tests.programs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpi.MPI;
import mpi.MPIException;

/** Two ranks exchange memory of MPI.allocate with the last rank until that rank is killed, and then with each other. */
public final class LossInAllocatedMemory {
    private static final int BYTES = 16 << 20;
    private static final int ROUNDS_BEFORE = 3;

    private LossInAllocatedMemory() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int victim = MPI.COMM_WORLD.Size() - 1;
        MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
        MemorySegment out = MPI.allocate(BYTES).fill((byte) rank);
        MemorySegment in = MPI.allocate(BYTES);
        for (int round = 0; rank == victim; round++) {
            if (round == ROUNDS_BEFORE) {
                System.out.println("kill " + ProcessHandle.current().pid());
            }
            for (int other = 0; other < victim; other++) {
                exchange(out, in, other);
            }
        }
        try {
            while (true) {
                exchange(out, in, victim);
            }
        } catch (MPIException e) {
            System.out.println("rank " + rank + ": " + e.getMessage());
        }
        exchange(out, in, 1 - rank);
        System.out.println("rank " + rank + " heard from " + in.get(ValueLayout.JAVA_BYTE, 0));
        MPI.Finalize();
    }

    private static void exchange(MemorySegment out, MemorySegment in, int other) {
        MPI.COMM_WORLD.Sendrecv(out, 0, BYTES, MPI.BYTE, other, 1, in, 0, BYTES, MPI.BYTE, other, 1);
    }
}
