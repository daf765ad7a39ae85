package mpjbuf.layout;

/**
 * A choice of array elements by extents and strides, for {@code strGather} and {@code strScatter}. A shape has
 * {@code rank} extents, from {@code shape[exts]} on, and as many strides, from {@code shape[strs]} on. The first
 * dimension runs slowest. A shape of rank 0 chooses one element, and a shape with an extent of 0 chooses none. Strides
 * are in elements, and may be zero or negative. The MPI counterpart is a nest of {@code MPI_Type_vector}.
 *
 * <p>Of these methods, only {@link #indexes} allocates memory. Several threads may use them.
 */
public final class Shape {

    private Shape() {
    }

    /**
     * Returns the number of elements that a shape chooses.
     *
     * @param rank the number of dimensions, not negative
     * @param exts where the extents start in {@code shape}
     * @param shape extents and strides
     * @return the number of elements, or {@link Long#MAX_VALUE} if the number is larger
     * @throws ArrayIndexOutOfBoundsException if an extent is negative or is outside {@code shape}
     */
    public static long elements(int rank, int exts, int[] shape) {
        long elements = 1;
        boolean empty = false;
        for (int dimension = 0; dimension < rank; dimension++) {
            int extent = shape[exts + dimension];
            if (extent < 0) {
                throw new ArrayIndexOutOfBoundsException(
                    "extent " + extent + " of dimension " + dimension + " is negative; extents start at 0");
            }
            empty |= extent == 0;
            elements = extent != 0 && elements > Long.MAX_VALUE / extent ? Long.MAX_VALUE : elements * extent;
        }
        return empty ? 0 : elements;
    }

    /**
     * Checks that every element that a shape chooses is in an array.
     *
     * @param length the array's length
     * @param start the index of the element at the origin
     * @param rank the number of dimensions, not negative
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides
     * @throws ArrayIndexOutOfBoundsException if an element is not in the array, or if extents or strides are outside
     *     {@code shape}
     */
    public static void checkWithin(int length, int start, int rank, int exts, int strs, int[] shape) {
        if (elements(rank, exts, shape) == 0) {
            return;
        }
        long lowest = start;
        long highest = start;
        // Checked before each dimension: if the range is inside the array, the next step cannot overflow a long.
        for (int dimension = 0; dimension < rank && lowest >= 0 && highest < length; dimension++) {
            long span = (shape[exts + dimension] - 1L) * shape[strs + dimension];
            lowest += Math.min(0, span);
            highest += Math.max(0, span);
        }
        if (lowest < 0 || highest >= length) {
            throw new ArrayIndexOutOfBoundsException("the shape reaches at least from index " + lowest + " to "
                + highest + " of an array of " + length + "; change the offset " + start + ", an extent or a stride");
        }
    }

    /**
     * Lists the indexes of the elements that a shape chooses, in order.
     *
     * @param start the index of the element at the origin
     * @param rank the number of dimensions, not negative
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides, already {@linkplain #checkWithin checked}
     * @return one index for each element of the shape. There must be fewer than 2<sup>31</sup> elements
     */
    public static int[] indexes(int start, int rank, int exts, int strs, int[] shape) {
        int[] indexes = new int[Math.toIntExact(elements(rank, exts, shape))];
        if (indexes.length > 0) {
            list(indexes, 0, start, rank, exts, strs, shape);
        }
        return indexes;
    }

    private static int list(int[] indexes, int listed, int start, int rank, int exts, int strs, int[] shape) {
        int outer = skipSingle(rank, exts, shape);
        if (outer == rank) {
            indexes[listed] = start;
            return listed + 1;
        }
        int next = listed;
        for (int i = 0; i < shape[exts + outer]; i++) {
            next = list(indexes, next, start + i * shape[strs + outer],
                rank - outer - 1, exts + outer + 1, strs + outer + 1, shape);
        }
        return next;
    }

    /**
     * Returns the first dimension whose extent is not 1, or {@code rank} if there is none. Dimensions with an extent of
     * 1 are left out, so that every recursion over dimensions is shallower than 32 or 63: each remaining extent at
     * least doubles the number of elements.
     */
    static int skipSingle(int rank, int exts, int[] shape) {
        int dimension = 0;
        while (dimension < rank && shape[exts + dimension] == 1) {
            dimension++;
        }
        return dimension;
    }
}
