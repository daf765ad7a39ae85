package mpj.npb.common;

/**
 * The outcome of a benchmark.
 *
 * @param size the size of the problem, as the report prints it
 * @param iterations how many iterations were timed
 * @param operations how many operations NPB counts for the timed part, on all ranks
 * @param operationType the kind of the operations
 * @param verified whether the result is the official one
 */
public record Outcome(String size, int iterations, double operations, String operationType, boolean verified) {
    /** The text for the size of a problem on a grid. */
    public static String grid(int nx, int ny, int nz) {
        return String.format("%4dx%4dx%4d", nx, ny, nz);
    }

    /** Whether a result differs from the official one by no more than this relative error. NaN is never close. */
    public static boolean isClose(double result, double official, double error) {
        return Math.abs((result - official) / official) <= error;
    }
}
