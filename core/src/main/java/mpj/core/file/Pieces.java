package mpj.core.file;

import java.util.Arrays;
import java.util.BitSet;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;
import mpj.engine.Layout;

/**
 * Which bytes of a window of a file belong to a part of a rank's stream, in the order of the stream. Pieces of one
 * length at one distance are one entry, so that the pieces of a column of a matrix are four numbers. Immutable.
 */
final class Pieces {
    /**
     * The number of ints of an entry: where the first piece starts in the window, the length of each piece, the
     * distance between their starts, and how many there are.
     */
    private static final int ENTRY = 4;
    private static final int FEW = 16;

    /** No bytes at all. */
    static final Pieces NONE = new Pieces(new int[0], 0);

    private final int[] entries;
    private final int used;
    private final long bytes;
    private final int number;

    private Pieces(int[] entries, int used) {
        this.entries = entries;
        this.used = used;
        long sum = 0;
        int pieces = 0;
        for (int at = 0; at < used; at += ENTRY) {
            sum += (long) entries[at + 1] * entries[at + 3];
            pieces += entries[at + 3];
        }
        bytes = sum;
        number = pieces;
    }

    /**
     * The pieces of a part of a stream that lies in a window.
     *
     * @param from where the part begins in the stream
     * @param bytes how long the part is, in bytes
     * @param window where the window begins in the file; all bytes are in it, and it has fewer than 2^31
     */
    static Pieces of(View view, long from, long bytes, long window) {
        if (view.onlyRun() > 0) {
            return ofEqualRuns(view, from, bytes, window);
        }
        int[] entries = new int[FEW];
        int last = -ENTRY;
        View.Runs runs = view.runs(from, bytes);
        while (runs.next()) {
            int at = (int) (runs.place() - window);
            int length = (int) runs.length();
            if (last >= 0 && entries[last + 1] == length) {
                int count = entries[last + 3];
                int distance = at - entries[last] - (count - 1) * entries[last + 2];
                if (count == 1 || distance == entries[last + 2]) {
                    entries[last + 2] = distance;
                    entries[last + 3]++;
                    continue;
                }
            }
            last += ENTRY;
            if (last == entries.length) {
                entries = Arrays.copyOf(entries, 2 * last);
            }
            entries[last] = at;
            entries[last + 1] = length;
            entries[last + 2] = 0;
            entries[last + 3] = 1;
        }
        return new Pieces(entries, last + ENTRY);
    }

    /**
     * Does the same as {@link #of(View, long, long, long)}, but only the first and the last run may have another
     * length.
     */
    private static Pieces ofEqualRuns(View view, long from, long bytes, long window) {
        long run = view.onlyRun();
        long first = Math.min((run - from % run) % run, bytes);
        long last = (bytes - first) % run;
        long whole = (bytes - first) / run;
        int[] entries = new int[3 * ENTRY];
        int used = 0;
        used = add(entries, used, view.at(from) - window, first, 0, Math.min(first, 1));
        // Of one run the distance does not matter, and it may be longer than the window.
        used = add(entries, used, view.at(from + first) - window, run, whole > 1 ? view.extent() : 0, whole);
        used = add(entries, used, view.at(from + bytes - last) - window, last, 0, Math.min(last, 1));
        return new Pieces(entries, used);
    }

    private static int add(int[] entries, int used, long at, long length, long distance, long count) {
        if (count == 0) {
            return used;
        }
        entries[used] = (int) at;
        entries[used + 1] = (int) length;
        entries[used + 2] = (int) distance;
        entries[used + 3] = (int) count;
        return used + ENTRY;
    }

    /** These pieces as ints, to tell them to another rank. */
    int[] toInts() {
        return Arrays.copyOf(entries, used);
    }

    /**
     * The pieces that another rank has told.
     *
     * @param window the window's size; pieces outside of it are not accepted
     */
    static Pieces of(int[] told, long window) {
        boolean right = told.length % ENTRY == 0;
        long pieces = 0;
        for (int at = 0; right && at < told.length; at += ENTRY) {
            long first = told[at];
            long length = told[at + 1];
            long distance = told[at + 2];
            long count = told[at + 3];
            pieces += count;
            right = first >= 0 && length > 0 && count > 0 && distance >= 0 && pieces <= window
                && first + (count - 1) * distance + length <= window;
        }
        if (!right) {
            throw new EngineException(ErrorClass.ERR_INTERN, "another rank names bytes outside of the part of the file"
                + " that it was to name; the ranks may have different versions of the library");
        }
        return new Pieces(told, told.length);
    }

    long bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return used == 0;
    }

    /** Whether all bytes are adjacent. */
    boolean isOne() {
        return number == 1;
    }

    /** Where the first byte is. */
    int first() {
        return entries[0];
    }

    /** The place after the last byte. There must be a byte, and no piece may lie before an earlier one. */
    int end() {
        int at = used - ENTRY;
        return entries[at] + (entries[at + 3] - 1) * entries[at + 2] + entries[at + 1];
    }

    /** Where the pieces lie in the window. There must be at least one. */
    Layout layout() {
        if (used == ENTRY) {
            return Layout.ofBlocks(entries[3], entries[0], entries[2], entries[1]);
        }
        int[] places = new int[number];
        int[] lengths = new int[number];
        int next = 0;
        for (int at = 0; at < used; at += ENTRY) {
            for (int i = 0; i < entries[at + 3]; i++) {
                places[next] = entries[at] + i * entries[at + 2];
                lengths[next++] = entries[at + 1];
            }
        }
        return new Layout(places, lengths, 0, 1);
    }

    /** Marks the bytes of all pieces. */
    void mark(BitSet marked) {
        for (int at = 0; at < used; at += ENTRY) {
            for (int i = 0; i < entries[at + 3]; i++) {
                int place = entries[at] + i * entries[at + 2];
                marked.set(place, place + entries[at + 1]);
            }
        }
    }

    /** How many of the first bytes lie before a place in the window. No piece may lie before an earlier one. */
    long before(long place) {
        long sum = 0;
        for (int at = 0; at < used; at += ENTRY) {
            if (entries[at] + (entries[at + 3] - 1L) * entries[at + 2] + entries[at + 1] <= place) {
                sum += (long) entries[at + 1] * entries[at + 3];
                continue;
            }
            for (int i = 0; i < entries[at + 3]; i++) {
                long start = entries[at] + (long) i * entries[at + 2];
                sum += Math.clamp(place - start, 0, entries[at + 1]);
            }
        }
        return sum;
    }
}
