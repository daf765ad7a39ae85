package mpj.transport.spi;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * What is kept for each peer, by the peer's index ({@link Transport#connect}). It holds memory for the peers that were
 * put there, not for those that the job has.
 *
 * <p>The table has two levels: pages of {@value #PAGE} entries, each made when the first of its peers is put there, and
 * an array of the pages. The first contact with rank 60,000 so costs one page and an array of about a thousand
 * references, not 60,000 entries. In place of pages that nobody needs is one common empty page, so a look-up does not
 * ask whether there is one. It costs one load more than that of an array, and that load is of a word that stays in the
 * cache, since many peers share it.
 *
 * <p>Not thread-safe.
 *
 * @param <T> what is kept
 */
public final class PeerTable<T> implements Iterable<T> {
    private static final int PAGE_BITS = 6;
    static final int PAGE = 1 << PAGE_BITS;
    /** In place of every page that does not exist; never written. */
    private static final Object[] EMPTY = new Object[PAGE];

    private Object[][] pages = {EMPTY};

    /** With nothing in it. */
    public PeerTable() {
    }

    /**
     * What is kept for a peer.
     *
     * @param index the peer's; any number may be asked for, also one that came over a network
     * @return null if nothing was put there
     */
    @SuppressWarnings("unchecked") // only put writes, and it takes T
    public T get(int index) {
        // A negative index has a high page number, too.
        int page = index >>> PAGE_BITS;
        return page < pages.length ? (T) pages[page][index & PAGE - 1] : null;
    }

    /**
     * Keeps something for a peer, in place of what was kept.
     *
     * @param index the peer's, at least 0
     * @param value null for nothing
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
     * All that is kept, in the order of the indices. What is put there or removed meanwhile may be among it or not.
     *
     * @return an iterator that removes nothing
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

    /** The first index from this one on of which something is kept, or -1. */
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

    /** How many references this table holds memory for. */
    long capacity() {
        long capacity = pages.length;
        for (Object[] page : pages) {
            capacity += page == EMPTY ? 0 : PAGE;
        }
        return capacity;
    }
}
