package mpj.bench.compare;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The figures that the heat solver prints at its end, in Java or in C.
 *
 * @param steps the steps, one by one
 * @param seconds the seconds that all steps took
 * @param communication percent of this time that was spent in calls of MPI
 */
record HeatResult(List<Step> steps, double seconds, double communication) {
    private static final Pattern STEP = Pattern.compile("(?m)^step +\\d+: +(\\d+) iterations, residual (\\S+)$");
    private static final Pattern TIME = Pattern.compile("(?m)^time (\\S+) s, .* in calls of MPI (\\S+) %$");

    /**
     * A step.
     *
     * @param iterations the number of iterations of the step
     * @param residual the residual at the end of the step
     */
    record Step(int iterations, double residual) {
        /** The tolerance: compilers add and multiply in different orders. */
        private static final double ROUNDING = 1e-4;

        private boolean isLike(Step other) {
            return iterations == other.iterations && Math.abs(residual - other.residual) <= ROUNDING * other.residual;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%d iterations, residual %.6e", iterations, residual);
        }
    }

    /**
     * Whether both runs did the same work: each step had the same number of iterations, and the same residual up to
     * rounding.
     */
    boolean didTheSame(HeatResult other) {
        boolean same = steps.size() == other.steps.size();
        for (int i = 0; same && i < steps.size(); i++) {
            same = steps.get(i).isLike(other.steps.get(i));
        }
        return same;
    }

    /**
     * Reads the output of a run.
     *
     * @throws IOException if the text is not such an output
     */
    static HeatResult of(String output) throws IOException {
        Matcher time = TIME.matcher(output);
        List<Step> steps = STEP.matcher(output).results()
            .map(step -> new Step(Integer.parseInt(step.group(1)), Double.parseDouble(step.group(2)))).toList();
        if (steps.isEmpty() || !time.find()) {
            throw new IOException("the heat solver printed no step or no time:\n" + output);
        }
        return new HeatResult(steps, Double.parseDouble(time.group(1)), Double.parseDouble(time.group(2)));
    }
}
