package mpj.npb.cg;

import mpj.npb.common.ProblemClass;

/**
 * A problem's size and its result.
 *
 * @param order the order of the matrix
 * @param nonzeros how many elements each of the sparse vectors has, whose outer products make the matrix
 * @param iterations the number of iterations of the inverse power method
 * @param shift the shift of the eigenvalues
 * @param zeta the official result
 */
record Problem(int order, int nonzeros, int iterations, double shift, double zeta) {
    static Problem of(ProblemClass problem) {
        return switch (problem) {
            case S -> new Problem(1400, 7, 15, 10, 8.5971775078648);
            case W -> new Problem(7000, 8, 15, 12, 10.362595087124);
            case A -> new Problem(14000, 11, 15, 20, 17.130235054029);
            case B -> new Problem(75000, 13, 75, 60, 22.712745482631);
            case C -> new Problem(150000, 15, 75, 110, 28.973605592845);
        };
    }

    /**
     * The number of operations that NPB counts: those of all iterations, if the indices of each vector were all
     * different.
     */
    double operations() {
        double product = nonzeros * (nonzeros + 1.0);
        return 2.0 * iterations * order * (3 + product + ConjugateGradient.STEPS * (5 + product) + 3);
    }
}
