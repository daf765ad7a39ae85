package mpj.npb.mg;

import mpj.npb.common.ProblemClass;

/**
 * A problem's size and its result.
 *
 * @param log the logarithm of the number of points along an edge of the cube
 * @param iterations the number of V-cycles
 * @param smoother the coefficients of the smoother: for the point, and for its neighbours by a face, an edge, a corner
 * @param norm the official norm of the last residual
 */
record Problem(int log, int iterations, double[] smoother, double norm) {
    /** The two smoothers of the report: one for the smaller classes, one for the others. */
    private static final double[] SMALL = {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0};
    private static final double[] LARGE = {-3.0 / 17, 1.0 / 33, -1.0 / 61, 0};
    /** Minus the operator A of the equation A u = v, in the same order. */
    static final double[] MINUS_A = {8.0 / 3, 0, -1.0 / 6, -1.0 / 12};

    static Problem of(ProblemClass problem) {
        return switch (problem) {
            case S -> new Problem(5, 4, SMALL, 0.5307707005734e-04);
            case W -> new Problem(7, 4, SMALL, 0.6467329375339e-05);
            case A -> new Problem(8, 4, SMALL, 0.2433365309069e-05);
            case B -> new Problem(8, 20, LARGE, 0.1800564401355e-05);
            case C -> new Problem(9, 20, LARGE, 0.5706732285740e-06);
        };
    }

    int edge() {
        return 1 << log;
    }

    double points() {
        return Math.pow(edge(), 3);
    }
}
