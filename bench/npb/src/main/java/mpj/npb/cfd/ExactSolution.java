package mpj.npb.cfd;

/** The solution that the forcing gives to the equations: for each variable a polynomial in each coordinate. */
final class ExactSolution {
    /** For each variable: the constant, then for x, y and z the coefficients of the powers 1 to 4. */
    private static final double[][] COEFFICIENTS = {
        {2, 0, 5, 0.02, 0.5, 0, 3, 0.01, 0.4, 4, 0.5, 0.03, 0.3},
        {1, 0, 1, 0.01, 0.4, 0, 2, 0.03, 0.3, 0, 3, 0.02, 0.5},
        {2, 2, 0, 0.04, 0.3, 0, 2, 0.03, 0.5, 0, 3, 0.05, 0.4},
        {2, 2, 0, 0.03, 0.2, 0, 2, 0.05, 0.1, 0, 3, 0.04, 0.3},
        {5, 4, 0.1, 0.05, 0.1, 3, 0.4, 0.04, 0.3, 2, 0.3, 0.03, 0.2}};

    private ExactSolution() {
    }

    /** A variable at a point. The coordinates go from 0 to 1 in the cube. */
    static double at(int variable, double x, double y, double z) {
        double[] c = COEFFICIENTS[variable];
        return c[0] + power(c, 1, x) + power(c, 5, y) + power(c, 9, z);
    }

    private static double power(double[] c, int first, double x) {
        return x * (c[first] + x * (c[first + 1] + x * (c[first + 2] + x * c[first + 3])));
    }
}
