package mpjbuf;

/** The widths of numbers in bits, for a buddy allocator. */
public class CustomMath {

    /** Creates an object that has no use, because all methods are static. */
    public CustomMath() {
    }

    /**
     * Returns the position of the highest 1 bit.
     *
     * @param n any number; the highest bit of a negative number is set
     * @return 0 for 0, 1 for 1, 2 for 2 and 3, ..., 32 for negative numbers
     */
    public static int widthInBits1(int n) {
        return widthInBits(n);
    }

    /**
     * Returns the position of the highest 1 bit.
     *
     * @param n any number; the highest bit of a negative number is set
     * @return 0 for 0, 1 for 1, 2 for 2 and 3, ..., 32 for negative numbers
     */
    public static final int widthInBits(int n) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(n);
    }
}
