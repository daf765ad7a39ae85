package tycho.directory;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tycho.registry.Entry;

/**
 * Entries by something that several of them may have. Most keys have one entry, which stands in the map itself, to save
 * memory. Not thread-safe.
 *
 * @param <K> what the entries have
 */
final class EntriesBy<K> {
    /** An entry, or a map of at least two entries by their ids. */
    private final Map<K, Object> map;

    /** @param map an empty map, which the owner may use to search for keys */
    EntriesBy(Map<K, Object> map) {
        this.map = map;
    }

    /** Adds an entry; does nothing if the key has the entry already. */
    void add(K key, Entry entry) {
        Object present = map.putIfAbsent(key, entry);
        if (present instanceof Entry one && !one.id().equals(entry.id())) {
            Map<UUID, Entry> both = new HashMap<>();
            both.put(one.id(), one);
            both.put(entry.id(), entry);
            map.put(key, both);
        } else if (present instanceof Map<?, ?>) {
            several(present).put(entry.id(), entry);
        }
    }

    void remove(K key, Entry entry) {
        Object present = map.get(key);
        if (present instanceof Entry one && one.id().equals(entry.id())) {
            map.remove(key);
        } else if (present instanceof Map<?, ?>) {
            Map<UUID, Entry> several = several(present);
            several.remove(entry.id());
            if (several.size() == 1) {
                map.put(key, several.values().iterator().next());
            }
        }
    }

    Collection<Entry> get(Object key) {
        return switch (map.get(key)) {
            case null -> List.of();
            case Entry one -> List.of(one);
            case Object several -> several(several).values();
        };
    }

    boolean isEmpty() {
        return map.isEmpty();
    }

    @SuppressWarnings("unchecked")
    private static Map<UUID, Entry> several(Object value) {
        return (Map<UUID, Entry>) value;
    }
}
