package mpj.apps.nbody;

import java.util.Arrays;

/**
 * Sorts keys, and remembers the index that each key had before. It is a radix sort that takes {@value #BITS} bits at a
 * time.
 */
final class KeyOrder {
    private static final int BITS = 11;
    private static final int DIGITS = 1 << BITS;

    private final int[] starts = new int[DIGITS];
    private long[] keys = new long[0];
    private long[] otherKeys = new long[0];
    private int[] places = new int[0];
    private int[] otherPlaces = new int[0];
    private int count;

    /** Makes room for this many keys, which may be in any order. */
    long[] forKeys(int number) {
        if (number > keys.length) {
            int length = number + (number >> 3);
            keys = new long[length];
            otherKeys = new long[length];
            places = new int[length];
            otherPlaces = new int[length];
        }
        count = number;
        return keys;
    }

    /** The keys. After the sort they are in ascending order. */
    long[] keys() {
        return keys;
    }

    /** For each place in the order, the index of the key before the sort. */
    int[] places() {
        return places;
    }

    int count() {
        return count;
    }

    /** Sorts the keys. Equal keys keep their order. */
    void sort() {
        for (int i = 0; i < count; i++) {
            places[i] = i;
        }
        for (int shift = 0; shift < 3 * Hilbert.LEVELS; shift += BITS) {
            pass(shift);
        }
    }

    /**
     * Puts equal keys into the order of the particles' identities. The result does not depend on their order before.
     *
     * @param records the particles in the order before the sort, as {@link Particles#record} writes them
     */
    void sortEqualKeys(double[] records) {
        for (int i = 1; i < count; i++) {
            for (int j = i; j > 0 && keys[j - 1] == keys[j] && Particles.identity(records, places[j - 1])
                    > Particles.identity(records, places[j]); j--) {
                int place = places[j];
                places[j] = places[j - 1];
                places[j - 1] = place;
            }
        }
    }

    private void pass(int shift) {
        Arrays.fill(starts, 0);
        long[] from = keys;
        for (int i = 0; i < count; i++) {
            starts[(int) (from[i] >>> shift) & DIGITS - 1]++;
        }
        int sum = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            int number = starts[digit];
            starts[digit] = sum;
            sum += number;
        }
        long[] to = otherKeys;
        int[] fromPlaces = places;
        int[] toPlaces = otherPlaces;
        for (int i = 0; i < count; i++) {
            int target = starts[(int) (from[i] >>> shift) & DIGITS - 1]++;
            to[target] = from[i];
            toPlaces[target] = fromPlaces[i];
        }
        keys = to;
        otherKeys = from;
        places = toPlaces;
        otherPlaces = fromPlaces;
    }

    /** The first place whose key is not below this key. The key may be the end of the curve, 2<sup>63</sup>. */
    int lowerBound(long key) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (Long.compareUnsigned(keys[middle], key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
