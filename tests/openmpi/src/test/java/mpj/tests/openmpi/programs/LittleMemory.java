package mpj.tests.openmpi.programs;

import java.util.Arrays;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;

/**
 * One rank accesses a file for all others, and its JVM has no memory for what it has to read and write at once:
 * {@code NAME}. The ranks go on when a hint asks for less.
 */
public final class LittleMemory {
    /** The distance between two ints of a rank. All ints together span more than the JVM has. */
    private static final int FAR = 128 << 20;
    private static final int INTS = 3;

    private LittleMemory() {
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int rank = MPI.COMM_WORLD.getRank();
        File file = new File(MPI.COMM_WORLD, args[0], MPI.MODE_CREATE | MPI.MODE_RDWR, hints("1000000000"));
        Datatype far = Datatype.createResized(MPI.INT, 0, FAR);
        far.commit();
        file.setView(Integer.BYTES * rank, MPI.INT, far, "native");
        int[] values = {rank, rank, rank};
        tell(rank, "writeAtAll", () -> file.writeAtAll(0, values, INTS, MPI.INT));
        tell(rank, "readAtAll", () -> file.readAtAll(0, new int[INTS], INTS, MPI.INT));
        tell(rank, "iWriteAtAll", () -> file.iWriteAtAll(0, MPI.newIntBuffer(INTS), INTS, MPI.INT).waitFor());
        file.setInfo(hints("1000000"));
        file.writeAtAll(0, values, INTS, MPI.INT);
        int[] read = new int[INTS];
        file.readAtAll(0, read, INTS, MPI.INT);
        System.out.println("rank " + rank + " reads " + Arrays.toString(read));
        file.close();
        MPI.Finalize();
    }

    private static Info hints(String atOnce) {
        Info hints = new Info();
        hints.set("romio_cb_write", "enable");
        hints.set("romio_cb_read", "enable");
        hints.set("cb_nodes", "1");
        hints.set("cb_buffer_size", atOnce);
        return hints;
    }

    private static void tell(int rank, String call, Runnable calls) {
        try {
            calls.run();
            System.out.println("rank " + rank + ": " + call + " finds memory");
        } catch (MPIException e) {
            System.out.println("rank " + rank + ": " + call + ": class " + e.getErrorClass() + ": " + e.getMessage());
        }
    }
}
