package mpj.apps.heat;

/**
 * A rank's part of the plate. Around it is a margin of one point, which is the neighbours' or the plate's cold edge.
 *
 * @param firstRow of the plate's rows, its first one
 * @param firstColumn of the plate's columns, its first one
 * @param rows how many it has
 * @param columns how many it has
 */
record Part(int firstRow, int firstColumn, int rows, int columns) {
    /** Of a plate of so many points a side, the part at these coordinates. */
    static Part of(int grid, int[] dims, int[] coordinates) {
        int row = first(grid, dims[0], coordinates[0]);
        int column = first(grid, dims[1], coordinates[1]);
        return new Part(row, column, first(grid, dims[0], coordinates[0] + 1) - row,
            first(grid, dims[1], coordinates[1] + 1) - column);
    }

    private static int first(int grid, int parts, int part) {
        return (int) ((long) grid * part / parts);
    }

    /** From a point to the one below it. */
    int width() {
        return columns + 2;
    }

    /** Points with the margin. */
    int length() {
        return Math.multiplyExact(rows + 2, width());
    }

    /** Where a point is in an array; 1 is the first one behind the margin. */
    int at(int row, int column) {
        return row * width() + column;
    }
}
