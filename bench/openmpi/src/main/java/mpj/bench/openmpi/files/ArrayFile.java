package mpj.bench.openmpi.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import mpi.CartComm;
import mpi.Datatype;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Writes a square array of ints, which is spread over a grid of ranks, into a file and reads it. {@code bin/bench
 * compare files} runs this program beside bench/native/array_file.c, which does the same.
 */
public final class ArrayFile {
    /** The ints of one piece of the strided read. */
    private static final int PIECE = 64;
    /** The bytes of a small transfer of all ranks. */
    private static final int SMALL = 1 << 20;
    private static final int SMALLS = 64;

    private final Intracomm world = MPI.COMM_WORLD;
    private final int rank = world.getRank();
    private final int ranks = world.getSize();
    private final String name;
    private final int side;
    private final double[] seconds;
    private final File file;
    private final int[] starts = new int[2];
    private final int[] block = new int[2];
    private final ByteBuffer mine;

    private ArrayFile(String name, int side, int repetitions) {
        this.name = name;
        this.side = side;
        seconds = new double[repetitions];
        int[] dims = new int[2];
        CartComm.createDims(ranks, dims);
        int[] coords = {rank / dims[1], rank % dims[1]};
        for (int i = 0; i < 2; i++) {
            starts[i] = (int) ((long) side * coords[i] / dims[i]);
            block[i] = (int) ((long) side * (coords[i] + 1) / dims[i]) - starts[i];
        }
        mine = MPI.newByteBuffer((block[0] * block[1] + SMALL) * Integer.BYTES);
        file = new File(world, name, MPI.MODE_CREATE | MPI.MODE_RDWR);
    }

    /** Runs as a rank. {@code arguments} are the file, the side of the array, and how often each step is measured. */
    public static void main(String[] arguments) throws IOException {
        MPI.Init(arguments);
        new ArrayFile(arguments[0], Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2])).run();
        MPI.Finalize();
    }

    /** One step of the program. */
    private interface Step {
        void run() throws IOException;
    }

    private void run() throws IOException {
        int items = block[0] * block[1];
        for (int i = 0; i < items; i++) {
            mine.putInt(i * Integer.BYTES, (starts[0] + i / block[1]) * 7 + (starts[1] + i % block[1]));
        }
        view(0, MPI.INT, Datatype.createSubarray(new int[] {side, side}, block, starts, MPI.ORDER_C, MPI.INT));
        measure("collective-write", () -> file.writeAtAll(0, mine, items, MPI.INT));
        for (int i = 0; i < items; i++) {
            mine.putInt(i * Integer.BYTES, 0);
        }
        measure("collective-read", () -> file.readAtAll(0, mine, items, MPI.INT));
        total("block", items);

        // In a sixteenth of the file, every rank reads one piece of each row of pieces.
        int pieces = (int) ((long) side * side / 16 / (PIECE * ranks));
        strided(MPI.INT, PIECE, PIECE * Integer.BYTES, PIECE * Integer.BYTES * ranks);
        measure("strided-read", () -> file.readAt(0, mine, pieces * PIECE, MPI.INT));
        total("pieces", pieces * PIECE);

        // Like C_Write_Indv of IMB-IO, but without a sync. The step after it writes each rank's bytes with a bare call.
        int bytes = SMALL / ranks;
        strided(MPI.BYTE, bytes, bytes, SMALL);
        measure("write-1MiB-64x", () -> {
            file.seek(0, MPI.SEEK_SET);
            for (int i = 0; i < SMALLS; i++) {
                file.writeAll(mine, bytes, MPI.BYTE);
            }
        });
        try (FileChannel bare = FileChannel.open(Path.of(name), StandardOpenOption.WRITE)) {
            measure("bare-1MiB-64x", () -> {
                for (int i = 0; i < SMALLS; i++) {
                    bare.write(mine.slice(0, bytes), (long) i * SMALL + (long) rank * bytes);
                }
            });
        }
        file.close();
        if (rank == 0) {
            File.delete(name);
        }
    }

    private void strided(Datatype element, int count, int pieceBytes, int strideBytes) {
        Datatype piece = Datatype.createContiguous(count, element);
        view((long) rank * pieceBytes, element, Datatype.createResized(piece, 0, strideBytes));
        piece.free();
    }

    private void view(long displacement, Datatype element, Datatype type) {
        type.commit();
        file.setView(displacement, element, type, "native");
        type.free();
    }

    /** Prints the median of the slowest rank's times. The first half of all runs only warms up. */
    private void measure(String what, Step step) throws IOException {
        for (int i = 0; i < 2 * seconds.length; i++) {
            world.barrier();
            long start = System.nanoTime();
            step.run();
            double[] slowest = {(System.nanoTime() - start) / 1e9};
            world.allReduce(slowest, 1, MPI.DOUBLE, MPI.MAX);
            if (i >= seconds.length) {
                seconds[i - seconds.length] = slowest[0];
            }
        }
        Arrays.sort(seconds);
        if (rank == 0) {
            System.out.printf(Locale.ROOT, "%s %.6f s%n", what, seconds[seconds.length / 2]);
        }
    }

    private void total(String what, int items) {
        long[] sum = new long[1];
        for (int i = 0; i < items; i++) {
            sum[0] += mine.getInt(i * Integer.BYTES);
        }
        world.allReduce(sum, 1, MPI.LONG, MPI.SUM);
        if (rank == 0) {
            System.out.println("sum of " + what + " " + sum[0]);
        }
    }
}
