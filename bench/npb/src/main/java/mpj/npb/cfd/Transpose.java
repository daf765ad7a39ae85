package mpj.npb.cfd;

/** Turns columns into rows. */
final class Transpose {
    private static final int HALO = Block.HALO;

    private Transpose() {
    }

    /**
     * Copies columns of a matrix into rows of another.
     *
     * @param source the rows of the matrix
     * @param first the first of these rows
     * @param count how many of these rows, which become columns from {@link Block#HALO} on
     * @param target the rows of the other matrix
     * @param at the first of the target's rows
     * @param column the first of the source's columns that are copied
     * @param columns how many of the source's columns, which become rows
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
