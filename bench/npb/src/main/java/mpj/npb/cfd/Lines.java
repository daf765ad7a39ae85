package mpj.npb.cfd;

import java.util.Arrays;

/**
 * A block's lines along an axis, for a solver that works on all lines of a sheet at once. A sheet is a plane of the
 * block that contains the axis. At each position along the axis, the points of a sheet's lines form a row.
 *
 * <p>Along y and z these rows are the rows of the block. Along x they are not: opening a sheet transposes it, and
 * closing it transposes the right-hand side back.
 */
public final class Lines {
    private static final int HALO = Block.HALO;

    private final Block block;
    private final int axis;
    /** The axis along which the sheets follow each other, and the axis along a row. */
    private final int sheetAxis;
    private final int rowAxis;
    private final double[][][] given;
    /** Only along x: the fields of the open sheet. */
    private final double[][][] fields;
    /** Only along x: the right-hand side of all sheets. */
    private final double[][][] solution;

    /**
     * Prepares lines.
     *
     * @param block the block of the lines
     * @param axis the axis of the lines
     * @param given the fields that the solver reads
     */
    public Lines(Block block, int axis, double[][]... given) {
        this.block = block;
        this.axis = axis;
        this.given = given;
        sheetAxis = axis == 2 ? 1 : 2;
        rowAxis = axis == 0 ? 1 : 0;
        if (axis == 0) {
            int length = block.size(1) + 2 * HALO;
            fields = new double[given.length][block.size(0) + 2 * HALO][length];
            solution = new double[Gas.VARIABLES][block.size(0) * block.size(2)][length];
        } else {
            fields = given;
            solution = block.rhs;
        }
    }

    /** The block. */
    public Block block() {
        return block;
    }

    /** How many points a line has. */
    public int positions() {
        return block.size(axis);
    }

    /** The first sheet that is not on the cube's surface. */
    public int firstSheet() {
        return block.from(sheetAxis);
    }

    /** The end of the sheets that are not on the cube's surface. */
    public int endSheet() {
        return block.to(sheetAxis);
    }

    /** The index in a row of the first line that is not on the cube's surface. */
    public int from() {
        return block.from(rowAxis) + HALO;
    }

    /** The end of the lines that are not on the cube's surface. */
    public int to() {
        return block.to(rowAxis) + HALO;
    }

    /** The length of rows. */
    public int rowLength() {
        return block.size(rowAxis) + 2 * HALO;
    }

    /** How many lines are not on the cube's surface. */
    public int count() {
        return (endSheet() - firstSheet()) * (to() - from());
    }

    /** How many rows a field for all sheets has, by {@link #at}. */
    public int rows() {
        return block.size(sheetAxis) * positions();
    }

    /** Whether a position is on the cube's surface. */
    public boolean isSurface(int position) {
        return position == 0 && block.isFirst(axis) || position == positions() - 1 && block.isLast(axis);
    }

    /** How many points of the line in the cube come before this position. */
    public int global(int position) {
        return block.low(axis) + position;
    }

    /**
     * The index of a row in a field of the solver's own. In such a field the positions of a sheet follow each other.
     */
    public int at(int sheet, int position) {
        return sheet * positions() + position;
    }

    /** The index of a row in the fields of the open sheet. */
    public int fieldRow(int sheet, int position) {
        return switch (axis) {
            case 0 -> position + HALO;
            case 1 -> block.row(position, sheet);
            default -> block.row(sheet, position);
        };
    }

    /** One of the given fields. */
    public double[][] field(int index) {
        return fields[index];
    }

    /** The index of a row in the solution. */
    public int solutionRow(int sheet, int position) {
        return axis == 0 ? at(sheet, position) : fieldRow(sheet, position);
    }

    /** The right-hand side of a variable, which becomes the solution. */
    public double[][] solution(int variable) {
        return solution[variable];
    }

    /** Makes ready the fields and the right-hand side of a sheet. */
    public void open(int sheet) {
        if (axis == 0) {
            int row = block.row(0, sheet);
            for (int f = 0; f < given.length; f++) {
                Transpose.columns(given[f], row, block.size(1), fields[f], 0, 0, block.size(0) + 2 * HALO);
            }
            for (int m = 0; m < Gas.VARIABLES; m++) {
                Transpose.columns(block.rhs[m], row, block.size(1), solution[m], at(sheet, 0), HALO, block.size(0));
            }
        }
    }

    /**
     * Takes a row of a sheet's lines out of a message, and returns where the next row is. Without a message (null), the
     * row becomes zeros.
     */
    public int take(double[] row, double[] message, int at) {
        if (message == null) {
            Arrays.fill(row, from(), to(), 0);
        } else {
            System.arraycopy(message, at, row, from(), to() - from());
        }
        return at + to() - from();
    }

    /** Puts a row of a sheet's lines into a message, and returns where the next row goes. */
    public int give(double[] row, double[] message, int at) {
        System.arraycopy(row, from(), message, at, to() - from());
        return at + to() - from();
    }

    /** Puts the solution of a sheet into the block. */
    public void close(int sheet) {
        if (axis == 0) {
            int row = block.row(0, sheet);
            for (int m = 0; m < Gas.VARIABLES; m++) {
                Transpose.columns(solution[m], at(sheet, 0), block.size(0), block.rhs[m], row, HALO, block.size(1));
            }
        }
    }
}
