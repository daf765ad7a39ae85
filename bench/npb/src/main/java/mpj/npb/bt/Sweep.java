package mpj.npb.bt;

import java.util.Arrays;
import mpj.npb.cfd.Gas;
import mpj.npb.cfd.Lines;
import mpj.npb.cfd.Pipeline;
import mpj.npb.cfd.Problem;

/** The elimination of the block-tridiagonal systems along an axis, and the substitution. */
final class Sweep implements Pipeline.Stage {
    private static final int VARIABLES = Gas.VARIABLES;
    /** The numbers that a line hands on to the next cell: the block above the diagonal, and the variables. */
    static final int FORWARD = Elements.COUNT + VARIABLES;
    private static final int BACKWARD = VARIABLES;
    /**
     * How many positions keep their block below the diagonal. The elimination uses the block of the position before its
     * own, after it has made that of the position after.
     */
    private static final int KEPT = 3;

    /** By layer and position: the block above the diagonal, kept until the substitution. */
    private final Elements[][] above;
    private final Jacobians jacobians;
    private final Elements[] below;
    private final Elements diagonal;
    private final Elements factors;
    private final Elements next;
    private final Elements aboveBeyond;
    private final double[][] beyond;

    Sweep(int axis, Problem problem, Lines[] lines, Elements[][] above) {
        this.above = above;
        int length = 0;
        for (Lines each : lines) {
            length = Math.max(length, each.rowLength());
        }
        jacobians = new Jacobians(axis, problem);
        below = new Elements[KEPT];
        for (int n = 0; n < KEPT; n++) {
            below[n] = jacobians.newBelow(length);
        }
        diagonal = jacobians.newDiagonal(length);
        next = jacobians.newAbove(length);
        factors = Elements.ofLength(length);
        aboveBeyond = Elements.ofLength(length);
        beyond = new double[VARIABLES][length];
    }

    @Override
    public int forwardNumbers() {
        return FORWARD;
    }

    @Override
    public int backwardNumbers() {
        return BACKWARD;
    }

    @Override
    public void forward(Lines cell, int layer, double[] incoming, double[] outgoing) {
        Elements[] c = above[layer];
        int in = 0;
        int out = 0;
        int last = cell.positions() - 1;
        for (int sheet = cell.firstSheet(); sheet < cell.endSheet(); sheet++) {
            cell.open(sheet);
            in = takeAll(cell, aboveBeyond.rows, incoming, in);
            in = takeAll(cell, beyond, incoming, in);
            jacobians.below(cell, sheet, -1, below[KEPT - 1]);
            jacobians.below(cell, sheet, 0, below[0]);
            for (int position = 0; position <= last; position++) {
                eliminate(cell, c, sheet, position);
            }
            if (outgoing != null) {
                for (double[] row : c[cell.at(sheet, last)].rows) {
                    out = cell.give(row, outgoing, out);
                }
                for (int m = 0; m < VARIABLES; m++) {
                    out = cell.give(cell.solution(m)[cell.solutionRow(sheet, last)], outgoing, out);
                }
            }
        }
    }

    private void eliminate(Lines cell, Elements[] c, int sheet, int position) {
        int from = cell.from();
        int to = cell.to();
        int at = cell.at(sheet, position);
        jacobians.below(cell, sheet, position + 1, below[(position + 1) % KEPT]);
        if (cell.isSurface(position)) {
            // At the surface the solution is known.
            for (double[] row : c[at].rows) {
                Arrays.fill(row, from, to, 0);
            }
            return;
        }
        jacobians.above(cell, sheet, position + 1, next);
        jacobians.diagonal(cell, sheet, position, diagonal);
        Elements a = below[(position + KEPT - 1) % KEPT];
        boolean isFirst = position == 0;
        double[][] p = isFirst ? aboveBeyond.rows : c[at - 1].rows;
        double[][] d = diagonal.rows;
        double[][] f = factors.rows;
        for (int n = 0; n < VARIABLES; n++) {
            Matrices.subtractProduct(a, p[n], p[5 + n], p[10 + n], p[15 + n], p[20 + n], d[n], d[5 + n], d[10 + n],
                d[15 + n], d[20 + n], f[n], f[5 + n], f[10 + n], f[15 + n], f[20 + n], from, to);
        }
        Matrices.factorize(factors, from, to);
        double[][] b = next.rows;
        double[][] x = c[at].rows;
        for (int n = 0; n < VARIABLES; n++) {
            Matrices.solve(factors, b[n], b[5 + n], b[10 + n], b[15 + n], b[20 + n], x[n], x[5 + n], x[10 + n],
                x[15 + n], x[20 + n], from, to);
        }
        int row = cell.solutionRow(sheet, position);
        subtractProduct(a, cell, isFirst ? -1 : cell.solutionRow(sheet, position - 1), row);
        double[] r0 = cell.solution(0)[row];
        double[] r1 = cell.solution(1)[row];
        double[] r2 = cell.solution(2)[row];
        double[] r3 = cell.solution(3)[row];
        double[] r4 = cell.solution(4)[row];
        Matrices.solve(factors, r0, r1, r2, r3, r4, r0, r1, r2, r3, r4, from, to);
    }

    /**
     * Subtracts a block times the variables of one row from those of another row. Row -1 stands for the variables
     * beyond the cell.
     */
    private void subtractProduct(Elements block, Lines cell, int row, int target) {
        double[] r0 = cell.solution(0)[target];
        double[] r1 = cell.solution(1)[target];
        double[] r2 = cell.solution(2)[target];
        double[] r3 = cell.solution(3)[target];
        double[] r4 = cell.solution(4)[target];
        Matrices.subtractProduct(block, variable(cell, 0, row), variable(cell, 1, row), variable(cell, 2, row),
            variable(cell, 3, row), variable(cell, 4, row), r0, r1, r2, r3, r4, r0, r1, r2, r3, r4, cell.from(),
            cell.to());
    }

    private double[] variable(Lines cell, int m, int row) {
        return row < 0 ? beyond[m] : cell.solution(m)[row];
    }

    @Override
    public void backward(Lines cell, int layer, double[] incoming, double[] outgoing) {
        Elements[] c = above[layer];
        int in = 0;
        int out = 0;
        int last = cell.positions() - 1;
        for (int sheet = cell.firstSheet(); sheet < cell.endSheet(); sheet++) {
            in = takeAll(cell, beyond, incoming, in);
            for (int position = last; position >= 0; position--) {
                if (!cell.isSurface(position)) {
                    subtractProduct(c[cell.at(sheet, position)], cell,
                        position == last ? -1 : cell.solutionRow(sheet, position + 1),
                        cell.solutionRow(sheet, position));
                }
            }
            if (outgoing != null) {
                for (int m = 0; m < VARIABLES; m++) {
                    out = cell.give(cell.solution(m)[cell.solutionRow(sheet, 0)], outgoing, out);
                }
            }
            cell.close(sheet);
        }
    }

    private static int takeAll(Lines cell, double[][] rows, double[] incoming, int start) {
        int at = start;
        for (double[] row : rows) {
            at = cell.take(row, incoming, at);
        }
        return at;
    }
}
