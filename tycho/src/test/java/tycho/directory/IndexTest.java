package tycho.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import tycho.registry.Delivery;
import tycho.registry.Entry;
import tycho.registry.Expression;
import tycho.registry.Kind;
import tycho.registry.Operator;
import tycho.registry.Query;
import tycho.registry.TopicPattern;
import tycho.registry.WhenFull;

/** The index finds the entries which a comparison of the query with every entry finds, whatever has happened before. */
class IndexTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int ALL = 1000;

    /** The directories of two mediators, by a clock that the test moves. */
    private static final class Sides {
        private final AtomicLong now = new AtomicLong();
        private final List<Directory> both = List.of(new Directory(now::get, ALL), new Directory(now::get, ALL));

        void pass(long nanos) {
            now.addAndGet(nanos);
            both.forEach(Directory::lapse);
        }

        void merge() {
            List.of(both, both.reversed()).forEach(order -> order.getFirst().replicas(order.getFirst().versions()
                .keySet()).forEach(order.getLast()::apply));
        }

        void compare(Query query) {
            for (Directory side : both) {
                List<Entry> scanned = side.find(Query.all(), query::matches, ALL);
                List<Entry> found = side.find(query, entry -> true, ALL);
                assertEquals(new HashSet<>(scanned), new HashSet<>(found), () -> query.toString());
                assertEquals(scanned.size(), found.size(), () -> "each entry once: " + query);
                assertEquals(Math.min(1, scanned.size()), side.find(query, entry -> true, 1).size());
            }
        }
    }

    /** Something that happens to one side, or to both. */
    private interface Step {
        void happen(Sides sides);
    }

    @Provide
    Arbitrary<TopicPattern> patterns() {
        return Arbitraries.of("a", "b", "b-", "*").list().ofMinSize(1).ofMaxSize(3).flatMap(levels -> Arbitraries
            .of(String.join("/", levels), String.join("/", levels) + "/**", "**")).map(TopicPattern::parse);
    }

    private static Arbitrary<String> names() {
        return Arbitraries.of("x", "7", "7.0", "07");
    }

    private static Arbitrary<String> facts() {
        return Arbitraries.of("os", "cores");
    }

    /** Facts, and what every entry has; and a value that no entry has. */
    private static Arbitrary<String> attributes() {
        return Arbitraries.of("os", "cores", "@name", "@kind", "@site", "@owner", "@own");
    }

    private Arbitrary<Entry> entries() {
        Arbitrary<SortedMap<String, String>> facts = Arbitraries.maps(facts(), values()).ofMaxSize(2)
            .map(TreeMap::new);
        return Combinators.combine(Arbitraries.integers().between(1, 6), names(), facts,
            patterns().list().ofMaxSize(3), Arbitraries.of(Kind.values()), Arbitraries.integers().between(1, 3))
            .as((id, name, values, topics, kind, client) -> new Entry(new UUID(1, id), name, kind, "client@here",
                "here", new UUID(2, client), List.of(), List.of(), topics, Delivery.AT_MOST_ONCE, WhenFull.BLOCK, 7,
                values, Duration.ofSeconds(10)));
    }

    private static Arbitrary<String> values() {
        return Arbitraries.of("7", "7.0", "+7", "-0", "0", "6.5", "12", "-3", "", "x", "here", "client@here", "BOTH");
    }

    private static Arbitrary<Expression> expressions(int depth) {
        Arbitrary<Expression> simple = Combinators.combine(attributes(),
            Arbitraries.frequencyOf(Tuple.of(3, Arbitraries.just(Operator.EQUAL)),
                Tuple.of(1, Arbitraries.of(Operator.values()))), values()).as(Expression.Comparison::new);
        Arbitrary<Expression> any = Arbitraries.oneOf(simple, attributes().map(Expression.Exists::new));
        if (depth == 0) {
            return any;
        }
        Arbitrary<Expression> part = expressions(depth - 1);
        Arbitrary<List<Expression>> parts = part.list().ofMinSize(2).ofMaxSize(3);
        return Arbitraries.oneOf(simple, part.map(Expression.Not::new), parts.map(Expression.And::new),
            parts.map(Expression.Or::new));
    }

    @Provide
    Arbitrary<List<Query>> queries() {
        Arbitrary<Query> any = Combinators.combine(names().optional(0.3), Arbitraries.of(Kind.values()).optional(0.2),
            Arbitraries.integers().between(1, 6).map(id -> new UUID(1, id)).optional(0.1),
            Arbitraries.integers().between(1, 3).map(client -> new UUID(2, client)).optional(0.2),
            patterns().optional(0.5), expressions(2).optional(0.5)).as(Query::new);
        return any.list().ofMinSize(1).ofMaxSize(10);
    }

    /** Arrivals, departures and renewals are told to one side of a partition, or to both; at the end they merge. */
    @Provide
    Arbitrary<List<Step>> histories() {
        Arbitrary<List<Integer>> told = Arbitraries.of(List.of(0), List.of(1), List.of(0, 1));
        Arbitrary<Step> replicas = Combinators.combine(entries(), Arbitraries.longs().between(1, 9),
            Arbitraries.integers().between(0, 4), told).as((entry, version, gone, whom) -> sides ->
                whom.forEach(side -> sides.both.get(side).apply(new Replica(entry, version, gone == 0, new UUID(3, 1)),
                    10 * SECOND)));
        Arbitrary<Step> renewals = Combinators.combine(Arbitraries.integers().between(1, 6),
            Arbitraries.longs().between(1, 9), told).as((id, version, whom) -> sides ->
                whom.forEach(side -> sides.both.get(side).renew(new UUID(1, id), version, new UUID(3, 2))));
        Arbitrary<Step> time = Arbitraries.of(6 * SECOND, 121 * SECOND).map(nanos -> sides -> sides.pass(nanos));
        return Arbitraries.frequencyOf(Tuple.of(8, replicas), Tuple.of(2, renewals), Tuple.of(1, time),
            Tuple.of(1, Arbitraries.just(Sides::merge))).list().ofMaxSize(24);
    }

    /** More branches than the search in the index follows. */
    @Example
    void aPatternWithVeryManyBranchesFindsAllOfThem() {
        Sides sides = new Sides();
        for (int i = 0; i < 900; i++) {
            Entry like = Entries.entry(i, "n");
            Entry entry = new Entry(like.id(), like.name(), like.kind(), like.owner(), like.site(), like.client(),
                List.of(), List.of(), List.of(TopicPattern.parse("a/" + i + "/" + i % 2)), like.delivery(),
                like.whenFull(), like.capacity(), like.attributes(), like.lease());
            sides.both.forEach(side -> side.apply(new Replica(entry, 1, false, new UUID(3, 1)), SECOND));
        }
        for (String topic : List.of("a/*/1", "a/*/2", "*/*/*", "*/**", "a/7/*", "**")) {
            sides.compare(Query.all().receives(TopicPattern.parse(topic)));
        }
        assertEquals(450, sides.both.getFirst().find(Query.all().receives(TopicPattern.parse("a/*/1")), entry -> true,
            ALL).size());
    }

    @Property
    void theIndexFindsWhatAScanFinds(@ForAll("histories") List<Step> history, @ForAll("queries") List<Query> queries) {
        Sides sides = new Sides();
        for (Step each : history) {
            each.happen(sides);
            queries.forEach(sides::compare);
        }
        sides.merge();
        queries.forEach(sides::compare);
    }
}
