package mpj.apps.heat;

/**
 * A rank's part of the plate. Around the part is a margin of one point, which is a part of the neighbours or the
 * plate's cold edge.
 *
 * @param firstRow the first of the plate's rows that the part has
 * @param firstColumn the first of the plate's columns that the part has
 * @param rows how many rows the part has
 * @param columns how many columns the part has
 */
record Part(int firstRow, int firstColumn, int rows, int columns) {
    /** The part at these coordinates of a plate whose sides have {@code grid} points. */
    static Part of(int grid, int[] dims, int[] coordinates) {
        int row = first(grid, dims[0], coordinates[0]);
        int column = first(grid, dims[1], coordinates[1]);
        return new Part(row, column, first(grid, dims[0], coordinates[0] + 1) - row,
            first(grid, dims[1], coordinates[1] + 1) - column);
    }

    private static int first(int grid, int parts, int part) {
        return (int) ((long) grid * part / parts);
    }

    /** The distance in the array between a point and the point below it. */
    int width() {
        return columns + 2;
    }

    /** The number of points, with the margin. */
    int length() {
        return Math.multiplyExact(rows + 2, width());
    }

    /** The index of a point in an array. Row 1 and column 1 are the first ones after the margin. */
    int at(int row, int column) {
        return row * width() + column;
    }
}
