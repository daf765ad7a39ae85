package mpj.core.datatype;

import java.util.Arrays;
import mpj.engine.EngineException;
import mpj.engine.ErrorClass;

/**
 * The elements that an item of a datatype names, flattened to runs of adjacent elements, and the item's bounds. The
 * runs are in the order in which they travel. MPI: the type map. Displacements are in elements from the item's origin.
 * Immutable.
 *
 * <p>All numbers are longs. Only the {@link Builder} limits them to an int, since a datatype of the APIs is limited to
 * ints.
 *
 * @param displacements where each run starts
 * @param lengths how many elements each run has, at least 1
 * @param size how many elements all runs have
 * @param lb the lower bound
 * @param ub the upper bound
 * @param lbMarked whether the lower bound was set, with MPI_LB or MPI_Type_create_resized
 * @param ubMarked whether the upper bound was set in the same way
 * @param alignment the extent is a multiple of this number, unless the upper bound was set. It is 1 for elements of one
 *     type. For elements of several types, whose map is in bytes, it is the size of the largest element
 * @param signature which bytes are one element, if the map is in bytes
 */
public record TypeMap(long[] displacements, long[] lengths, long size, long lb, long ub, boolean lbMarked,
                      boolean ubMarked, int alignment, Signature signature) {
    private static final long[] NONE = {};
    private static final Signature NO_ELEMENTS = new Signature.Builder().build();

    /** One element. */
    public static final TypeMap ELEMENT = new TypeMap(new long[] {0}, new long[] {1}, 1, 0, 1, false, false, 1,
        Signature.element(1));
    /** No elements, but a lower bound. */
    public static final TypeMap LOWER_BOUND = new TypeMap(NONE, NONE, 0, 0, 0, true, false, 1, NO_ELEMENTS);
    /** No elements, but an upper bound. */
    public static final TypeMap UPPER_BOUND = new TypeMap(NONE, NONE, 0, 0, 0, false, true, 1, NO_ELEMENTS);
    /** Nothing. */
    public static final TypeMap EMPTY = new TypeMap(NONE, NONE, 0, 0, 0, false, false, 1, NO_ELEMENTS);

    /** Blocks of items at equal distances. */
    static TypeMap strided(int count, int blocklength, long stride, TypeMap item) {
        Builder builder = new Builder();
        for (int i = 0; i < count; i++) {
            builder.add(i * stride, blocklength, item);
        }
        return builder.build();
    }

    /** Blocks of items at any places, given as numbers of a unit. */
    static TypeMap indexed(int[] blocklengths, int[] displacements, long unit, TypeMap item) {
        Builder builder = new Builder();
        for (int i = 0; i < blocklengths.length; i++) {
            builder.add(displacements[i] * unit, blocklengths[i], item);
        }
        return builder.build();
    }

    /** The same map in bytes. */
    TypeMap inBytes(int elementBytes) {
        if (elementBytes == 1) {
            return this;
        }
        Builder builder = new Builder();
        builder.alignment = size == 0 ? 1 : alignment * elementBytes;
        for (int run = 0; run < runs(); run++) {
            builder.bytes(displacements[run] * elementBytes, lengths[run] * elementBytes);
        }
        builder.signature.add(Signature.element(elementBytes), size);
        builder.bounds(lb * elementBytes, ub * elementBytes, lbMarked, ubMarked);
        return builder.build();
    }

    /** The same elements with other bounds, which count as marked. */
    TypeMap resized(long newLb, long extent) {
        return new TypeMap(displacements, lengths, size, newLb, Builder.checkRange(newLb + extent), true, true,
            alignment, signature);
    }

    public int runs() {
        return displacements.length;
    }

    public long extent() {
        return ub - lb;
    }

    /** Whether any number of items are one run of elements. */
    public boolean isContiguous() {
        return size == 0 || runs() == 1 && extent() == size;
    }

    /** The least displacement of an element. There must be at least one element. */
    public long trueLb() {
        long least = size == 0 ? 0 : Long.MAX_VALUE;
        for (long displacement : displacements) {
            least = Math.min(least, displacement);
        }
        return least;
    }

    /** The distance from the least displacement of an element to one more than the greatest. */
    public long trueExtent() {
        return size == 0 ? 0 : trueUb() - trueLb();
    }

    /** One more than the greatest displacement of an element. There must be at least one element. */
    public long trueUb() {
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < runs(); i++) {
            greatest = Math.max(greatest, displacements[i] + lengths[i]);
        }
        return greatest;
    }

    /** The indexes of this many first elements, taken from as many items as needed. */
    public int[] indexes(int offset, int elements) {
        int[] indexes = new int[elements];
        long item = offset;
        for (int found = 0; found < elements; item += extent()) {
            for (int run = 0; run < runs(); run++) {
                for (long i = 0; i < lengths[run] && found < elements; i++) {
                    indexes[found++] = (int) (item + displacements[run] + i);
                }
            }
        }
        return indexes;
    }

    /**
     * How many items can follow each other without having an element in common. {@link Integer#MAX_VALUE} if any number
     * can; 0 if one item already names an element twice.
     */
    public int disjointItems() {
        long extent = Math.abs(extent());
        long least = trueLb();
        boolean apart = extent >= trueUb() - least;
        if (apart && isAscending()) {
            return Integer.MAX_VALUE;
        }
        long[] places = new long[Math.toIntExact(size)];
        int found = 0;
        for (int run = 0; run < runs(); run++) {
            for (long i = 0; i < lengths[run]; i++) {
                long place = displacements[run] + i - least;
                // Elements of different items coincide if their places differ by a multiple of the extent.
                places[found++] = apart || extent == 0 ? place : place % extent << Integer.SIZE | place / extent;
            }
        }
        Arrays.sort(places);
        long nearest = extent == 0 ? 1 : Integer.MAX_VALUE;
        for (int i = 1; i < size; i++) {
            if (places[i] == places[i - 1]) {
                return 0;
            }
            if (!apart && extent > 0 && places[i] >> Integer.SIZE == places[i - 1] >> Integer.SIZE) {
                nearest = Math.min(nearest, places[i] - places[i - 1]);
            }
        }
        return (int) nearest;
    }

    private boolean isAscending() {
        for (int run = 1; run < runs(); run++) {
            if (displacements[run] < displacements[run - 1] + lengths[run - 1]) {
                return false;
            }
        }
        return true;
    }

    /** Puts a type map together from blocks of other type maps. */
    static final class Builder {
        private static final int FEW = 8;

        private long[] displacements = new long[FEW];
        private long[] lengths = new long[FEW];
        private int runs;
        private long size;
        private long lb = Long.MAX_VALUE;
        private long ub = Long.MIN_VALUE;
        private long markedLb = Long.MAX_VALUE;
        private long markedUb = Long.MIN_VALUE;
        private int alignment;
        private final Signature.Builder signature = new Signature.Builder();

        Builder() {
            this(1);
        }

        Builder(int alignment) {
            this.alignment = alignment;
        }

        /** Appends this many items, each one extent further than the item before. */
        void add(long displacement, int blocklength, TypeMap item) {
            if (blocklength == 0) {
                return;
            }
            long last = displacement + (blocklength - 1L) * item.extent();
            bounds(Math.min(displacement, last), Math.max(displacement, last), item);
            if (item.size == 0) {
                return;
            }
            alignment = Math.max(alignment, item.alignment);
            signature.add(item.signature, blocklength);
            grow(blocklength * item.size);
            if (item.isContiguous()) {
                run(displacement + item.displacements[0], blocklength * item.size);
                return;
            }
            for (int i = 0; i < blocklength; i++) {
                long origin = displacement + i * item.extent();
                for (int j = 0; j < item.runs(); j++) {
                    run(origin + item.displacements[j], item.lengths[j]);
                }
            }
        }

        private void grow(long elements) {
            size += elements;
            if (size > Integer.MAX_VALUE) {
                throw new EngineException(ErrorClass.ERR_COUNT, "the datatype has more than " + Integer.MAX_VALUE
                    + " elements or bytes; make blocklength or count smaller");
            }
        }

        /** Appends a run of bytes. */
        private void bytes(long displacement, long length) {
            grow(length);
            checkRange(displacement);
            checkRange(displacement + length);
            run(displacement, length);
        }

        /** Appends a run of elements, if both its end and the resulting number of elements fit in an int. */
        boolean takes(long displacement, long length) {
            boolean held = size + length <= Integer.MAX_VALUE && (int) (displacement + length) == displacement + length;
            if (held) {
                size += length;
                signature.add(ELEMENT.signature, length);
                run(displacement, length);
            }
            return held;
        }

        /** Sets the bounds, whatever was appended. */
        void bounds(long lower, long upper, boolean lowerMarked, boolean upperMarked) {
            lb = checkRange(lower);
            ub = checkRange(upper);
            markedLb = lowerMarked ? lower : markedLb;
            markedUb = upperMarked ? upper : markedUb;
        }

        private void bounds(long lowest, long highest, TypeMap item) {
            if (item.size > 0) {
                checkRange(lowest + item.trueLb());
                checkRange(highest + item.trueUb());
            }
            if (item.lbMarked) {
                markedLb = Math.min(markedLb, checkRange(lowest + item.lb));
            } else if (item.size > 0) {
                lb = Math.min(lb, lowest + item.lb);
            }
            if (item.ubMarked) {
                markedUb = Math.max(markedUb, checkRange(highest + item.ub));
            } else if (item.size > 0) {
                // Without the amount by which the item's own bound is rounded up.
                ub = Math.max(ub, highest + item.trueUb());
            }
        }

        private static long checkRange(long displacement) {
            if ((int) displacement != displacement) {
                throw new EngineException(ErrorClass.ERR_ARG, "the datatype reaches to displacement " + displacement
                    + ", which no int holds; make its displacements, stride or blocklength smaller");
            }
            return displacement;
        }

        private void run(long displacement, long length) {
            if (runs > 0 && displacements[runs - 1] + lengths[runs - 1] == displacement) {
                lengths[runs - 1] += length;
                return;
            }
            if (runs == displacements.length) {
                displacements = Arrays.copyOf(displacements, runs * 2);
                lengths = Arrays.copyOf(lengths, runs * 2);
            }
            displacements[runs] = displacement;
            lengths[runs++] = length;
        }

        TypeMap build() {
            boolean lbMarked = markedLb != Long.MAX_VALUE;
            boolean ubMarked = markedUb != Long.MIN_VALUE;
            long lower = lbMarked ? markedLb : size > 0 ? lb : 0;
            long upper = ubMarked ? markedUb : size > 0 ? ub : 0;
            if (!ubMarked) {
                upper = checkRange(upper + Math.floorMod(lower - upper, alignment));
            }
            if ((int) (upper - lower) != upper - lower) {
                throw new EngineException(ErrorClass.ERR_ARG, "the datatype's extent, " + (upper - lower)
                    + ", is too large for an int; make its displacements or stride smaller");
            }
            return new TypeMap(Arrays.copyOf(displacements, runs), Arrays.copyOf(lengths, runs), size, lower,
                upper, lbMarked, ubMarked, alignment, signature.build());
        }
    }
}
