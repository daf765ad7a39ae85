package mpj.bench.compare;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The times of one run of ArrayFile, in Java or in C.
 *
 * @param seconds the seconds of each step by its name, in the order in which the steps ran
 * @param sums sums over the data that was read; they are the same on every side
 */
record FilesResult(Map<String, Double> seconds, List<String> sums) {
    private static final Pattern STEP = Pattern.compile("(?m)^([a-z][\\w-]+) (\\d+\\.\\d+) s$");
    private static final Pattern SUM = Pattern.compile("(?m)^sum of \\w+ -?\\d+$");
    private static final int STEPS = 5;

    /**
     * Reads the output of a run.
     *
     * @throws IOException if the text is not such an output
     */
    static FilesResult of(String output) throws IOException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        STEP.matcher(output).results()
            .forEach(step -> seconds.put(step.group(1), Double.parseDouble(step.group(2))));
        List<String> sums = SUM.matcher(output).results().map(MatchResult::group).toList();
        if (seconds.size() != STEPS || sums.isEmpty()) {
            throw new IOException("the program did not print the times of " + STEPS + " steps:\n" + output);
        }
        return new FilesResult(seconds, sums);
    }
}
