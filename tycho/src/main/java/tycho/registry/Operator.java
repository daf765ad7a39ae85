package tycho.registry;

import java.math.BigDecimal;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

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

    /** Short, without an exponent: a comparison with 1e999999999 would take long. */
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,40}(\\.\\d{1,40})?");

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
        boolean numbers = NUMBER.matcher(actual).matches() && NUMBER.matcher(value).matches();
        return holds.test(numbers ? new BigDecimal(actual).compareTo(new BigDecimal(value)) : actual.compareTo(value));
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
