package mpj.runtime.allocation;

import java.util.ArrayList;
import java.util.List;

/**
 * Slurm's short form of node names: {@code node[01-04,07],gpu3} and {@code rack[1-2]n[1-3]}. Numbers keep the width of
 * the first of their range.
 */
final class NodeList {
    /** Far above any cluster; what expands to more is a mistake. */
    private static final int MOST_NODES = 1 << 20;

    private final String variable;
    private final String value;
    private final List<String> names = new ArrayList<>();

    private NodeList(String variable, String value) {
        this.variable = variable;
        this.value = value;
    }

    /** The names, in order. */
    static List<String> expand(String variable, String value) {
        NodeList list = new NodeList(variable, value);
        int begin = 0;
        int depth = 0;
        for (int i = 0; i < value.length(); i++) {
            switch (value.charAt(i)) {
                case '[' -> depth++;
                case ']' -> depth--;
                case ',' -> {
                    if (depth == 0) {
                        list.add("", value.substring(begin, i));
                        begin = i + 1;
                    }
                }
                default -> { }
            }
        }
        list.add("", value.substring(begin));
        return list.names;
    }

    /** Adds every name that begins with what is expanded already. */
    private void add(String expanded, String rest) {
        int open = rest.indexOf('[');
        if (open < 0) {
            String name = expanded + rest;
            if (name.isEmpty() || name.indexOf(']') >= 0 || names.size() == MOST_NODES) {
                throw malformed();
            }
            names.add(name);
            return;
        }
        int close = rest.indexOf(']', open);
        if (close < 0) {
            throw malformed();
        }
        for (String range : rest.substring(open + 1, close).split(",", -1)) {
            int dash = range.indexOf('-');
            String first = dash < 0 ? range : range.substring(0, dash);
            int last = number(dash < 0 ? range : range.substring(dash + 1));
            for (int i = number(first); i <= last; i++) {
                String digits = Integer.toString(i);
                add(expanded + rest.substring(0, open) + "0".repeat(Math.max(0, first.length() - digits.length()))
                    + digits, rest.substring(close + 1));
            }
        }
    }

    private int number(String digits) {
        if (!digits.matches("\\d{1,9}")) {
            throw malformed();
        }
        return Integer.parseInt(digits);
    }

    private AllocationException malformed() {
        return AllocationException.malformed(variable, value, "names such as node[01-04,07],gpu3");
    }
}
