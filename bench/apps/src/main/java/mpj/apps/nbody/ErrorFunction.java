package mpj.apps.nbody;

/** The error function, which Java does not have. */
final class ErrorFunction {
    private static final double TWO_OVER_ROOT_PI = 2 / StrictMath.sqrt(StrictMath.PI);

    private ErrorFunction() {
    }

    /**
     * The value for an argument that is not negative, accurate to the last digits. The series has only positive terms.
     */
    static double of(double x) {
        if (x > 6) {
            return 1;
        }
        double term = x;
        double sum = x;
        for (int n = 1; term > 1e-17 * sum; n++) {
            term *= 2 * x * x / (2 * n + 1);
            sum += term;
        }
        return TWO_OVER_ROOT_PI * StrictMath.exp(-x * x) * sum;
    }
}
