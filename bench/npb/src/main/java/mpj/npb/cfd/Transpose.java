package mpj.npb.cfd;

/** Makes columns rows. */
final class Transpose {
    private static final int HALO = Block.HALO;

    private Transpose() {
    }

    /**
     * Copies columns of a matrix as rows of another.
     *
     * @param source rows
     * @param first of them
     * @param count how many, which then are columns from {@link Block#HALO} on
     * @param target rows
     * @param at the first of them
     * @param column the first of the source's columns that are copied
     * @param columns how many, which then are rows
     */
    static void columns(double[][] source, int first, int count, double[][] target, int at, int column, int columns) {
        int row = 0;
        for (; row + 3 < count; row += 4) {
            four(source[first + row], source[first + row + 1], source[first + row + 2], source[first + row + 3], target,
                at, row + HALO, column, columns);
        }
        for (; row < count; row++) {
            one(source[first + row], target, at, row + HALO, column, columns);
        }
    }

    private static void four(double[] a, double[] b, double[] c, double[] d, double[][] target, int at, int index,
            int column, int columns) {
        for (int i = 0; i < columns; i++) {
            double[] row = target[at + i];
            row[index] = a[column + i];
            row[index + 1] = b[column + i];
            row[index + 2] = c[column + i];
            row[index + 3] = d[column + i];
        }
    }

    private static void one(double[] a, double[][] target, int at, int index, int column, int columns) {
        for (int i = 0; i < columns; i++) {
            target[at + i][index] = a[column + i];
        }
    }
}
