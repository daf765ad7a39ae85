package mpj.bench.compare;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The times of one run of FirstMessages, in Java or in C.
 *
 * @param job seconds from the start of the launcher to its end
 * @param program seconds from the end of Init to the end of the program
 * @param marks for some numbers of steps, the seconds from the end of Init until this many steps were done
 * @param steady microseconds of a step at the end
 * @param last the last number that was drawn; it is the same on every side
 */
record FirstResult(double job, double program, Map<Long, Double> marks, double steady, String last) {
    private static final Pattern MARK = Pattern.compile("(?m)^after (\\d+) steps (\\S+) s$");
    private static final Pattern STEADY = Pattern.compile("(?m)^at the end (\\S+) us a step$");
    private static final Pattern TIME = Pattern.compile("(?m)^time (\\S+) s, \\d+ steps, last number (\\S+)$");

    /**
     * Reads the output of a run.
     *
     * @throws IOException if the text is not such an output
     */
    static FirstResult of(double job, String output) throws IOException {
        Matcher time = TIME.matcher(output);
        Matcher steady = STEADY.matcher(output);
        if (!time.find() || !steady.find()) {
            throw new IOException("the program printed no time:\n" + output);
        }
        Map<Long, Double> marks = new TreeMap<>();
        MARK.matcher(output).results()
            .forEach(mark -> marks.put(Long.parseLong(mark.group(1)), Double.parseDouble(mark.group(2))));
        return new FirstResult(job, Double.parseDouble(time.group(1)), marks, Double.parseDouble(steady.group(1)),
            time.group(2));
    }
}
