package mpj.runtime.spawn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers of ranks with which a program may be started: the info key {@code soft} of MPI 3.1, section 10.3.4. It
 * has one or more triplets with commas between them: {@code a}, {@code a:b} for a, a+1, … up to b, or {@code a:b:c} for
 * a, a+c, a+2c, … up to b, or down to b if c is negative.
 *
 * @param ranges the triplets
 */
public record SoftCounts(List<Range> ranges) {
    private static final Pattern FORM =
        Pattern.compile("\\s*(-?\\d{1,9})\\s*(?::\\s*(-?\\d{1,9})\\s*(?::\\s*(-?\\d{1,9})\\s*)?)?");

    /**
     * One triplet.
     *
     * @param from a
     * @param to b
     * @param step c, which is never 0
     */
    public record Range(int from, int to, int step) {
        /** The largest number of the range from 1 to a limit; 0 if there is none. */
        private int most(int limit) {
            if (step > 0 ? to < from : to > from) {
                return 0;
            }
            int steps = Math.abs(to - from) / Math.abs(step);
            int least = step > 0 ? from : from + steps * step;
            int most = step > 0 ? from + steps * step : from;
            if (least > limit) {
                return 0;
            }
            int fitting = most <= limit ? most : least + (limit - least) / Math.abs(step) * Math.abs(step);
            return Math.max(fitting, 0);
        }
    }

    /**
     * Reads the value of the info key.
     *
     * @throws IOException when the text is malformed; the message is for the user
     */
    static SoftCounts of(String text) throws IOException {
        List<Range> ranges = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher form = FORM.matcher(part);
            if (!form.matches()) {
                throw malformed(text, "expected a, a:b or a:b:c, with commas between several");
            }
            int from = Integer.parseInt(form.group(1));
            int to = form.group(2) == null ? from : Integer.parseInt(form.group(2));
            int step = form.group(3) == null ? 1 : Integer.parseInt(form.group(3));
            if (step == 0) {
                throw malformed(text, "the step c of a:b:c must not be 0");
            }
            ranges.add(new Range(from, to, step));
        }
        return new SoftCounts(List.copyOf(ranges));
    }

    /** The largest of the numbers from 1 to a limit; 0 if there is none. */
    public int most(int limit) {
        return ranges.stream().mapToInt(range -> range.most(limit)).max().orElse(0);
    }

    /** The smallest of the numbers from 1 on; a very large number if there is none. */
    public int least() {
        int least = Integer.MAX_VALUE;
        for (Range range : ranges) {
            int step = Math.abs(range.step);
            boolean up = range.step > 0;
            if (up ? range.to < range.from : range.to > range.from) {
                continue;
            }
            int last = range.from + Math.abs(range.to - range.from) / step * range.step;
            int first = up ? range.from : last;
            int positive = first >= 1 ? first : first + Math.ceilDiv(1 - first, step) * step;
            if (positive <= Math.max(range.from, last)) {
                least = Math.min(least, positive);
            }
        }
        return least;
    }

    private static IOException malformed(String text, String expected) {
        return new IOException("info key soft=" + text + " is malformed: " + expected);
    }
}
