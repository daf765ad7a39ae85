package mpj.npb.sp;

import java.util.Arrays;
import mpj.npb.cfd.Gas;
import mpj.npb.cfd.Lines;
import mpj.npb.cfd.Pipeline;
import mpj.npb.cfd.Problem;

/**
 * The elimination of the pentadiagonal systems along an axis, and the substitution. Three of the five variables have
 * the velocity as their eigenvalue, one has velocity plus sound, and one velocity minus sound.
 */
final class Sweep implements Pipeline.Stage {
    private static final int EIGENVALUES = Factors.EIGENVALUES;
    /** The eigenvalue of each variable. */
    private static final int[] EIGENVALUE = {0, 0, 0, 1, 2};
    /** How many positions a system reaches to each side. */
    private static final int REACH = 2;
    /**
     * The numbers that a line hands on to the next cell: two diagonals of three systems, and five variables, at two
     * positions.
     */
    static final int FORWARD = REACH * (2 * EIGENVALUES + Gas.VARIABLES);
    private static final int BACKWARD = REACH * Gas.VARIABLES;

    /** The indices of the fields of the lines. */
    private static final int VELOCITY = 0;
    private static final int INVERSE_DENSITY = 1;
    private static final int SOUND = 2;

    private final Factors[] factors;
    private final double diffusion;
    /** The time step divided by the square of the distance of points, and divided by twice this distance. */
    private final double perSquare;
    private final double perTwo;
    private final double dissipation;
    private final int last;

    /** Of the open sheet, from one position before the first to one position after the last. */
    private final double[][] radius;
    private final double[][][] eigenvalue = new double[EIGENVALUES][][];
    private final double[][] sum;
    private final double[][] difference;
    /** The numbers that elimination needs for the right-hand sides of a position. */
    private final double[] lower;
    private final double[] inverse;
    /**
     * The positions beyond the cell: in elimination those before the first position, in substitution those after the
     * last.
     */
    private final double[][][] firstBeyond;
    private final double[][][] secondBeyond;
    private final double[][][] beyond;

    Sweep(int axis, Problem problem, Lines[] lines, Factors[] factors) {
        this.factors = factors;
        diffusion = Gas.diffusion(axis);
        last = problem.edge() - 1;
        perSquare = problem.timeStep() * last * last;
        perTwo = problem.timeStep() * last / 2;
        dissipation = problem.timeStep() * Gas.DISSIPATION;
        int positions = 0;
        int length = 0;
        for (Lines each : lines) {
            positions = Math.max(positions, each.positions());
            length = Math.max(length, each.rowLength());
        }
        radius = new double[positions + 2][length];
        sum = new double[positions + 2][length];
        difference = new double[positions + 2][length];
        lower = new double[length];
        inverse = new double[length];
        firstBeyond = new double[EIGENVALUES][REACH][length];
        secondBeyond = new double[EIGENVALUES][REACH][length];
        beyond = new double[Gas.VARIABLES][REACH][length];
        eigenvalue[1] = sum;
        eigenvalue[2] = difference;
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
        Factors f = factors[layer];
        int in = 0;
        int out = 0;
        for (int sheet = cell.firstSheet(); sheet < cell.endSheet(); sheet++) {
            cell.open(sheet);
            findEigenvalues(cell, sheet);
            in = takeFactors(cell, incoming, in);
            for (int position = 0; position < cell.positions(); position++) {
                eliminate(cell, f, sheet, position);
            }
            if (outgoing != null) {
                out = giveFactors(cell, f, sheet, outgoing, out);
            }
        }
    }

    /** Finds the eigenvalues of the open sheet and their spectral radius. */
    private void findEigenvalues(Lines cell, int sheet) {
        for (int position = -1; position <= cell.positions(); position++) {
            int row = cell.fieldRow(sheet, position);
            Systems.eigenvalues(cell.field(VELOCITY)[row], cell.field(INVERSE_DENSITY)[row], cell.field(SOUND)[row],
                sum[position + 1], difference[position + 1], radius[position + 1], cell.from(), cell.to(), diffusion);
        }
    }

    private void eliminate(Lines cell, Factors f, int sheet, int position) {
        int from = cell.from();
        int to = cell.to();
        int at = cell.at(sheet, position);
        if (cell.isSurface(position)) {
            // At the surface the solution is known.
            for (int s = 0; s < EIGENVALUES; s++) {
                Arrays.fill(f.first[s][at], from, to, 0);
                Arrays.fill(f.second[s][at], from, to, 0);
            }
            return;
        }
        int global = cell.global(position);
        double secondBelow = global <= 2 ? 0 : dissipation;
        double below = global == 1 ? 0 : -4 * dissipation;
        double main = 1 + (global == 1 || global == last - 1 ? 5 : 6) * dissipation;
        double above = global == last - 1 ? 0 : -4 * dissipation;
        double secondAbove = global >= last - 2 ? 0 : dissipation;
        for (int s = 0; s < EIGENVALUES; s++) {
            double[][] first = position < REACH ? firstBeyond[s] : f.first[s];
            double[][] second = position < REACH ? secondBeyond[s] : f.second[s];
            int two = position < REACH ? position : at - 2;
            double[][] firstOne = position < 1 ? firstBeyond[s] : f.first[s];
            double[][] secondOne = position < 1 ? secondBeyond[s] : f.second[s];
            int one = position < 1 ? 1 : at - 1;
            Systems.eliminate(f.first[s][at], f.second[s][at], lower, inverse, first[two], second[two], firstOne[one],
                secondOne[one], ofSheet(cell, s, sheet, position - 1), ofSheet(cell, s, sheet, position + 1),
                radius[position], radius[position + 1], radius[position + 2], from, to, perSquare, perTwo, secondBelow,
                below, main, above, secondAbove);
            for (int m = 0; m < Gas.VARIABLES; m++) {
                if (EIGENVALUE[m] == s) {
                    double[][] r = cell.solution(m);
                    Systems.forward(r[cell.solutionRow(sheet, position)],
                        position < REACH ? beyond[m][position] : r[cell.solutionRow(sheet, position - 2)],
                        position < 1 ? beyond[m][1] : r[cell.solutionRow(sheet, position - 1)], lower, inverse, from,
                        to, secondBelow);
                }
            }
        }
    }

    private double[] ofSheet(Lines cell, int s, int sheet, int position) {
        return s == 0 ? cell.field(VELOCITY)[cell.fieldRow(sheet, position)] : eigenvalue[s][position + 1];
    }

    /** Takes the factors that the cell before hands on. At the surface they are zeros. */
    private int takeFactors(Lines cell, double[] incoming, int start) {
        int at = start;
        for (int position = 0; position < REACH; position++) {
            for (int s = 0; s < EIGENVALUES; s++) {
                at = cell.take(firstBeyond[s][position], incoming, at);
                at = cell.take(secondBeyond[s][position], incoming, at);
            }
            for (int m = 0; m < Gas.VARIABLES; m++) {
                at = cell.take(beyond[m][position], incoming, at);
            }
        }
        return at;
    }

    private static int giveFactors(Lines cell, Factors f, int sheet, double[] outgoing, int start) {
        int at = start;
        for (int position = cell.positions() - REACH; position < cell.positions(); position++) {
            for (int s = 0; s < EIGENVALUES; s++) {
                at = cell.give(f.first[s][cell.at(sheet, position)], outgoing, at);
                at = cell.give(f.second[s][cell.at(sheet, position)], outgoing, at);
            }
            for (int m = 0; m < Gas.VARIABLES; m++) {
                at = cell.give(cell.solution(m)[cell.solutionRow(sheet, position)], outgoing, at);
            }
        }
        return at;
    }

    @Override
    public void backward(Lines cell, int layer, double[] incoming, double[] outgoing) {
        Factors f = factors[layer];
        int in = 0;
        int out = 0;
        for (int sheet = cell.firstSheet(); sheet < cell.endSheet(); sheet++) {
            for (int m = 0; m < Gas.VARIABLES; m++) {
                in = cell.take(beyond[m][0], incoming, in);
                in = cell.take(beyond[m][1], incoming, in);
                substitute(cell, f, sheet, m);
                if (outgoing != null) {
                    out = cell.give(cell.solution(m)[cell.solutionRow(sheet, 0)], outgoing, out);
                    out = cell.give(cell.solution(m)[cell.solutionRow(sheet, 1)], outgoing, out);
                }
            }
            cell.close(sheet);
        }
    }

    private void substitute(Lines cell, Factors f, int sheet, int m) {
        double[][] r = cell.solution(m);
        int end = cell.positions();
        for (int position = end - 1; position >= 0; position--) {
            if (!cell.isSurface(position)) {
                int at = cell.at(sheet, position);
                Systems.backward(r[cell.solutionRow(sheet, position)],
                    position + 1 < end ? r[cell.solutionRow(sheet, position + 1)] : beyond[m][0],
                    position + 2 < end ? r[cell.solutionRow(sheet, position + 2)] : beyond[m][position + 2 - end],
                    f.first[EIGENVALUE[m]][at], f.second[EIGENVALUE[m]][at], cell.from(), cell.to());
            }
        }
    }
}
