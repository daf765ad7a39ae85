package mpj.npb.ft;

/**
 * Where the lines of a transform lie in two arrays, of real and imaginary parts. A line's points are in as many parts
 * as there are ranks that it comes from or goes to.
 *
 * @param re real parts
 * @param im imaginary parts
 * @param shift from a point's real part's index to its imaginary part's
 * @param perPart how many points of a line follow each other at a stride
 * @param partStride from a part to the next
 * @param stride from a point of a part to the next
 * @param lineStride from a line to the next
 */
record Lines(double[] re, double[] im, int shift, int perPart, int partStride, int stride, int lineStride) {
    /** Lines in one part. */
    static Lines whole(Field field, int points, int stride, int lineStride) {
        return new Lines(field.re, field.im, 0, points, 0, stride, lineStride);
    }

    /** Lines in a buffer in which each rank has its real parts, and then its imaginary parts. */
    static Lines parts(double[] buffer, int ranks, int perPart, int stride, int lineStride) {
        int share = buffer.length / ranks;
        return new Lines(buffer, buffer, share / 2, perPart, share, stride, lineStride);
    }

    private int at(int base, int point) {
        return base + point / perPart * partStride + point % perPart * stride;
    }

    /** Copies lines into rows: of each point one, with all lines in it. */
    void gather(int base, double[][] rowsRe, double[][] rowsIm, int points, int lines) {
        if (lineStride == 1) {
            for (int p = 0; p < points; p++) {
                int at = at(base, p);
                System.arraycopy(re, at, rowsRe[p], 0, lines);
                System.arraycopy(im, at + shift, rowsIm[p], 0, lines);
            }
        } else {
            for (int first = 0; first < points; first += perPart) {
                columnsToRows(re, at(base, first), rowsRe, first, lines);
                columnsToRows(im, at(base, first) + shift, rowsIm, first, lines);
            }
        }
    }

    /** Copies rows back to lines. */
    void scatter(int base, double[][] rowsRe, double[][] rowsIm, int points, int lines) {
        if (lineStride == 1) {
            for (int p = 0; p < points; p++) {
                int at = at(base, p);
                System.arraycopy(rowsRe[p], 0, re, at, lines);
                System.arraycopy(rowsIm[p], 0, im, at + shift, lines);
            }
        } else {
            for (int first = 0; first < points; first += perPart) {
                rowsToColumns(rowsRe, first, re, at(base, first), lines);
                rowsToColumns(rowsIm, first, im, at(base, first) + shift, lines);
            }
        }
    }

    /** A part's points follow each other here, and are in rows there. */
    private void columnsToRows(double[] array, int at, double[][] rows, int first, int lines) {
        for (int p = 0; p < perPart; p++) {
            gather(array, at + p, lineStride, rows[first + p], lines);
        }
    }

    private static void gather(double[] array, int at, int stride, double[] row, int lines) {
        int from = at;
        for (int line = 0; line < lines; line++) {
            row[line] = array[from];
            from += stride;
        }
    }

    private void rowsToColumns(double[][] rows, int first, double[] array, int at, int lines) {
        for (int line = 0; line < lines; line++) {
            scatter(rows, first, line, array, at + line * lineStride, perPart);
        }
    }

    private static void scatter(double[][] rows, int first, int line, double[] array, int at, int points) {
        for (int p = 0; p < points; p++) {
            array[at + p] = rows[first + p][line];
        }
    }
}
