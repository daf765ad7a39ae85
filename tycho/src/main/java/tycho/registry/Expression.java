package tycho.registry;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A condition on attributes. {@link #parse} says how one is written, and {@code toString} writes one in that way.
 * Expressions are immutable.
 */
public sealed interface Expression {
    /** The most characters of an expression. */
    int LONGEST = 4096;
    /** The most characters of all patterns of an expression together: a comparison with them may take long. */
    int LONGEST_PATTERNS = 512;
    /** How deep parentheses and negations may be nested. */
    int DEEPEST = 64;
    /** The most characters of an attribute's name. */
    int LONGEST_NAME = 64;

    /**
     * Whether attributes satisfy the condition.
     *
     * @param attributes tells the value of an attribute by its name, or null if there is none
     * @return true if so
     */
    boolean test(UnaryOperator<String> attributes);

    /**
     * Parses an expression:
     * <pre>
     * cores >= 8 &amp;&amp; (os = linux || os = 'mac os') &amp;&amp; !retired &amp;&amp; host ~ node-*
     * </pre>
     * An attribute's name alone asks whether the attribute exists. {@code =}, {@code !=}, {@code <}, {@code <=},
     * {@code >} and {@code >=} compare numbers if both sides are numbers, and otherwise texts, character by character.
     * {@code ~} compares with a pattern, in which {@code *} stands for any characters and {@code ?} for one. The
     * patterns of an expression have at most {@value #LONGEST_PATTERNS} characters together. A comparison with an
     * attribute that does not exist is false. A value with other characters than letters, digits and
     * {@code . _ - + : / * ? @ %} stands in single quotes; two single quotes there are one. {@code !} binds most
     * tightly, then {@code &&}, then {@code ||}.
     *
     * @param text the expression
     * @return the parsed expression
     * @throws IllegalArgumentException if the text is no expression. The message names the place.
     */
    static Expression parse(String text) {
        return new ExpressionParser(text).parse();
    }

    /**
     * Whether a text can be the name of an attribute.
     *
     * @param text the text
     * @return true if so
     */
    static boolean isName(String text) {
        return text.length() <= LONGEST_NAME && !text.startsWith("@") && ExpressionParser.NAME.matcher(text).matches();
    }

    /**
     * All of several conditions.
     *
     * @param parts at least two conditions
     */
    record And(List<Expression> parts) implements Expression {
        /** Copies the list. */
        public And {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean test(UnaryOperator<String> attributes) {
            for (Expression part : parts) {
                if (!part.test(attributes)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return parts.stream().map(part -> part instanceof Or || part instanceof And ? "(" + part + ")"
                : part.toString()).collect(Collectors.joining(" && "));
        }
    }

    /**
     * At least one of several conditions.
     *
     * @param parts at least two conditions
     */
    record Or(List<Expression> parts) implements Expression {
        /** Copies the list. */
        public Or {
            parts = List.copyOf(parts);
        }

        @Override
        public boolean test(UnaryOperator<String> attributes) {
            for (Expression part : parts) {
                if (part.test(attributes)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String toString() {
            return parts.stream().map(part -> part instanceof Or ? "(" + part + ")" : part.toString())
                .collect(Collectors.joining(" || "));
        }
    }

    /**
     * The opposite of a condition.
     *
     * @param part the condition
     */
    record Not(Expression part) implements Expression {
        @Override
        public boolean test(UnaryOperator<String> attributes) {
            return !part.test(attributes);
        }

        @Override
        public String toString() {
            return part instanceof Exists || part instanceof Not ? "!" + part : "!(" + part + ")";
        }
    }

    /**
     * An attribute exists.
     *
     * @param name the attribute's name
     */
    record Exists(String name) implements Expression {
        @Override
        public boolean test(UnaryOperator<String> attributes) {
            return attributes.apply(name) != null;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * An attribute compared with a value.
     *
     * @param name     the attribute's name
     * @param operator how to compare
     * @param value    the value
     */
    record Comparison(String name, Operator operator, String value) implements Expression {
        @Override
        public boolean test(UnaryOperator<String> attributes) {
            String actual = attributes.apply(name);
            return actual != null && operator.holds(actual, value);
        }

        @Override
        public String toString() {
            String written = ExpressionParser.WORD.matcher(value).matches() ? value
                : "'" + value.replace("'", "''") + "'";
            return name + " " + operator.sign() + " " + written;
        }
    }
}
