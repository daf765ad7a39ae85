package mpj.bench.compare;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the heat solver, ours or the one in C, says at its end.
 *
 * @param steps for each step its iterations and the residual that it ended with, as printed
 * @param seconds that the steps took
 * @param communication percent of it in calls of MPI
 */
record HeatResult(List<String> steps, double seconds, double communication) {
    private static final Pattern STEP = Pattern.compile("(?m)^step +\\d+: +(\\d+ iterations, residual \\S+)$");
    private static final Pattern TIME = Pattern.compile("(?m)^time (\\S+) s, .* in calls of MPI (\\S+) %$");

    /**
     * Reads its output.
     *
     * @throws IOException if that is not what it prints
     */
    static HeatResult of(String output) throws IOException {
        Matcher time = TIME.matcher(output);
        List<String> steps = STEP.matcher(output).results().map(step -> step.group(1)).toList();
        if (steps.isEmpty() || !time.find()) {
            throw new IOException("the heat solver printed no step or no time:\n" + output);
        }
        return new HeatResult(steps, Double.parseDouble(time.group(1)), Double.parseDouble(time.group(2)));
    }
}
