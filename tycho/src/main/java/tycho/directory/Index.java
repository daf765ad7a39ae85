package tycho.directory;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tycho.registry.Entry;
import tycho.registry.Expression;
import tycho.registry.Operator;
import tycho.registry.Query;

/**
 * Finds few entries among which all are that satisfy a query, so that the query need not be compared with every entry.
 * Not thread-safe.
 */
final class Index {
    /** The name of an entry is indexed like an attribute. */
    private static final String NAME = "@name";
    /** So few candidates need not be made fewer. */
    private static final int FEW = 16;

    private final EntriesBy<UUID> clients = new EntriesBy<>(new HashMap<>());
    private final SubscribedTopics topics = new SubscribedTopics();
    /** For each attribute, the entries by its values. */
    private final Map<String, Values> attributes = new HashMap<>();

    void add(Entry entry) {
        clients.add(entry.client(), entry);
        topics.add(entry);
        values(entry, this::add);
    }

    private interface Step {
        void take(String attribute, String value, Entry entry);
    }

    private static void values(Entry entry, Step step) {
        step.take(NAME, entry.name(), entry);
        entry.attributes().forEach((attribute, value) -> {
            if (isIndexed(attribute)) {
                step.take(attribute, value, entry);
            }
        });
    }

    /** Names that begin in this way mean values that many entries have in common. */
    private static boolean isIndexed(String attribute) {
        return !attribute.startsWith("@");
    }

    private void add(String attribute, String value, Entry entry) {
        attributes.computeIfAbsent(attribute, key -> new Values()).add(value, entry);
    }

    void remove(Entry entry) {
        clients.remove(entry.client(), entry);
        topics.remove(entry);
        values(entry, this::remove);
    }

    private void remove(String attribute, String value, Entry entry) {
        Values values = attributes.get(attribute);
        values.remove(value, entry);
        if (values.isEmpty()) {
            attributes.remove(attribute);
        }
    }

    Collection<Entry> ofClient(UUID client) {
        return clients.get(client);
    }

    /** Entries among which all are that satisfy a query, or null if that may be any entry. */
    Collection<Entry> candidates(Query query) {
        Collection<Entry> fewest = query.client().map(this::ofClient).orElse(null);
        fewest = fewer(fewest, query.name().map(name -> having(NAME, name)).orElse(null));
        fewest = fewer(fewest, query.where().map(this::candidates).orElse(null));
        if (query.topic().isPresent() && (fewest == null || fewest.size() > FEW)) {
            fewest = fewer(fewest, topics.receiving(query.topic().get()));
        }
        return fewest;
    }

    private static Collection<Entry> fewer(Collection<Entry> one, Collection<Entry> other) {
        return one == null || other != null && other.size() < one.size() ? other : one;
    }

    private Collection<Entry> having(String attribute, String value) {
        Values values = attributes.get(attribute);
        return values == null ? List.of() : values.equalTo(value);
    }

    private Collection<Entry> candidates(Expression expression) {
        return switch (expression) {
            case Expression.Comparison c when c.operator() == Operator.EQUAL && hasIndex(c.name()) ->
                having(c.name(), c.value());
            case Expression.Comparison c -> inRanges(List.of(c));
            case Expression.And and -> fewer(inRanges(and.parts()), and.parts().stream()
                .filter(part -> !limits(part)).map(this::candidates).reduce(null, Index::fewer));
            case Expression.Or or -> ofAll(or.parts());
            default -> null;
        };
    }

    private static boolean hasIndex(String attribute) {
        return attribute.equals(NAME) || isIndexed(attribute);
    }

    private static boolean limits(Expression part) {
        return part instanceof Expression.Comparison c && hasIndex(c.name()) && Range.limits(c);
    }

    /** The entries that have an attribute in the range to which some of the conditions limit it. */
    private Collection<Entry> inRanges(List<Expression> conditions) {
        Map<String, Range> ranges = new HashMap<>();
        for (Expression each : conditions) {
            if (limits(each) && each instanceof Expression.Comparison c) {
                ranges.put(c.name(), ranges.getOrDefault(c.name(), Range.ALL).and(c));
            }
        }
        Collection<Entry> fewest = null;
        for (Map.Entry<String, Range> each : ranges.entrySet()) {
            Values values = attributes.get(each.getKey());
            fewest = fewer(fewest, values == null ? List.of() : values.in(each.getValue()));
        }
        return fewest;
    }

    private Collection<Entry> ofAll(List<Expression> parts) {
        Map<UUID, Entry> all = new HashMap<>();
        for (Expression part : parts) {
            Collection<Entry> some = candidates(part);
            if (some == null) {
                return null;
            }
            some.forEach(entry -> all.put(entry.id(), entry));
        }
        return all.values();
    }
}
