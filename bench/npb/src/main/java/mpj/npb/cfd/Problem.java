package mpj.npb.cfd;

import mpj.npb.common.Messages;
import mpj.npb.common.Outcome;
import mpj.npb.common.Run;

/**
 * A problem of LU, SP or BT, and its official result.
 *
 * @param edge how many points an edge of the cube has
 * @param steps the number of time steps, or of iterations
 * @param timeStep the length of a time step
 * @param residuals the norms of the right-hand side at the end, for each variable
 * @param errors the norms of the error at the end, for each variable
 */
public record Problem(int edge, int steps, double timeStep, double[] residuals, double[] errors) {
    private static final double ACCURACY = 1e-8;

    /** The same problem with other official norms of the error. */
    public Problem withErrors(double[] others) {
        return new Problem(edge, steps, timeStep, residuals, others);
    }

    /** Computes the norms over all ranks from this rank's sums of squares. */
    public double[] norms(double[] sums, Run run) {
        double[] norms = new double[sums.length];
        run.messages().allreduce(sums, norms, Messages.Reduction.SUM);
        for (int m = 0; m < norms.length; m++) {
            norms[m] = Math.sqrt(norms[m] / Math.pow(edge - 2, Block.AXES));
        }
        return norms;
    }

    /** Compares norms with the official ones, prints both, and returns whether they agree. */
    public boolean verify(double[] residual, double[] error, Run run) {
        run.say("%n Accuracy setting for epsilon = %20.13E", ACCURACY);
        boolean right = compare("residual", residual, residuals, run);
        return compare("solution error", error, errors, run) && right;
    }

    private static boolean compare(String what, double[] norms, double[] official, Run run) {
        run.say(" Comparison of RMS-norms of %s", what);
        boolean right = true;
        for (int m = 0; m < norms.length; m++) {
            right &= compare(Integer.toString(m + 1), norms[m], official[m], run);
        }
        return right;
    }

    /** Compares a result with the official one, prints both, and returns whether they agree. */
    public static boolean compare(String what, double result, double official, Run run) {
        boolean right = Outcome.isClose(result, official, ACCURACY);
        run.say(" %-8s %3s %20.13E %20.13E %20.13E", right ? "" : "FAILURE:", what, result, official,
            Math.abs((result - official) / official));
        return right;
    }

    /** Prints the number of the step, as often as NPB does. */
    public void sayStep(int step, Run run) {
        if (step % 20 == 0 || step == 1 || step == steps) {
            run.say(" Time step %4d", step);
        }
    }
}
