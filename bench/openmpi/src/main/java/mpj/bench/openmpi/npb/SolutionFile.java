package mpj.bench.openmpi.npb;

import java.nio.DoubleBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.File;
import mpi.Intracomm;
import mpi.MPI;
import mpj.npb.cfd.AlternatingDirections;
import mpj.npb.cfd.Block;
import mpj.npb.cfd.Gas;
import mpj.npb.cfd.MultiPartition;
import mpj.npb.cfd.Problem;

/**
 * The solution at every fifth step, one solution after the other in a file. Each point of the cube has five variables,
 * and x varies fastest from point to point, as in NPB's Fortran program. A rank's cells are pieces of the file.
 */
final class SolutionFile implements AlternatingDirections.Output {
    /** The number of steps from one written solution to the next. */
    static final int INTERVAL = 5;

    /** How the ranks write and read: the subtypes of BTIO in NPB. */
    enum Kind {
        /** All ranks together, with a view of the rank's cells. */
        FULL,
        /** Each rank by itself, row by row. */
        SIMPLE
    }

    private final Kind kind;
    private final String name;
    private final Intracomm ranks;
    private final Block[] cells;
    private final int edge;
    private final int lastStep;
    private final DoubleBuffer solution;
    private final Datatype view;
    private final File writing;
    private int written;
    private long nanos;

    SolutionFile(Kind kind, String name, Intracomm ranks, Problem problem, MultiPartition partition) {
        this.kind = kind;
        this.name = name;
        this.ranks = ranks;
        cells = partition.cells();
        edge = problem.edge();
        lastStep = problem.steps();
        solution = MPI.newDoubleBuffer(Arrays.stream(cells)
            .mapToInt(cell -> Gas.VARIABLES * cell.size(0) * cell.size(1) * cell.size(2)).sum());
        view = kind == Kind.FULL ? view() : MPI.DOUBLE;
        if (ranks.getRank() == 0) {
            // Deletes the file, so that no bytes of a longer file are left.
            new File(MPI.COMM_SELF, name, MPI.MODE_CREATE | MPI.MODE_WRONLY | MPI.MODE_DELETE_ON_CLOSE).close();
        }
        ranks.barrier();
        writing = new File(ranks, name, MPI.MODE_CREATE | MPI.MODE_WRONLY);
        writing.setView(0, MPI.DOUBLE, view, "native");
    }

    /** The place of a rank's cells in the whole cube. */
    private Datatype view() {
        Datatype point = Datatype.createContiguous(Gas.VARIABLES, MPI.DOUBLE);
        Datatype[] ofCells = Arrays.stream(cells).map(cell -> Datatype.createSubarray(new int[] {edge, edge, edge},
            new int[] {cell.size(0), cell.size(1), cell.size(2)}, new int[] {cell.low(0), cell.low(1), cell.low(2)},
            MPI.ORDER_FORTRAN, point)).toArray(Datatype[]::new);
        int[] ones = new int[cells.length];
        Arrays.fill(ones, 1);
        Datatype all = Datatype.createStruct(ones, new int[cells.length], ofCells);
        all.commit();
        Arrays.stream(ofCells).forEach(Datatype::free);
        point.free();
        return all;
    }

    /** The bytes that all ranks have written. */
    long bytes() {
        return (long) Gas.VARIABLES * Double.BYTES * edge * edge * edge * written;
    }

    /** The seconds that this rank spent writing. */
    double seconds() {
        return nanos * 1e-9;
    }

    @Override
    public void write(int step) {
        if (step % INTERVAL == 0 || step == lastStep) {
            long start = System.nanoTime();
            move(false);
            switch (kind) {
                case FULL -> writing.writeAtAll((long) written * solution.capacity(), solution, solution.capacity(),
                    MPI.DOUBLE);
                default -> rows((offset, row, count) -> writing.writeAt(offset, row, count, MPI.DOUBLE), written);
            }
            written++;
            nanos += System.nanoTime() - start;
        }
    }

    @Override
    public void end() {
        long start = System.nanoTime();
        writing.close();
        nanos += System.nanoTime() - start;
    }

    @Override
    public void readBack(Runnable each) {
        File file = new File(ranks, name, MPI.MODE_RDONLY);
        file.setView(0, MPI.DOUBLE, view, "native");
        for (int i = 0; i < written; i++) {
            for (int at = 0; at < solution.capacity(); at++) {
                solution.put(at, Double.NaN); // a number that is not read makes the result wrong
            }
            switch (kind) {
                case FULL -> file.readAtAll((long) i * solution.capacity(), solution, solution.capacity(), MPI.DOUBLE);
                default -> rows((offset, row, count) -> file.readAt(offset, row, count, MPI.DOUBLE), i);
            }
            move(true);
            each.run();
        }
        file.close();
        if (kind == Kind.FULL) {
            view.free();
        }
        ranks.barrier();
        if (ranks.getRank() == 0) {
            File.delete(name);
        }
    }

    /** Writes or reads one row. */
    private interface RowAccess {
        void at(long offset, DoubleBuffer row, int count);
    }

    private void rows(RowAccess access, int index) {
        int at = 0;
        for (Block cell : cells) {
            int count = Gas.VARIABLES * cell.size(0);
            for (int k = 0; k < cell.size(2); k++) {
                for (int j = 0; j < cell.size(1); j++) {
                    long row = ((long) index * edge + cell.low(2) + k) * edge + cell.low(1) + j;
                    access.at(Gas.VARIABLES * (row * edge + cell.low(0)), MPI.slice(solution, at), count);
                    at += count;
                }
            }
        }
    }

    /**
     * Moves between the cells and the buffer. In the cells each variable has its own rows; in the buffer the variables
     * of a point lie side by side.
     */
    private void move(boolean intoCells) {
        int at = 0;
        for (Block cell : cells) {
            for (int k = 0; k < cell.size(2); k++) {
                for (int j = 0; j < cell.size(1); j++) {
                    for (int m = 0; m < Gas.VARIABLES; m++) {
                        move(cell.u[m][cell.row(j, k)], cell.size(0), at + m, intoCells);
                    }
                    at += Gas.VARIABLES * cell.size(0);
                }
            }
        }
    }

    private void move(double[] row, int count, int start, boolean intoCells) {
        for (int i = 0; i < count; i++) {
            int place = start + Gas.VARIABLES * i;
            if (intoCells) {
                row[i + Block.HALO] = solution.get(place);
            } else {
                solution.put(place, row[i + Block.HALO]);
            }
        }
    }
}
