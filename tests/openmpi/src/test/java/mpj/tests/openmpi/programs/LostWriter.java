package mpj.tests.openmpi.programs;

import java.util.concurrent.CountDownLatch;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.MPI;
import mpi.MPIException;

/** The last rank ends silently in the middle of a collective write. The others get an error. */
public final class LostWriter {
    private static final int EXIT_CODE = 9;
    private static final int LENGTH = 1 << 20;
    private static final int WHOLE_ROUNDS = 2;

    private LostWriter() {
    }

    /** Runs as a rank: {@code NAME}. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        Info hints = new Info();
        hints.set("romio_cb_write", "enable");
        hints.set("cb_buffer_size", "65536");
        File file = new File(MPI.COMM_WORLD, args[0], MPI.MODE_CREATE | MPI.MODE_RDWR, hints);
        Datatype turn = Datatype.createResized(MPI.INT, 0, size * Integer.BYTES);
        turn.commit();
        file.setView(rank * Integer.BYTES, MPI.INT, turn, "native");
        CountDownLatch halfway = new CountDownLatch(WHOLE_ROUNDS);
        if (rank == size - 1) {
            Thread.ofPlatform().daemon().start(() -> endAfter(halfway));
        }
        int[] values = new int[LENGTH];
        expectError(rank, "writeAtAll", () -> {
            for (;;) {
                halfway.countDown();
                file.writeAtAll(0, values, LENGTH, MPI.INT);
            }
        });
        expectError(rank, "readAtAll", () -> file.readAtAll(0, values, LENGTH, MPI.INT));
        expectError(rank, "writeOrdered", () -> file.writeOrdered(values, 1, MPI.INT));
        expectError(rank, "iWriteAtAll", () -> file.iWriteAtAll(0, MPI.newIntBuffer(1), 1, MPI.INT).waitFor());
        expectError(rank, "readAllBegin", () -> {
            file.readAllBegin(values, 1, MPI.INT);
            file.readAllEnd(values);
        });
        values[0] = rank + 1;
        file.writeAt(0, values, 1, MPI.INT);
        int[] room = new int[1];
        file.readAt(0, room, 1, MPI.INT);
        System.out.println("rank " + rank + " reads " + room[0]);
        MPI.Finalize();
    }

    private static void endAfter(CountDownLatch halfway) {
        try {
            halfway.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        Runtime.getRuntime().halt(EXIT_CODE);
    }

    private static void expectError(int rank, String call, Runnable calls) {
        try {
            calls.run();
        } catch (MPIException e) {
            System.out.println("rank " + rank + ": " + call + ": " + e.getMessage());
        }
    }
}
