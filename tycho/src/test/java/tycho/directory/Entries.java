package tycho.directory;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import tycho.registry.Delivery;
import tycho.registry.Endpoint;
import tycho.registry.Entry;
import tycho.registry.Kind;
import tycho.registry.TopicPattern;
import tycho.registry.WhenFull;

/** Entries for tests. */
public final class Entries {
    private Entries() {
    }

    public static Entry entry(int number, String name) {
        return entry(number, name, Duration.ofSeconds(10));
    }

    public static Entry entry(int number, String name, Duration lease) {
        SortedMap<String, String> attributes = new TreeMap<>();
        attributes.put("number", Integer.toString(number));
        return new Entry(new UUID(1, number), name, Kind.CONSUMER, "client@here", "here", new UUID(2, number),
            List.of(new Endpoint("::1", 99)), List.of(), List.of(TopicPattern.parse("a/**")), Delivery.AT_LEAST_ONCE,
            WhenFull.BLOCK, 7, attributes, lease);
    }
}
