package mpj.npb.common;

/**
 * What came out of a benchmark.
 *
 * @param size of the problem, as the report prints it
 * @param iterations that were timed
 * @param operations that NPB counts for the timed part, on all ranks
 * @param operationType what it counts
 * @param verified whether the result is the official one
 */
public record Outcome(String size, int iterations, double operations, String operationType, boolean verified) {
    /** The size of a problem on a grid. */
    public static String grid(int nx, int ny, int nz) {
        return String.format("%4dx%4dx%4d", nx, ny, nz);
    }

    /** Whether a result is within a relative error of the official one; NaN never is. */
    public static boolean isClose(double result, double official, double error) {
        return Math.abs((result - official) / official) <= error;
    }
}
