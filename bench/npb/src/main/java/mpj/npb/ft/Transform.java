package mpj.npb.ft;

import mpi.Intracomm;
import mpi.MPI;
import mpj.npb.common.Run;

/**
 * The transform in three dimensions, and back. Each line along x or y is on one rank. Between y and z, the ranks of a
 * row of the array exchange all data, so that each line along z is also on one rank. With more than one row, the ranks
 * of a column do the same between x and y. A transform reads its lines where they were received, and writes them where
 * they are sent from, so that nothing is copied in between.
 */
final class Transform {
    /** How many lines are transformed at once; a power of two. */
    private static final int LINES = 64;

    private final Grid grid;
    private final Run run;
    /** The ranks that divide z among them, and the ranks that divide y. */
    private final Intracomm ofRow;
    private final Intracomm ofColumn;
    private final double[] outgoing;
    private final double[] incoming;
    private final Stockham alongX;
    private final Stockham alongY;
    private final Stockham alongZ;

    Transform(Grid grid, Run run) {
        this.grid = grid;
        this.run = run;
        ofRow = run.ranks().Split(grid.row(), grid.column());
        ofColumn = run.ranks().Split(grid.column(), grid.row());
        boolean exchanges = grid.rows() > 1 || grid.columns() > 1;
        outgoing = new double[exchanges ? 2 * grid.points() : 0];
        incoming = new double[exchanges ? 2 * grid.points() : 0];
        alongX = new Stockham(grid.nx(), Math.min(LINES, grid.linesY() * grid.planes()));
        alongY = new Stockham(grid.ny(), Math.min(LINES, grid.cutX()));
        alongZ = new Stockham(grid.nz(), Math.min(LINES, grid.cutX() * grid.cutY()));
    }

    /** Transforms the points into frequencies, and overwrites the points. */
    void forward(Field points, Field frequencies) {
        Lines x = Lines.whole(points, grid.nx(), 1, grid.nx());
        Lines y = Lines.whole(points, grid.ny(), grid.cutX(), 1);
        if (grid.rows() > 1) {
            transformX(x, columnX(outgoing), false);
            exchange(ofColumn);
            transformY(columnY(incoming), grid.columns() > 1 ? rowY(outgoing) : y, false);
        } else {
            transformX(x, x, false);
            transformY(y, grid.columns() > 1 ? rowY(outgoing) : y, false);
        }
        if (grid.columns() > 1) {
            exchange(ofRow);
        }
        transformZ(grid.columns() > 1 ? rowZ(incoming) : wholeZ(points), wholeZ(frequencies), false);
    }

    /** Transforms the frequencies into points, and overwrites the frequencies. */
    void backward(Field frequencies, Field points) {
        transformZ(wholeZ(frequencies), grid.columns() > 1 ? rowZ(outgoing) : wholeZ(frequencies), true);
        if (grid.columns() > 1) {
            exchange(ofRow);
        }
        Lines x = Lines.whole(points, grid.nx(), 1, grid.nx());
        Lines y = Lines.whole(points, grid.ny(), grid.cutX(), 1);
        Lines before = grid.columns() > 1 ? rowY(incoming) : Lines.whole(frequencies, grid.ny(), grid.cutX(), 1);
        if (grid.rows() > 1) {
            transformY(before, columnY(outgoing), true);
            exchange(ofColumn);
            transformX(columnX(incoming), x, true);
        } else {
            transformY(before, y, true);
            transformX(x, x, true);
        }
    }

    /**
     * The lines in the buffers for the ranks of a column. A buffer has planes, a plane has the lines along y of a rank,
     * and a line has some x.
     */
    private Lines columnX(double[] buffer) {
        return Lines.parts(buffer, grid.rows(), grid.cutX(), 1, grid.cutX());
    }

    private Lines columnY(double[] buffer) {
        return Lines.parts(buffer, grid.rows(), grid.linesY(), grid.cutX(), 1);
    }

    /**
     * The lines in the buffers for the ranks of a row. A buffer has the planes of a rank, a plane has some lines along
     * y, and a line has some x.
     */
    private Lines rowY(double[] buffer) {
        return Lines.parts(buffer, grid.columns(), grid.cutY(), grid.cutX(), 1);
    }

    private Lines rowZ(double[] buffer) {
        return Lines.parts(buffer, grid.columns(), grid.planes(), grid.cutX() * grid.cutY(), 1);
    }

    private Lines wholeZ(Field field) {
        return Lines.whole(field, grid.nz(), grid.cutX() * grid.cutY(), 1);
    }

    private void transformX(Lines from, Lines to, boolean back) {
        int lines = grid.linesY() * grid.planes();
        for (int line = 0; line < lines; line += alongX.lines()) {
            alongX.transform(from, line * from.lineStride(), to, line * to.lineStride(), back);
        }
    }

    private void transformY(Lines from, Lines to, boolean back) {
        int fromPlane = from.perPart() * from.stride();
        int toPlane = to.perPart() * to.stride();
        for (int plane = 0; plane < grid.planes(); plane++) {
            for (int line = 0; line < grid.cutX(); line += alongY.lines()) {
                alongY.transform(from, plane * fromPlane + line, to, plane * toPlane + line, back);
            }
        }
    }

    private void transformZ(Lines from, Lines to, boolean back) {
        int lines = grid.cutX() * grid.cutY();
        for (int line = 0; line < lines; line += alongZ.lines()) {
            alongZ.transform(from, line, to, line, back);
        }
    }

    /** Sends each rank its share. */
    private void exchange(Intracomm among) {
        int share = outgoing.length / among.Size();
        run.communicationBegins();
        among.Alltoall(outgoing, 0, share, MPI.DOUBLE, incoming, 0, share, MPI.DOUBLE);
        run.communicationEnds();
    }

    void free() {
        ofRow.Free();
        ofColumn.Free();
    }
}
