package mpj.npb.ft;

/**
 * The places of the lines of a transform in two arrays, for the real and imaginary parts. The points of a line are
 * divided into as many parts as there are ranks that the line comes from or goes to.
 *
 * @param re the real parts
 * @param im the imaginary parts
 * @param shift the distance from the index of a point's real part to the index of its imaginary part
 * @param perPart how many points of a line a part has, at a stride
 * @param partStride the distance from one part to the next
 * @param stride the distance from one point of a part to the next
 * @param lineStride the distance from one line to the next
 */
record Lines(double[] re, double[] im, int shift, int perPart, int partStride, int stride, int lineStride) {
    /** Lines that have one part. */
    static Lines whole(Field field, int points, int stride, int lineStride) {
        return new Lines(field.re, field.im, 0, points, 0, stride, lineStride);
    }

    /** Lines in a buffer. For each rank the buffer has the real parts, and then the imaginary parts. */
    static Lines parts(double[] buffer, int ranks, int perPart, int stride, int lineStride) {
        int share = buffer.length / ranks;
        return new Lines(buffer, buffer, share / 2, perPart, share, stride, lineStride);
    }

    private int at(int base, int point) {
        return base + point / perPart * partStride + point % perPart * stride;
    }

    /** Copies lines into rows. Each row has one point of every line. */
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

    /**
     * Copies a part, in which the points of a line follow each other, into rows. Each pass over the rows copies four
     * lines.
     */
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
