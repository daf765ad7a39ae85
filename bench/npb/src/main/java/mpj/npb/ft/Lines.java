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

    /** A part's points follow each other here, and are in rows there. Each row is taken once for four lines. */
    private void columnsToRows(double[] array, int at, double[][] rows, int first, int lines) {
        int line = 0;
        for (; line + 3 < lines; line += 4) {
            fourToRows(array, at + line * lineStride, lineStride, rows, first, perPart, line);
        }
        for (; line < lines; line++) {
            for (int p = 0; p < perPart; p++) {
                rows[first + p][line] = array[at + line * lineStride + p];
            }
        }
    }

    private static void fourToRows(double[] array, int at, int stride, double[][] rows, int first, int points,
            int line) {
        int second = at + stride;
        int third = second + stride;
        int fourth = third + stride;
        for (int p = 0; p < points; p++) {
            double[] row = rows[first + p];
            row[line] = array[at + p];
            row[line + 1] = array[second + p];
            row[line + 2] = array[third + p];
            row[line + 3] = array[fourth + p];
        }
    }

    private void rowsToColumns(double[][] rows, int first, double[] array, int at, int lines) {
        int line = 0;
        for (; line + 3 < lines; line += 4) {
            fourFromRows(rows, first, array, at + line * lineStride, lineStride, perPart, line);
        }
        for (; line < lines; line++) {
            for (int p = 0; p < perPart; p++) {
                array[at + line * lineStride + p] = rows[first + p][line];
            }
        }
    }

    private static void fourFromRows(double[][] rows, int first, double[] array, int at, int stride, int points,
            int line) {
        int second = at + stride;
        int third = second + stride;
        int fourth = third + stride;
        for (int p = 0; p < points; p++) {
            double[] row = rows[first + p];
            array[at + p] = row[line];
            array[second + p] = row[line + 1];
            array[third + p] = row[line + 2];
            array[fourth + p] = row[line + 3];
        }
    }
}
