package tycho.directory;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import tycho.registry.Entry;
import tycho.registry.TopicPattern;

/**
 * Entries by the patterns that they subscribe. The patterns are sorted level by level, so those that begin with the
 * same levels are neighbours, and the map is searched as a tree of levels would be, without the memory of one. Not
 * thread-safe.
 */
final class SubscribedTopics {
    private static final String ONE = "*";
    private static final String REST = "**";
    private static final int MOST_BRANCHES = 256;
    /** Sorted behind {@code /} and before each character of a level. */
    private static final char AFTER_SLASH = 0;

    private final TreeMap<String, Object> sorted = new TreeMap<>(byLevels());
    private final EntriesBy<String> patterns = new EntriesBy<>(sorted);
    /** Counted during a search. */
    private int branches;

    private static Comparator<String> byLevels() {
        return (one, other) -> {
            int common = Math.min(one.length(), other.length());
            for (int i = 0; i < common; i++) {
                char a = one.charAt(i);
                char b = other.charAt(i);
                if (a != b) {
                    return a == '/' ? -1 : b == '/' ? 1 : Character.compare(a, b);
                }
            }
            return Integer.compare(one.length(), other.length());
        };
    }

    void add(Entry entry) {
        entry.subscribes().forEach(pattern -> patterns.add(pattern.toString(), entry));
    }

    void remove(Entry entry) {
        entry.subscribes().forEach(pattern -> patterns.remove(pattern.toString(), entry));
    }

    /**
     * The entries that receive a topic, or a topic of a pattern; null if so many branches may have some that a
     * comparison with each entry takes less time.
     */
    Collection<Entry> receiving(TopicPattern topic) {
        Map<UUID, Entry> found = new HashMap<>();
        branches = 0;
        collect("", topic.toString(), found);
        return branches > MOST_BRANCHES ? null : found.values();
    }

    /**
     * Collects the entries of patterns that begin with some levels.
     *
     * @param first the levels, each with a slash behind it
     * @param rest  the levels of the topic that are left; null if there are none
     */
    private void collect(String first, String rest, Map<UUID, Entry> found) {
        if (++branches > MOST_BRANCHES) {
            return;
        }
        if (rest == null || rest.equals(REST)) {
            collect(first.isEmpty() ? first : first.substring(0, first.length() - 1), found);
        }
        if (rest == null) {
            collect(first + REST, found);
        } else if (rest.equals(REST)) {
            (first.isEmpty() ? sorted : sorted.subMap(first, first.substring(0, first.length() - 1) + AFTER_SLASH))
                .keySet().forEach(pattern -> collect(pattern, found));
        } else {
            int slash = rest.indexOf('/');
            String level = slash < 0 ? rest : rest.substring(0, slash);
            String next = slash < 0 ? null : rest.substring(slash + 1);
            collect(first + REST, found);
            if (level.equals(ONE)) {
                collectAll(first, next, found);
            } else {
                collectIfThere(first + level, next, found);
                collectIfThere(first + ONE, next, found);
            }
        }
    }

    /** Any level may follow after the first ones. */
    private void collectAll(String first, String rest, Map<UUID, Entry> found) {
        String pattern = sorted.ceilingKey(first);
        while (pattern != null && pattern.startsWith(first) && branches <= MOST_BRANCHES) {
            int slash = pattern.indexOf('/', first.length());
            String levels = slash < 0 ? pattern : pattern.substring(0, slash);
            if (!levels.endsWith(REST)) {
                collect(levels + '/', rest, found);
            }
            pattern = sorted.higherKey(levels + AFTER_SLASH);
        }
    }

    private void collectIfThere(String levels, String rest, Map<UUID, Entry> found) {
        String pattern = sorted.ceilingKey(levels);
        if (pattern != null && pattern.startsWith(levels)
                && (pattern.length() == levels.length() || pattern.charAt(levels.length()) == '/')) {
            collect(levels + '/', rest, found);
        }
    }

    private void collect(String pattern, Map<UUID, Entry> found) {
        patterns.get(pattern).forEach(entry -> found.put(entry.id(), entry));
    }
}
