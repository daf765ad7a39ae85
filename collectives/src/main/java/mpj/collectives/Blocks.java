package mpj.collectives;

import java.util.Arrays;

/** The parts of a region that belong to the ranks, with positions and sizes in bytes. Immutable. */
public sealed interface Blocks {
    /**
     * The position where a rank's part starts.
     *
     * @param rank the rank
     * @return the position, in bytes
     */
    long at(int rank);

    /**
     * The size of a rank's part.
     *
     * @param rank the rank
     * @return the size, in bytes
     */
    long length(int rank);

    /**
     * The size of several ranks' parts together, when they follow one another.
     *
     * @param first the first rank
     * @param count the number of ranks
     * @return their size, in bytes
     */
    default long length(int first, int count) {
        return count == 0 ? 0 : at(first + count - 1) + length(first + count - 1) - at(first);
    }

    /**
     * Whether the parts lie in the order of ranks, without gaps, from position 0 on.
     *
     * @return true if they do
     */
    boolean successive();

    /**
     * Parts of one size, one after the other.
     *
     * @param length the size of each part, in bytes
     */
    record Equal(long length) implements Blocks {
        @Override
        public long at(int rank) {
            return rank * length;
        }

        @Override
        public long length(int rank) {
            return length;
        }

        @Override
        public boolean successive() {
            return true;
        }
    }

    /** Parts of any sizes, at any places. */
    final class Varying implements Blocks {
        private final long[] starts;
        private final long[] lengths;
        private final boolean successive;

        /**
         * Describes parts at any places.
         *
         * @param starts the position of each part; not copied
         * @param lengths the size of each part; not copied
         */
        public Varying(long[] starts, long[] lengths) {
            this.starts = starts;
            this.lengths = lengths;
            long end = 0;
            boolean inOrder = true;
            for (int i = 0; i < lengths.length; i++) {
                inOrder &= starts[i] == end;
                end += lengths[i];
            }
            successive = inOrder;
        }

        @Override
        public long at(int rank) {
            return starts[rank];
        }

        @Override
        public long length(int rank) {
            return lengths[rank];
        }

        @Override
        public boolean successive() {
            return successive;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Varying that && Arrays.equals(starts, that.starts)
                && Arrays.equals(lengths, that.lengths);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(starts) + Arrays.hashCode(lengths);
        }
    }

    /**
     * Parts of any sizes, one after the other.
     *
     * @param lengths the size of each part, in bytes
     * @return the parts
     */
    static Blocks successive(long... lengths) {
        long[] starts = new long[lengths.length];
        for (int i = 1; i < lengths.length; i++) {
            starts[i] = starts[i - 1] + lengths[i - 1];
        }
        return new Varying(starts, lengths);
    }

    /**
     * Parts that are as equal as whole units allow. The first ones are the larger ones.
     *
     * @param bytes the size of all parts together
     * @param unit the size of the pieces that must not be divided
     * @param parts the number of parts
     * @return the parts
     */
    static Blocks dividing(long bytes, long unit, int parts) {
        long units = bytes / unit;
        if (units % parts == 0) {
            return new Equal(units / parts * unit);
        }
        long[] lengths = new long[parts];
        for (int i = 0; i < parts; i++) {
            lengths[i] = (units / parts + (i < units % parts ? 1 : 0)) * unit;
        }
        return successive(lengths);
    }

    /**
     * Parts of the same sizes, one after the other.
     *
     * @param blocks the parts
     * @param size the number of ranks
     * @return parts without gaps, in the order of ranks
     */
    static Blocks packed(Blocks blocks, int size) {
        if (blocks.successive()) {
            return blocks;
        }
        long[] lengths = new long[size];
        Arrays.setAll(lengths, blocks::length);
        return successive(lengths);
    }
}
