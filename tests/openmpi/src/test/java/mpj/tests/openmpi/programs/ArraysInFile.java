package mpj.tests.openmpi.programs;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.File;
import mpi.MPI;

/**
 * Four ranks write or read a file, or check a file that another program has written: {@code write|read NAME DATAREP}.
 * The C program files.c does the same, and prints the same words at the end.
 */
public final class ArraysInFile {
    private static final int ROWS = 10;
    private static final int COLUMNS = 9;
    private static final int HEAD = 32;
    private static final int SHORTS = 7;

    private final File file;
    private final boolean writes;
    private final String datarep;
    private final int rank = MPI.COMM_WORLD.getRank();

    private ArraysInFile(File file, boolean writes, String datarep) {
        this.file = file;
        this.writes = writes;
        this.datarep = datarep;
    }

    /** Runs as a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        boolean writes = args[0].equals("write");
        File file = new File(MPI.COMM_WORLD, args[1], writes ? MPI.MODE_CREATE | MPI.MODE_WRONLY : MPI.MODE_RDONLY);
        ArraysInFile arrays = new ArraysInFile(file, writes, args[2]);
        arrays.ints();
        arrays.doubles();
        arrays.shorts();
        file.close();
        System.out.println("rank " + MPI.COMM_WORLD.getRank() + " is content");
        MPI.Finalize();
    }

    private static void expect(boolean same, String what) {
        if (!same) {
            throw new AssertionError(what + " are wrong");
        }
    }

    private void view(int disp, Datatype etype, Datatype filetype) {
        filetype.commit();
        file.setView(disp, etype, filetype, datarep);
        filetype.free();
    }

    /** The blocks of the ranks in a 2 x 2 grid, as subarrays. */
    private void ints() {
        int[] starts = {rank / 2 * 5, rank % 2 * 5};
        int[] parts = {5, rank % 2 == 0 ? 5 : 4};
        view(HEAD, MPI.INT, Datatype.createSubarray(new int[] {ROWS, COLUMNS}, parts, starts, MPI.ORDER_C, MPI.INT));
        int[] values = IntStream.range(0, parts[0] * parts[1])
            .map(i -> (starts[0] + i / parts[1]) * 1000 + starts[1] + i % parts[1]).toArray();
        int[] buf = writes ? values : new int[values.length];
        int moved = (writes ? file.writeAll(buf, buf.length, MPI.INT) : file.readAll(buf, buf.length, MPI.INT))
            .getCount(MPI.INT);
        expect(moved == values.length && Arrays.equals(values, buf), "ints");
    }

    /**
     * Each pair of ranks has every second pair of rows, and each rank of the pair has half of the columns, as darrays.
     */
    private void doubles() {
        view(HEAD + ROWS * COLUMNS * Integer.BYTES, MPI.DOUBLE, Datatype.createDarray(4, rank,
            new int[] {ROWS, COLUMNS}, new int[] {MPI.DISTRIBUTE_CYCLIC, MPI.DISTRIBUTE_BLOCK},
            new int[] {2, MPI.DISTRIBUTE_DFLT_DARG}, new int[] {2, 2}, MPI.ORDER_C, MPI.DOUBLE));
        double[] values = IntStream.range(0, ROWS * COLUMNS)
            .filter(i -> i / COLUMNS / 2 % 2 == rank / 2 && i % COLUMNS / 5 == rank % 2)
            .mapToDouble(i -> i / COLUMNS + i % COLUMNS / 16.0).toArray();
        double[] buf = writes ? values : new double[values.length];
        int moved = (writes ? file.writeAll(buf, buf.length, MPI.DOUBLE) : file.readAll(buf, buf.length, MPI.DOUBLE))
            .getCount(MPI.DOUBLE);
        expect(moved == values.length && Arrays.equals(values, buf), "doubles");
    }

    /** In the order of the ranks. Each rank has one element more than the previous one. */
    private void shorts() {
        file.setView(HEAD + ROWS * COLUMNS * (Integer.BYTES + Double.BYTES), MPI.SHORT, MPI.SHORT, datarep);
        short[] values = new short[rank + 1];
        for (int i = 0; i <= rank; i++) {
            values[i] = (short) (rank * 100 + i - SHORTS);
        }
        short[] buf = writes ? values : new short[values.length];
        int moved = (writes ? file.writeOrdered(buf, buf.length, MPI.SHORT)
            : file.readOrdered(buf, buf.length, MPI.SHORT)).getCount(MPI.SHORT);
        expect(moved == values.length && Arrays.equals(values, buf), "shorts");
    }
}
