package mpj.tests.openmpi.programs;

import java.io.IOException;
import java.util.Arrays;
import mpi.Datatype;
import mpi.File;
import mpi.Info;
import mpi.MPI;

/**
 * One of two jobs of two ranks each that write one file: {@code NAME JOB}, with job 0 or 1. They begin when a line
 * comes on standard input.
 */
public final class FileOfTwoJobs {
    /** How many ints of the file all ranks write, one rank after the other. */
    public static final int COMMON = 3000;
    /** How many of the ints after these each rank writes at once. */
    public static final int BLOCK = 3;
    /** How many blocks each rank writes. */
    public static final int BLOCKS = 2000;
    /** The number of ranks of both jobs. */
    public static final int WRITERS = 4;

    private static final int ROUNDS = 40;

    private final int writer;

    private FileOfTwoJobs(int job) {
        writer = 2 * job + MPI.COMM_WORLD.getRank();
    }

    /** Runs as a rank. */
    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        FileOfTwoJobs part = new FileOfTwoJobs(Integer.parseInt(args[1]));
        Info hints = new Info();
        hints.set("romio_cb_write", "enable");
        hints.set("romio_ds_write", "enable");
        hints.set("cb_buffer_size", "4096");
        hints.set("ind_wr_buffer_size", "1000");
        File file = new File(MPI.COMM_WORLD, args[0], MPI.MODE_CREATE | MPI.MODE_RDWR, hints);
        System.out.println("ready");
        if (MPI.COMM_WORLD.getRank() == 0 && System.in.read() < 0) {
            throw new IOException("there is no line on standard input");
        }
        MPI.COMM_WORLD.barrier();
        file.setAtomicity(true);
        part.writeAllOrNothing(file);
        file.setAtomicity(false);
        part.writeBetweenTheOthers(file);
        file.close();
        System.out.println("written");
        MPI.Finalize();
    }

    private void writeAllOrNothing(File file) {
        file.setView(0, MPI.INT, MPI.INT, "native");
        int[] mine = new int[COMMON];
        int[] room = new int[COMMON];
        Arrays.fill(mine, writer);
        for (int round = 0; round < ROUNDS; round++) {
            file.writeAt(0, mine, COMMON, MPI.INT);
            file.readAt(0, room, COMMON, MPI.INT);
            if (Arrays.stream(room).distinct().count() != 1) {
                throw new AssertionError("writer " + writer + " sees a write in part, in round " + round);
            }
        }
    }

    /** While a rank reads the bytes between its own blocks and writes them back, another rank writes these bytes. */
    private void writeBetweenTheOthers(File file) {
        Datatype block = Datatype.createContiguous(BLOCK, MPI.INT);
        Datatype turn = Datatype.createResized(block, 0, BLOCK * WRITERS * Integer.BYTES);
        turn.commit();
        file.setView((COMMON + writer * BLOCK) * Integer.BYTES, MPI.INT, turn, "native");
        int each = BLOCKS * BLOCK / ROUNDS;
        int[] mine = new int[each];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < each; i++) {
                mine[i] = value(writer, round * each + i);
            }
            if (round % 2 == 0) {
                file.writeAll(mine, each, MPI.INT);
            } else {
                file.write(mine, each, MPI.INT);
            }
        }
    }

    /** The n-th int of a writer. */
    public static int value(int writer, int n) {
        return writer * 100_000 + n;
    }
}
