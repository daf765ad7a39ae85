package mpj.transport.spi;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * A table with one entry for each peer, by the peer's index ({@link Transport#connect}). Its memory grows with the
 * peers that were put there, not with the size of the job.
 *
 * <p>The table has two levels: pages of {@value #PAGE} entries, and an array of the pages. A page is made when the
 * first of its peers is put there. The first contact with rank 60,000 therefore costs one page and an array of about a
 * thousand references, not 60,000 entries. One common empty page stands in for all pages that are not needed, so a
 * look-up need not test whether its page exists. A look-up costs one load more than in an array. That load reads a word
 * that stays in the cache, because many peers share the word.
 *
 * <p>Not thread-safe.
 *
 * @param <T> the type of an entry
 */
public final class PeerTable<T> implements Iterable<T> {
    private static final int PAGE_BITS = 6;
    static final int PAGE = 1 << PAGE_BITS;
    /** Stands in for every page that does not exist; never written. */
    private static final Object[] EMPTY = new Object[PAGE];

    private Object[][] pages = {EMPTY};

    /** Makes an empty table. */
    public PeerTable() {
    }

    /**
     * The entry of a peer.
     *
     * @param index the peer's index; any number is allowed, such as one that came over a network
     * @return null if nothing was put there
     */
    @SuppressWarnings("unchecked") // only put writes, and it takes T
    public T get(int index) {
        // A negative index has a high page number.
        int page = index >>> PAGE_BITS;
        return page < pages.length ? (T) pages[page][index & PAGE - 1] : null;
    }

    /**
     * Sets the entry of a peer, in place of an earlier one.
     *
     * @param index the peer's index, at least 0
     * @param value the entry; null for none
     * @throws IllegalArgumentException when the index is negative
     */
    public void put(int index, T value) {
        if (index < 0) {
            throw new IllegalArgumentException("peer " + index + ": an index is at least 0");
        }
        int page = index >>> PAGE_BITS;
        if (page >= pages.length) {
            int known = pages.length;
            pages = Arrays.copyOf(pages, Math.max(2 * known, page + 1));
            Arrays.fill(pages, known, pages.length, EMPTY);
        }
        if (pages[page] == EMPTY) {
            if (value == null) {
                return;
            }
            pages[page] = new Object[PAGE];
        }
        pages[page][index & PAGE - 1] = value;
    }

    /**
     * All entries, in the order of the indices. An entry that is put or removed while the iterator is in use may or may
     * not be seen.
     *
     * @return an iterator that cannot remove entries
     */
    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {
            private int at = firstFrom(0);
            private T next = get(at);

            @Override
            public boolean hasNext() {
                return next != null;
            }

            @Override
            public T next() {
                if (next == null) {
                    throw new NoSuchElementException();
                }
                T value = next;
                at = firstFrom(at + 1);
                next = get(at);
                return value;
            }
        };
    }

    /** The first index from {@code from} on that has an entry, or -1. */
    private int firstFrom(int from) {
        for (int index = from; index >>> PAGE_BITS < pages.length;) {
            if (pages[index >>> PAGE_BITS] == EMPTY) {
                index = (index | PAGE - 1) + 1;
            } else if (get(index) != null) {
                return index;
            } else {
                index++;
            }
        }
        return -1;
    }

    /** The number of references for which this table holds memory. */
    long capacity() {
        long capacity = pages.length;
        for (Object[] page : pages) {
            capacity += page == EMPTY ? 0 : PAGE;
        }
        return capacity;
    }
}
