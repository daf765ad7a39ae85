package tycho.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses an {@link Expression} by recursive descent. */
final class ExpressionParser {
    static final Pattern NAME = Pattern.compile("@?[A-Za-z][A-Za-z0-9._-]*");
    static final Pattern WORD = Pattern.compile("[A-Za-z0-9._+:/*?@%-]+");
    private static final Pattern QUOTED = Pattern.compile("'((?:[^']|'')*+)'");
    /** The longer signs first. */
    private static final List<Operator> OPERATORS = List.of(Operator.NOT_EQUAL, Operator.AT_MOST, Operator.AT_LEAST,
        Operator.EQUAL, Operator.LESS, Operator.GREATER, Operator.LIKE);

    private final String text;
    private int at;
    private int depth;
    /** How many characters the patterns have. */
    private int patterns;

    ExpressionParser(String text) {
        this.text = text;
    }

    Expression parse() {
        if (text.length() > Expression.LONGEST) {
            throw new IllegalArgumentException("the expression has " + text.length() + " characters; it may have at"
                + " most " + Expression.LONGEST);
        }
        Expression whole = or();
        if (at < text.length()) {
            throw wrong("'&&', '||' or the end is expected");
        }
        // A query travels in this form.
        int length = whole.toString().length();
        if (length > Expression.LONGEST) {
            throw new IllegalArgumentException("the expression has " + length + " characters with all spaces and"
                + " parentheses; it may have at most " + Expression.LONGEST);
        }
        return whole;
    }

    private Expression or() {
        return several("||", this::and, Expression.Or::new);
    }

    private Expression and() {
        return several("&&", this::single, Expression.And::new);
    }

    private Expression several(String sign, Supplier<Expression> part, Function<List<Expression>, Expression> whole) {
        List<Expression> parts = new ArrayList<>();
        do {
            parts.add(part.get());
        } while (take(sign));
        return parts.size() == 1 ? parts.getFirst() : whole.apply(parts);
    }

    private Expression single() {
        if (++depth > Expression.DEEPEST) {
            throw wrong("the nesting is deeper than " + Expression.DEEPEST);
        }
        Expression result;
        if (take("!")) {
            result = new Expression.Not(single());
        } else if (take("(")) {
            result = or();
            if (!take(")")) {
                throw wrong("')' is expected");
            }
        } else {
            result = comparison();
        }
        depth--;
        return result;
    }

    private Expression comparison() {
        Matcher name = matching(NAME);
        if (name == null || name.group().length() > Expression.LONGEST_NAME) {
            throw wrong("the name of an attribute is expected, with at most " + Expression.LONGEST_NAME
                + " characters");
        }
        if (name.group().startsWith("@") && !Entry.VALUES.contains(name.group())) {
            throw wrong("there is no value " + name.group() + "; the values that begin with @ are "
                + String.join(", ", Entry.VALUES));
        }
        for (Operator operator : OPERATORS) {
            if (take(operator.sign())) {
                Expression.Comparison made = new Expression.Comparison(name.group(), operator, value());
                patterns += operator == Operator.LIKE ? made.value().length() : 0;
                if (patterns > Expression.LONGEST_PATTERNS) {
                    throw wrong("the patterns after '~' may have at most " + Expression.LONGEST_PATTERNS
                        + " characters together");
                }
                return made;
            }
        }
        return new Expression.Exists(name.group());
    }

    private String value() {
        Matcher quoted = matching(QUOTED);
        if (quoted != null) {
            return quoted.group(1).replace("''", "'");
        }
        Matcher word = matching(WORD);
        if (word == null) {
            throw wrong("a value is expected: a word, or a text in single quotes");
        }
        return word.group();
    }

    private Matcher matching(Pattern pattern) {
        skipSpace();
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            return null;
        }
        at = matcher.end();
        skipSpace();
        return matcher;
    }

    private boolean take(String sign) {
        skipSpace();
        if (!text.startsWith(sign, at)) {
            return false;
        }
        at += sign.length();
        skipSpace();
        return true;
    }

    private void skipSpace() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException("the expression '" + text + "' is wrong at character " + (at + 1) + ": "
            + why);
    }
}
