package mpj.npb.cg;

/**
 * A rank's block of the sparse matrix, stored by rows. Its columns count from the first column of the block.
 *
 * @param rows the number of rows
 * @param starts where each row begins among the elements, and the end of the last row
 * @param columns the column of each element
 * @param elements the elements that are not zero
 */
record Matrix(int rows, int[] starts, int[] columns, double[] elements) {
    /**
     * How many rows one call of the loop takes. The loop's method is then called often, so the JVM compiles it soon.
     */
    private static final int STRETCH = 64;

    /** Multiplies this block with a vector. */
    void multiply(double[] vector, double[] product) {
        for (int from = 0; from < rows; from += STRETCH) {
            multiply(from, Math.min(rows, from + STRETCH), starts, columns, elements, vector, product);
        }
    }

    private static void multiply(int from, int to, int[] starts, int[] columns, double[] elements, double[] vector,
            double[] product) {
        int next = starts[from];
        for (int row = from; row < to; row++) {
            int end = starts[row + 1];
            double sum = 0;
            for (; next < end; next++) {
                sum += elements[next] * vector[columns[next]];
            }
            product[row] = sum;
        }
    }
}
