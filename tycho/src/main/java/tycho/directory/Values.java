package tycho.directory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tycho.registry.Entry;
import tycho.registry.Operator;

/** Entries by the values of one attribute. Not thread-safe. */
final class Values {
    /** The first of the texts that are no numbers. */
    private static final String FIRST_TEXT = "";
    /** With more entries than this, a comparison of the query with each entry hardly takes more time. */
    private static final int MOST = 512;

    private final TreeMap<String, Object> sorted = new TreeMap<>(Operator.order());
    private final EntriesBy<String> entries = new EntriesBy<>(sorted);

    void add(String value, Entry entry) {
        entries.add(Operator.normal(value), entry);
    }

    void remove(String value, Entry entry) {
        entries.remove(Operator.normal(value), entry);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    Collection<Entry> equalTo(String value) {
        return entries.get(Operator.normal(value));
    }

    /**
     * The entries with a number in a range, and those with a text that is no number, since a comparison of such a text
     * with a number compares texts; null if there are many.
     */
    Collection<Entry> in(Range range) {
        List<Entry> found = new ArrayList<>();
        return collect(range.of(sorted.headMap(FIRST_TEXT, false)), found) && collect(sorted.tailMap(FIRST_TEXT), found)
            ? found : null;
    }

    private boolean collect(SortedMap<String, Object> part, List<Entry> found) {
        for (String value : part.keySet()) {
            found.addAll(entries.get(value));
            if (found.size() > MOST) {
                return false;
            }
        }
        return true;
    }
}
