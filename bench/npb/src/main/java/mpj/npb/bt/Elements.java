package mpj.npb.bt;

/**
 * The elements of blocks of five by five, with one block for each point of a row. Each element has its own array over
 * the points; the array of element m, n is also at 5 m + n in the list of all arrays.
 */
final class Elements {
    /** How many elements a block has. */
    static final int COUNT = 25;

    final double[][] rows;
    final double[] a00;
    final double[] a01;
    final double[] a02;
    final double[] a03;
    final double[] a04;
    final double[] a10;
    final double[] a11;
    final double[] a12;
    final double[] a13;
    final double[] a14;
    final double[] a20;
    final double[] a21;
    final double[] a22;
    final double[] a23;
    final double[] a24;
    final double[] a30;
    final double[] a31;
    final double[] a32;
    final double[] a33;
    final double[] a34;
    final double[] a40;
    final double[] a41;
    final double[] a42;
    final double[] a43;
    final double[] a44;

    Elements(double[][] rows) {
        this.rows = rows;
        a00 = rows[0];
        a01 = rows[1];
        a02 = rows[2];
        a03 = rows[3];
        a04 = rows[4];
        a10 = rows[5];
        a11 = rows[6];
        a12 = rows[7];
        a13 = rows[8];
        a14 = rows[9];
        a20 = rows[10];
        a21 = rows[11];
        a22 = rows[12];
        a23 = rows[13];
        a24 = rows[14];
        a30 = rows[15];
        a31 = rows[16];
        a32 = rows[17];
        a33 = rows[18];
        a34 = rows[19];
        a40 = rows[20];
        a41 = rows[21];
        a42 = rows[22];
        a43 = rows[23];
        a44 = rows[24];
    }

    /** Blocks of zeros for rows of this length. */
    static Elements ofLength(int length) {
        return new Elements(new double[COUNT][length]);
    }
}
