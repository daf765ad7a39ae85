package tycho.registry;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The attributes of an entry, in little memory: a mediator holds many entries. Immutable, sorted by the names. */
final class Attributes extends AbstractMap<String, String> implements SortedMap<String, String> {
    private final String[] names;
    private final String[] values;

    Attributes(Map<String, String> attributes) {
        names = attributes.keySet().toArray(new String[0]);
        Arrays.sort(names);
        values = new String[names.length];
        Arrays.setAll(values, i -> attributes.get(names[i]));
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public boolean containsKey(Object name) {
        return Arrays.binarySearch(names, name) >= 0;
    }

    @Override
    public String get(Object name) {
        int place = Arrays.binarySearch(names, name);
        return place < 0 ? null : values[place];
    }

    @Override
    public Set<Entry<String, String>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return names.length;
            }

            @Override
            public Iterator<Entry<String, String>> iterator() {
                return new Each();
            }
        };
    }

    private final class Each implements Iterator<Entry<String, String>> {
        private int next;

        @Override
        public boolean hasNext() {
            return next < names.length;
        }

        @Override
        public Entry<String, String> next() {
            if (!hasNext()) {
                throw new NoSuchElementException("there are " + names.length + " attributes");
            }
            return Map.entry(names[next], values[next++]);
        }
    }

    @Override
    public Comparator<? super String> comparator() {
        return null;
    }

    private SortedMap<String, String> copy() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(this));
    }

    @Override
    public SortedMap<String, String> subMap(String from, String to) {
        return copy().subMap(from, to);
    }

    @Override
    public SortedMap<String, String> headMap(String to) {
        return copy().headMap(to);
    }

    @Override
    public SortedMap<String, String> tailMap(String from) {
        return copy().tailMap(from);
    }

    @Override
    public String firstKey() {
        return copy().firstKey();
    }

    @Override
    public String lastKey() {
        return copy().lastKey();
    }
}
