package mpj.runtime.allocation;

import java.util.ArrayList;
import java.util.List;

/**
 * Expands the short form of host names that Slurm and {@code --host} use: {@code node[01-04,07]-ib} stands for five
 * names, {@code rack[1-2]n[1-3]} for six. All numbers of a range have the width of the first.
 */
public final class HostNames {
    private static final String NUMBER = "\\d{1,9}";

    private HostNames() {
    }

    /** Splits a text at the commas that are not in brackets. */
    public static List<String> split(String text) {
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
     * Returns the names that a pattern stands for, in order.
     *
     * @throws IllegalArgumentException when the pattern is malformed, or stands for more than {@code most} names; the
     *     message says which
     */
    public static List<String> expand(String pattern, int most) {
        List<String> names = new ArrayList<>();
        expand(pattern, "", pattern, most, names);
        return names;
    }

    /** Adds every name that begins with {@code expanded}, the part that is already expanded. */
    private static void expand(String pattern, String expanded, String rest, int most, List<String> names) {
        int open = rest.indexOf('[');
        if (open < 0) {
            String name = expanded + rest;
            if (name.isEmpty() || name.indexOf(']') >= 0) {
                throw malformed(pattern);
            }
            if (names.size() == most) {
                throw new IllegalArgumentException("\"" + pattern + "\" stands for more than " + most + " hosts");
            }
            names.add(name);
            return;
        }
        int close = rest.indexOf(']', open);
        if (close < 0) {
            throw malformed(pattern);
        }
        for (String range : rest.substring(open + 1, close).split(",", -1)) {
            int dash = range.indexOf('-');
            String first = dash < 0 ? range : range.substring(0, dash);
            int from = number(first, pattern);
            int to = number(dash < 0 ? range : range.substring(dash + 1), pattern);
            if (to < from) {
                throw malformed(pattern);
            }
            for (int i = from; i <= to; i++) {
                String digits = Integer.toString(i);
                String number = "0".repeat(Math.max(0, first.length() - digits.length())) + digits;
                expand(pattern, expanded + rest.substring(0, open) + number, rest.substring(close + 1), most, names);
            }
        }
    }

    private static int number(String digits, String pattern) {
        if (!digits.matches(NUMBER)) {
            throw malformed(pattern);
        }
        return Integer.parseInt(digits);
    }

    private static IllegalArgumentException malformed(String pattern) {
        return new IllegalArgumentException("\"" + pattern + "\" is malformed; expected ranges as in node[01-12,20]");
    }
}
