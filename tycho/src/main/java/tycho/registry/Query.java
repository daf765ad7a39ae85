package tycho.registry;

import java.util.Optional;
import java.util.UUID;

/**
 * Says which entries to find. An entry must satisfy every condition that is present. Immutable.
 *
 * @param name   the name, of at most {@value Entry#LONGEST_NAME} characters
 * @param kind   the entry's kind includes this kind
 * @param id     the entry's id
 * @param client the client of the entry
 * @param topic  the entry receives messages with this topic, or with a topic of this pattern
 * @param where  what the attributes satisfy
 */
public record Query(Optional<String> name, Optional<Kind> kind, Optional<UUID> id, Optional<UUID> client,
        Optional<TopicPattern> topic, Optional<Expression> where) {
    /** Checks the name. */
    public Query {
        if (name.isPresent() && name.get().length() > Entry.LONGEST_NAME) {
            throw new IllegalArgumentException("the name to look for has " + name.get().length()
                + " characters; the name of an entry has at most " + Entry.LONGEST_NAME);
        }
    }

    /**
     * A query that finds every entry.
     *
     * @return the query
     */
    public static Query all() {
        return new Query(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty());
    }

    /**
     * This query, for entries with a name.
     *
     * @param wanted the name, of at most 128 characters
     * @return the query
     */
    public Query named(String wanted) {
        return new Query(Optional.of(wanted), kind, id, client, topic, where);
    }

    /**
     * This query, for entries of a kind.
     *
     * @param wanted the kind
     * @return the query
     */
    public Query kind(Kind wanted) {
        return new Query(name, Optional.of(wanted), id, client, topic, where);
    }

    /**
     * This query, for one entry.
     *
     * @param wanted the entry's id
     * @return the query
     */
    public Query id(UUID wanted) {
        return new Query(name, kind, Optional.of(wanted), client, topic, where);
    }

    /**
     * This query, for the entries of a client.
     *
     * @param wanted the client
     * @return the query
     */
    public Query client(UUID wanted) {
        return new Query(name, kind, id, Optional.of(wanted), topic, where);
    }

    /**
     * This query, for entries that receive messages with a topic.
     *
     * @param wanted a topic, or a pattern of topics
     * @return the query
     */
    public Query receives(TopicPattern wanted) {
        return new Query(name, kind, id, client, Optional.of(wanted), where);
    }

    /**
     * This query, for entries whose attributes satisfy an expression.
     *
     * @param expression see {@link Expression#parse}
     * @return the query
     */
    public Query where(String expression) {
        return new Query(name, kind, id, client, topic, Optional.of(Expression.parse(expression)));
    }

    /**
     * Whether an entry satisfies all conditions.
     *
     * @param entry the entry
     * @return true if so
     */
    public boolean matches(Entry entry) {
        return (name.isEmpty() || name.get().equals(entry.name()))
            && (kind.isEmpty() || entry.kind().includes(kind.get()))
            && (id.isEmpty() || id.get().equals(entry.id()))
            && (client.isEmpty() || client.get().equals(entry.client()))
            && (topic.isEmpty() || entry.receives(topic.get()))
            && (where.isEmpty() || where.get().test(entry::value));
    }
}
