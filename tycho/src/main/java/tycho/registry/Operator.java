package tycho.registry;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.function.IntPredicate;

/** How an {@link Expression} compares an attribute with a value. */
public enum Operator {
    /** Equal. */
    EQUAL("=", order -> order == 0),
    /** Not equal. */
    NOT_EQUAL("!=", order -> order != 0),
    /** Less. */
    LESS("<", order -> order < 0),
    /** Less or equal. */
    AT_MOST("<=", order -> order <= 0),
    /** Greater. */
    GREATER(">", order -> order > 0),
    /** Greater or equal. */
    AT_LEAST(">=", order -> order >= 0),
    /** Like a pattern. */
    LIKE("~", null);

    private static final int MOST_DIGITS = 40;
    private static final int LONG_DIGITS = 19;

    private final String sign;
    private final IntPredicate holds;

    Operator(String sign, IntPredicate holds) {
        this.sign = sign;
        this.holds = holds;
    }

    /**
     * How the operator is written.
     *
     * @return the sign
     */
    public String sign() {
        return sign;
    }

    boolean holds(String actual, String value) {
        if (this == LIKE) {
            return like(actual, value);
        }
        boolean numbers = isNumber(actual) && isNumber(value);
        return holds.test(numbers ? compareNumbers(actual, value) : actual.compareTo(value));
    }

    /** A lookup may compare the values of very many entries, of which most are short. */
    private static int compareNumbers(String one, String other) {
        return isInteger(one) && isInteger(other) ? Long.compare(Long.parseLong(one), Long.parseLong(other))
            : new BigDecimal(one).compareTo(new BigDecimal(other));
    }

    /** Whether a number is an integer that a long holds, whatever its digits are. */
    private static boolean isInteger(String number) {
        return number.length() < LONG_DIGITS && number.indexOf('.') < 0;
    }

    /**
     * A form that two values have in common if they are equal, and only then.
     *
     * @param value the value of an attribute
     * @return the value itself, or if the value is a number, the number in one of the ways in which it can be written
     */
    public static String normal(String value) {
        if (!isNumber(value)) {
            return value;
        }
        String number = isInteger(value) ? Long.toString(Long.parseLong(value))
            : new BigDecimal(value).stripTrailingZeros().toPlainString();
        return number.equals(value) ? value : number;
    }

    /**
     * An order of {@linkplain #normal normal} values: numbers by their sizes, and behind them the other texts.
     *
     * @return the order
     */
    public static Comparator<String> order() {
        return (one, other) -> {
            boolean number = isNumber(one);
            return number != isNumber(other) ? (number ? -1 : 1)
                : number ? compareNumbers(one, other) : one.compareTo(other);
        };
    }

    /**
     * Whether comparisons take a text for a number. Numbers are short, without an exponent: a comparison with
     * 1e999999999 would take long.
     *
     * @param text the value of an attribute
     * @return true if so
     */
    public static boolean isNumber(String text) {
        int begin = text.startsWith("+") || text.startsWith("-") ? 1 : 0;
        int point = digitsEnd(text, begin);
        int end = point > begin && text.startsWith(".", point) ? digitsEnd(text, point + 1) : point;
        return end == text.length() && point > begin && point - begin <= MOST_DIGITS && end != point + 1
            && end - point <= MOST_DIGITS + 1;
    }

    private static int digitsEnd(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    /** Takes time in proportion to the product of the lengths: after a mismatch only the last * takes one more. */
    private static boolean like(String text, String pattern) {
        int at = 0;
        int star = -1;
        int resume = 0;
        int p = 0;
        while (at < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = at;
            } else if (p < pattern.length() && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(at))) {
                p++;
                at++;
            } else if (star >= 0) {
                p = star + 1;
                at = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
