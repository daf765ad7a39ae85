package mpj.runtime.launcher;

import java.util.ArrayList;
import java.util.List;

/** Patterns of host names, as resource managers write them: {@code node[01-12,20]-ib} stands for thirteen names. */
final class HostRange {
    private HostRange() {
    }

    /** The parts between commas that are not in brackets. */
    static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(text.substring(begin, i));
                begin = i + 1;
            }
        }
        parts.add(text.substring(begin));
        return parts;
    }

    /**
     * The names that a pattern stands for, in order.
     *
     * @throws UsageException when it is malformed or stands for more than {@code most}; it begins with {@code where}
     */
    static List<String> expand(String pattern, int most, String where) {
        int open = pattern.indexOf('[');
        if (open < 0) {
            return List.of(pattern);
        }
        int close = pattern.indexOf(']', open);
        if (close < 0) {
            throw malformed(pattern, where);
        }
        List<String> rest = expand(pattern.substring(close + 1), most, where);
        List<String> names = new ArrayList<>();
        for (String part : pattern.substring(open + 1, close).split(",", -1)) {
            for (String number : numbers(part, most, pattern, where)) {
                for (String end : rest) {
                    names.add(pattern.substring(0, open) + number + end);
                    if (names.size() > most) {
                        throw new UsageException(where + ": \"" + pattern + "\" stands for more than " + most
                            + " hosts");
                    }
                }
            }
        }
        return names;
    }

    /** All numbers of a range, with as many digits as its first. */
    private static List<String> numbers(String part, int most, String pattern, String where) {
        int dash = part.indexOf('-');
        String first = dash < 0 ? part : part.substring(0, dash);
        String last = dash < 0 ? part : part.substring(dash + 1);
        try {
            long from = Long.parseUnsignedLong(first);
            long to = Long.parseUnsignedLong(last);
            if (from < 0 || to < from || to - from >= most) {
                throw malformed(pattern, where);
            }
            List<String> numbers = new ArrayList<>();
            for (long number = from; number <= to; number++) {
                String digits = Long.toString(number);
                numbers.add("0".repeat(Math.max(0, first.length() - digits.length())) + digits);
            }
            return numbers;
        } catch (NumberFormatException e) {
            throw malformed(pattern, where);
        }
    }

    private static UsageException malformed(String pattern, String where) {
        return new UsageException(where + ": \"" + pattern + "\" is malformed; expected ranges as in node[01-12,20]");
    }
}
