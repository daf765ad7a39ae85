package mpjbuf;

/** Widths of numbers, as a buddy allocator needs them. */
public class CustomMath {

    /** Creates an object without use: all methods are static. */
    public CustomMath() {
    }

    /**
     * Returns the position of the highest 1 bit.
     *
     * @param n any number; a negative one has its highest bit set
     * @return 0 for 0, 1 for 1, 2 for 2 and 3, ..., 32 for negative numbers
     */
    public static int widthInBits1(int n) {
        return widthInBits(n);
    }

    /**
     * Returns the position of the highest 1 bit.
     *
     * @param n any number; a negative one has its highest bit set
     * @return 0 for 0, 1 for 1, 2 for 2 and 3, ..., 32 for negative numbers
     */
    public static final int widthInBits(int n) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(n);
    }
}
