package tycho.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Expressions: what is written is read again, and nothing else than an exception with a place comes of other texts. */
class ExpressionTest {
    @Provide
    Arbitrary<Expression> expressions() {
        return deep(3);
    }

    private static Arbitrary<Expression> deep(int depth) {
        Arbitrary<String> names = Arbitraries.of("os", "cores", "x.y", "@site");
        Arbitrary<String> values = Arbitraries.oneOf(Arbitraries.of("8", "8.0", "linux", "node-*", "", "it's", "a b"),
            Arbitraries.strings().ofMaxLength(5));
        Arbitrary<Expression> simple = Arbitraries.oneOf(names.map(Expression.Exists::new),
            Combinators.combine(names, Arbitraries.of(Operator.values()), values).as(Expression.Comparison::new));
        if (depth == 0) {
            return simple;
        }
        Arbitrary<Expression> part = deep(depth - 1);
        Arbitrary<List<Expression>> parts = part.list().ofMinSize(2).ofMaxSize(3);
        return Arbitraries.oneOf(simple, part.map(Expression.Not::new), parts.map(Expression.And::new),
            parts.map(Expression.Or::new));
    }

    @Property
    void whatIsWrittenIsReadAgain(@ForAll("expressions") Expression expression) {
        String text = expression.toString();
        if (text.length() <= Expression.LONGEST) {
            assertEquals(expression, Expression.parse(text));
        }
    }

    @Property
    void aTextIsAnExpressionOrRefused(@ForAll String text) {
        try {
            assertEquals(Expression.parse(text), Expression.parse(Expression.parse(text).toString()));
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().contains("expression"), e.getMessage());
        }
    }

    /** Otherwise an index of values would hide entries, or the other way round. */
    @Property
    void equalValuesHaveOneNormalForm(@ForAll("values") String one, @ForAll("values") String other) {
        assertEquals(Operator.EQUAL.holds(one, other), Operator.normal(one).equals(Operator.normal(other)),
            () -> Operator.normal(one) + " and " + Operator.normal(other));
        assertTrue(Operator.EQUAL.holds(one, Operator.normal(one)));
    }

    @Provide
    Arbitrary<String> values() {
        return Arbitraries.oneOf(Arbitraries.of("8", "08", "8.0", "+8", "-0", "0.00", "0", "80", "8.", ".8", "+", "-8",
            "", "8e1", "0".repeat(39) + "8", "0".repeat(40) + "8", "8." + "0".repeat(40), "8." + "0".repeat(41)),
            Arbitraries.strings().withChars("08.+-a").ofMaxLength(6));
    }

    @Property
    void negationIsTheOpposite(@ForAll("expressions") Expression expression) {
        Map<String, String> attributes = Map.of("os", "linux", "cores", "8");
        assertEquals(!expression.test(attributes::get), new Expression.Not(expression).test(attributes::get));
    }

    private static boolean holds(String expression) {
        return Expression.parse(expression)
            .test(Map.of("cores", "16", "os", "linux", "host", "node-17", "note", "it's")::get);
    }

    @Example
    void numbersAreComparedAsNumbers() {
        assertTrue(holds("cores >= 8"));
        assertTrue(holds("cores = 16.0"));
        assertFalse(holds("cores < 9"));
        assertTrue(holds("os > a"));
        assertTrue(holds("host ~ node-* && host ~ *1?"));
        assertFalse(holds("host ~ node"));
    }

    @Example
    void andBindsMoreTightlyThanOr() {
        assertTrue(holds("cores || os && missing"));
        assertFalse(holds("(cores || os) && missing"));
        assertTrue(holds("!missing && note = 'it''s'"));
        assertFalse(holds("missing != 3"));
    }

    @Example
    void anErrorNamesThePlace() {
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Expression.parse("cores >=")).getMessage()
            .contains("wrong at character 9"));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Expression.parse("@nme = a")).getMessage()
            .contains("@name, @kind, @site, @owner"));
        String patterns = "a ~ " + "x*".repeat(200) + " || b ~ " + "y*".repeat(60);
        assertTrue(assertThrows(IllegalArgumentException.class, () -> Expression.parse(patterns)).getMessage()
            .contains("at most 512 characters together"));
        String deep = "!".repeat(100) + "a";
        assertThrows(IllegalArgumentException.class, () -> Expression.parse(deep));
        assertThrows(IllegalArgumentException.class, () -> Expression.parse("a".repeat(5000)));
    }
}
