package mpjbuf.layout;

/**
 * A strided choice of array elements, as {@code strGather} and {@code strScatter} take it: {@code rank} extents at
 * {@code shape[exts]}, as many strides at {@code shape[strs]}, the first dimension slowest. Rank 0 chooses one element,
 * an extent of 0 none; strides are in elements and may be zero or negative. The MPI counterpart is a nest of
 * {@code MPI_Type_vector}.
 *
 * <p>These methods allocate nothing (except {@link #indexes}) and are safe for use by several threads.
 */
public final class Shape {

    private Shape() {
    }

    /**
     * Returns how many elements a shape chooses.
     *
     * @param rank the number of dimensions, not negative
     * @param exts where the extents start in {@code shape}
     * @param shape extents and strides
     * @return the number of elements, {@link Long#MAX_VALUE} if it is larger than that
     * @throws ArrayIndexOutOfBoundsException if an extent is negative or lies outside {@code shape}
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
     * Checks that every element a shape chooses lies in an array.
     *
     * @param length the array's length
     * @param start the index of the element at the origin
     * @param rank the number of dimensions, not negative
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides
     * @throws ArrayIndexOutOfBoundsException if one does not, or extents or strides lie outside {@code shape}
     */
    public static void checkWithin(int length, int start, int rank, int exts, int strs, int[] shape) {
        if (elements(rank, exts, shape) == 0) {
            return;
        }
        long lowest = start;
        long highest = start;
        // Checked before each dimension: a range inside the array cannot overflow a long in the next step.
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
     * Lists the indexes a shape chooses, in order.
     *
     * @param start the index of the element at the origin
     * @param rank the number of dimensions, not negative
     * @param exts where the extents start in {@code shape}
     * @param strs where the strides start in {@code shape}
     * @param shape extents and strides, already {@linkplain #checkWithin checked}
     * @return as many indexes as the shape has elements, which must be fewer than 2<sup>31</sup>
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
     * Returns the first dimension whose extent is not 1, {@code rank} if there is none. Leaving out the others keeps
     * every recursion over dimensions shallower than 32 or 63, since the extents that remain at least double the number
     * of elements.
     */
    static int skipSingle(int rank, int exts, int[] shape) {
        int dimension = 0;
        while (dimension < rank && shape[exts + dimension] == 1) {
            dimension++;
        }
        return dimension;
    }
}
