package mpj.engine.packet;

import java.util.Arrays;

/**
 * The tree in which ballots go up to rank 0: a k-nomial tree. Written with base 8, the rank above a rank is the same
 * number with its lowest digit that is not 0 replaced by 0. So up to eight ranks give their ballots directly to rank 0,
 * which takes fewest steps; and of n ranks, none has more than 7 log8 n below it.
 */
final class BallotTree {
    private static final int BASE = 8;

    private BallotTree() {
    }

    /** The distance between the ranks whose numbers differ in the lowest digit of this rank that is not 0. */
    private static long digit(int rank) {
        long digit = 1;
        while (rank / digit % BASE == 0) {
            digit *= BASE;
        }
        return digit;
    }

    /** The rank above a rank other than 0. */
    static int above(int rank) {
        long digit = digit(rank);
        return (int) (rank - rank / digit % BASE * digit);
    }

    /** The ranks directly below a rank, in a group of this size. */
    static int[] below(int rank, int size) {
        long end = rank == 0 ? size : Math.min(digit(rank), size - rank);
        int[] places = new int[Math.min(size, BASE)];
        int count = 0;
        for (long digit = 1; digit < end; digit *= BASE) {
            for (long place = rank + digit; place < Math.min(rank + BASE * digit, size); place += digit) {
                if (count == places.length) {
                    places = Arrays.copyOf(places, 2 * count);
                }
                places[count++] = (int) place;
            }
        }
        return Arrays.copyOf(places, count);
    }
}
