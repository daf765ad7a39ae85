package mpj.npb.sp;

import mpj.npb.cfd.Lines;

/**
 * The results of an elimination that its substitution needs, for the systems of a cell: two diagonals above the main
 * one, for each of the three eigenvalues. The axes share them.
 */
final class Factors {
    static final int EIGENVALUES = 3;

    /** The first diagonal above the main one, by eigenvalue and {@link Lines#at}. */
    final double[][][] first;
    final double[][][] second;

    Factors(Lines[][] lines, int layer) {
        int rows = 0;
        int length = 0;
        for (Lines[] ofAxis : lines) {
            rows = Math.max(rows, ofAxis[layer].rows());
            length = Math.max(length, ofAxis[layer].rowLength());
        }
        first = new double[EIGENVALUES][rows][length];
        second = new double[EIGENVALUES][rows][length];
    }
}
