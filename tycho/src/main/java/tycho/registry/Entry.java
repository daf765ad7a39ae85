package tycho.registry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What the registry knows about a producer or consumer. Immutable.
 *
 * @param id         identifies the entry; no two entries have the same
 * @param name       the name, which several entries may have
 * @param kind       what the client does
 * @param owner      the owner of the client's certificate, {@code name@site}; the mediator sets it
 * @param site       the site whose mediator keeps the entry; the mediator sets it
 * @param client     identifies the process's {@code Client}, which may have several entries
 * @param endpoints  where the client listens for other clients; empty if it does not listen
 * @param publishes  the topics that the client sends
 * @param subscribes the topics that the client receives
 * @param delivery   how often a message reaches the client
 * @param whenFull   what happens when the client's queue is full
 * @param capacity   how many messages of each producer the client's queue holds, 1 to {@value #LARGEST_CAPACITY}
 * @param attributes further facts, which queries can ask for
 * @param lease      how long the entry stays if its owner does not renew it
 */
public record Entry(UUID id, String name, Kind kind, String owner, String site, UUID client, List<Endpoint> endpoints,
        List<TopicPattern> publishes, List<TopicPattern> subscribes, Delivery delivery, WhenFull whenFull, int capacity,
        SortedMap<String, String> attributes, Duration lease) {
    /** The most messages that a queue holds. */
    public static final int LARGEST_CAPACITY = 1 << 16;
    /** The most characters of a name. */
    public static final int LONGEST_NAME = 128;
    /** The most attributes of an entry. */
    public static final int MOST_ATTRIBUTES = 64;
    /** The most characters of an attribute's value. */
    public static final int LONGEST_VALUE = 1024;
    /** The most endpoints of an entry. */
    public static final int MOST_ENDPOINTS = 16;
    /** The most topics that an entry publishes, and the most that it subscribes. */
    public static final int MOST_TOPICS = 256;
    /** The values of the entry itself, for expressions. */
    static final List<String> VALUES = List.of("@name", "@kind", "@site", "@owner");
    /** The shortest lease. A lease is told in milliseconds. */
    public static final Duration SHORTEST_LEASE = Duration.ofMillis(1);
    /** The longest lease. */
    public static final Duration LONGEST_LEASE = Duration.ofHours(24);

    /** Checks the values, and copies the lists and the map. */
    public Entry {
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new IllegalArgumentException("the name '" + name + "' has " + name.length()
                + " characters; it needs 1 to " + LONGEST_NAME);
        }
        endpoints = atMost(MOST_ENDPOINTS, "endpoints", endpoints);
        publishes = atMost(MOST_TOPICS, "topics to publish", publishes);
        subscribes = atMost(MOST_TOPICS, "topics to subscribe", subscribes);
        if (capacity < 1 || capacity > LARGEST_CAPACITY) {
            throw new IllegalArgumentException("the capacity of '" + name + "' is " + capacity + "; it must be 1 to "
                + LARGEST_CAPACITY);
        }
        if (attributes.size() > MOST_ATTRIBUTES) {
            throw new IllegalArgumentException("'" + name + "' has " + attributes.size() + " attributes; it may have"
                + " at most " + MOST_ATTRIBUTES);
        }
        attributes.forEach(Entry::check);
        attributes = new Attributes(attributes);
        if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException("the lease of '" + name + "' is " + lease.toMillis() + " ms; it must be"
                + " at least " + SHORTEST_LEASE.toMillis() + " ms and at most " + LONGEST_LEASE.toHours() + " h");
        }
    }

    private static <T> List<T> atMost(int most, String what, List<T> list) {
        if (list.size() > most) {
            throw new IllegalArgumentException("an entry has " + list.size() + " " + what + "; it may have at most "
                + most);
        }
        return List.copyOf(list);
    }

    private static void check(String name, String value) {
        if (!Expression.isName(name)) {
            throw new IllegalArgumentException("'" + name + "' cannot name an attribute; a name begins with a letter,"
                + " and has at most " + Expression.LONGEST_NAME + " letters, digits, '.', '_' and '-'");
        }
        if (value.length() > LONGEST_VALUE) {
            throw new IllegalArgumentException("the attribute " + name + " has " + value.length()
                + " characters; it may have at most " + LONGEST_VALUE);
        }
    }

    /**
     * Whether the entry receives messages with a topic.
     *
     * @param topic a topic, or a pattern of topics
     * @return true if a subscribed pattern has a topic in common with it
     */
    public boolean receives(TopicPattern topic) {
        for (TopicPattern pattern : subscribes) {
            if (pattern.overlaps(topic)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the entry may send a message with a topic.
     *
     * @param topic a topic
     * @return true if a published pattern covers it
     */
    public boolean sends(TopicPattern topic) {
        return publishes.stream().anyMatch(pattern -> pattern.covers(topic));
    }

    /**
     * The value of an attribute for an expression. {@code @name}, {@code @kind}, {@code @site} and {@code @owner} are
     * values of the entry itself.
     *
     * @param attribute the attribute's name
     * @return the value, or null if there is none
     */
    public String value(String attribute) {
        return switch (attribute) {
            case "@name" -> name;
            case "@kind" -> kind.name();
            case "@site" -> site;
            case "@owner" -> owner;
            default -> attributes.get(attribute);
        };
    }

    /**
     * The same entry with what only a mediator may say.
     *
     * @param newOwner  whose certificate the client has
     * @param newSite   the site of the mediator
     * @param newClient identifies the client
     * @return the entry
     */
    public Entry of(String newOwner, String newSite, UUID newClient) {
        return new Entry(id, name, kind, newOwner, newSite, newClient, endpoints, publishes, subscribes, delivery,
            whenFull, capacity, attributes, lease);
    }

    /**
     * The same entry with other attributes.
     *
     * @param newAttributes the attributes
     * @return the entry
     */
    public Entry with(Map<String, String> newAttributes) {
        return new Entry(id, name, kind, owner, site, client, endpoints, publishes, subscribes, delivery, whenFull,
            capacity, new TreeMap<>(newAttributes), lease);
    }
}
