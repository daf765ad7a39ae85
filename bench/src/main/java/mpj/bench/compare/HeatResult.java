package mpj.bench.compare;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the heat solver, ours or the one in C, says at its end.
 *
 * @param steps each step
 * @param seconds that the steps took
 * @param communication percent of it in calls of MPI
 */
record HeatResult(List<Step> steps, double seconds, double communication) {
    private static final Pattern STEP = Pattern.compile("(?m)^step +\\d+: +(\\d+) iterations, residual (\\S+)$");
    private static final Pattern TIME = Pattern.compile("(?m)^time (\\S+) s, .* in calls of MPI (\\S+) %$");

    /**
     * A step.
     *
     * @param iterations that it took
     * @param residual that it ended with
     */
    record Step(int iterations, double residual) {
        /** Compilers add and multiply in orders of their own. */
        private static final double ROUNDING = 1e-4;

        private boolean isLike(Step other) {
            return iterations == other.iterations && Math.abs(residual - other.residual) <= ROUNDING * other.residual;
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%d iterations, residual %.6e", iterations, residual);
        }
    }

    /** Whether both did the same: as many iterations in each step, and all but rounding of the same residuals. */
    boolean didTheSame(HeatResult other) {
        boolean same = steps.size() == other.steps.size();
        for (int i = 0; same && i < steps.size(); i++) {
            same = steps.get(i).isLike(other.steps.get(i));
        }
        return same;
    }

    /**
     * Reads its output.
     *
     * @throws IOException if that is not what it prints
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
