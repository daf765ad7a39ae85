package mpj.runtime.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Slurm's short form for one number per node: {@code 4(x2),1} stands for 4, 4, 1. */
final class RepeatedCounts {
    private static final Pattern COUNT = Pattern.compile("(\\d{1,9})(?:\\(x(\\d{1,9})\\))?");

    private RepeatedCounts() {
    }

    /** Returns the numbers, of which there must be one for each node. */
    static List<Integer> expand(String variable, String value, int nodes) {
        List<Integer> counts = new ArrayList<>();
        for (String part : value.split(",", -1)) {
            Matcher matcher = COUNT.matcher(part);
            if (!matcher.matches() || Integer.parseInt(matcher.group(1)) < 1) {
                throw AllocationException.malformed(variable, value, "numbers such as 4(x2),1");
            }
            int times = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
            for (int i = 0; i < times && counts.size() <= nodes; i++) {
                counts.add(Integer.parseInt(matcher.group(1)));
            }
        }
        if (counts.size() != nodes) {
            throw AllocationException.malformed(variable, value, "a number for each of " + nodes + " nodes");
        }
        return counts;
    }
}
