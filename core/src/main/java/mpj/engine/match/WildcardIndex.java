package mpj.engine.match;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import mpj.engine.Receive;

/**
 * Unexpected messages by the arguments of a receive with wildcards. The index is made when such a receive would have to
 * pass many messages. The messages that fit are one set, in which the first to arrive is the first. A message in the
 * middle of a set can be removed without a search.
 */
final class WildcardIndex {
    private record Key(int context, int source, int tag) {
    }

    private final Map<Key, LinkedHashSet<Arrival>> sets = new HashMap<>();

    /** Adds a message, which has arrived after all others here. */
    void add(Arrival arrival) {
        add(new Key(arrival.context, arrival.source, Receive.ANY), arrival);
        add(new Key(arrival.context, Receive.ANY, arrival.tag), arrival);
        add(new Key(arrival.context, Receive.ANY, Receive.ANY), arrival);
    }

    private void add(Key key, Arrival arrival) {
        sets.computeIfAbsent(key, any -> new LinkedHashSet<>()).add(arrival);
    }

    void remove(Arrival arrival) {
        remove(new Key(arrival.context, arrival.source, Receive.ANY), arrival);
        remove(new Key(arrival.context, Receive.ANY, arrival.tag), arrival);
        remove(new Key(arrival.context, Receive.ANY, Receive.ANY), arrival);
    }

    private void remove(Key key, Arrival arrival) {
        LinkedHashSet<Arrival> set = sets.get(key);
        set.remove(arrival);
        if (set.isEmpty()) {
            sets.remove(key);
        }
    }

    /** The message that a receive with these arguments, of which one or both are wildcards, would take; or null. */
    Arrival find(int context, int source, int tag) {
        LinkedHashSet<Arrival> set = sets.get(new Key(context, source, tag));
        return set == null ? null : set.getFirst();
    }
}
