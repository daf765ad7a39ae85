package mpj.npb.mg;

import mpj.npb.common.ProblemClass;

/**
 * A problem's size and its result.
 *
 * @param log of the points along an edge of the cube
 * @param iterations V-cycles
 * @param smoother the coefficients of the smoother: for the point, its neighbours by a face, and those by an edge
 * @param norm the official norm of the last residual
 */
record Problem(int log, int iterations, double[] smoother, double norm) {
    /** The two smoothers of the report: for the smaller classes and for the others. */
    private static final double[] A = {-3.0 / 8, 1.0 / 32, -1.0 / 64};
    private static final double[] B = {-3.0 / 17, 1.0 / 33, -1.0 / 61};

    static Problem of(ProblemClass problem) {
        return switch (problem) {
            case S -> new Problem(5, 4, A, 0.5307707005734e-04);
            case W -> new Problem(7, 4, A, 0.6467329375339e-05);
            case A -> new Problem(8, 4, A, 0.2433365309069e-05);
            case B -> new Problem(8, 20, B, 0.1800564401355e-05);
            case C -> new Problem(9, 20, B, 0.5706732285740e-06);
        };
    }

    int edge() {
        return 1 << log;
    }

    double points() {
        return Math.pow(edge(), 3);
    }
}
