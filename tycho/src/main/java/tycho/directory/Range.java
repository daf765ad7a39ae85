package tycho.directory;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.SortedMap;
import tycho.registry.Expression;
import tycho.registry.Operator;

/**
 * The numbers that satisfy comparisons with other numbers.
 *
 * @param from a limit below; null if there is none. Whether the limit itself is in the range does not matter, because
 *     the index only has to find all entries that satisfy a query, and few others
 * @param to the same, above
 */
record Range(String from, String to) {
    static final Range ALL = new Range(null, null);

    /** Whether a comparison limits numbers to a range. */
    static boolean limits(Expression.Comparison comparison) {
        return switch (comparison.operator()) {
            case LESS, AT_MOST, GREATER, AT_LEAST -> Operator.isNumber(comparison.value());
            case EQUAL, NOT_EQUAL, LIKE -> false;
        };
    }

    /** The numbers of this range that also satisfy a comparison. */
    Range and(Expression.Comparison comparison) {
        String limit = Operator.normal(comparison.value());
        return switch (comparison.operator()) {
            case GREATER, AT_LEAST -> new Range(from == null || isLess(from, limit) ? limit : from, to);
            case LESS, AT_MOST -> new Range(from, to == null || isLess(limit, to) ? limit : to);
            case EQUAL, NOT_EQUAL, LIKE -> this;
        };
    }

    private static boolean isLess(String one, String other) {
        return Operator.order().compare(one, other) < 0;
    }

    /** The part of a map of numbers that is in the range. */
    SortedMap<String, Object> of(NavigableMap<String, Object> numbers) {
        if (from != null && to != null && isLess(to, from)) {
            return Collections.emptySortedMap(); // no number satisfies all
        }
        NavigableMap<String, Object> above = from == null ? numbers : numbers.tailMap(from, true);
        return to == null ? above : above.headMap(to, true);
    }
}
