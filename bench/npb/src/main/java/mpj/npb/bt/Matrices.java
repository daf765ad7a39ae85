package mpj.npb.bt;

/**
 * Loops over the points of a row, with a block of five by five at each. Element m, n of the blocks is a row of its own,
 * at 5 m + n. All is written out: so a point's elements are in registers, and C2 works on as many points as fit into a
 * vector.
 */
final class Matrices {
    /** How many elements a block has. */
    static final int SIZE = 25;

    private Matrices() {
    }

    /** Sets z to y less block times x. */
    static void subtractProduct(double[][] a, int at, double[] x0, double[] x1, double[] x2, double[] x3, double[] x4,
            double[] y0, double[] y1, double[] y2, double[] y3, double[] y4, double[] z0, double[] z1, double[] z2,
            double[] z3, double[] z4, int from, int to) {
        double[] a00 = a[at];
        double[] a01 = a[at + 1];
        double[] a02 = a[at + 2];
        double[] a03 = a[at + 3];
        double[] a04 = a[at + 4];
        double[] a10 = a[at + 5];
        double[] a11 = a[at + 6];
        double[] a12 = a[at + 7];
        double[] a13 = a[at + 8];
        double[] a14 = a[at + 9];
        double[] a20 = a[at + 10];
        double[] a21 = a[at + 11];
        double[] a22 = a[at + 12];
        double[] a23 = a[at + 13];
        double[] a24 = a[at + 14];
        double[] a30 = a[at + 15];
        double[] a31 = a[at + 16];
        double[] a32 = a[at + 17];
        double[] a33 = a[at + 18];
        double[] a34 = a[at + 19];
        double[] a40 = a[at + 20];
        double[] a41 = a[at + 21];
        double[] a42 = a[at + 22];
        double[] a43 = a[at + 23];
        double[] a44 = a[at + 24];
        for (int i = from; i < to; i++) {
            double b0 = x0[i];
            double b1 = x1[i];
            double b2 = x2[i];
            double b3 = x3[i];
            double b4 = x4[i];
            z0[i] = y0[i] - (a00[i] * b0 + a01[i] * b1 + a02[i] * b2 + a03[i] * b3 + a04[i] * b4);
            z1[i] = y1[i] - (a10[i] * b0 + a11[i] * b1 + a12[i] * b2 + a13[i] * b3 + a14[i] * b4);
            z2[i] = y2[i] - (a20[i] * b0 + a21[i] * b1 + a22[i] * b2 + a23[i] * b3 + a24[i] * b4);
            z3[i] = y3[i] - (a30[i] * b0 + a31[i] * b1 + a32[i] * b2 + a33[i] * b3 + a34[i] * b4);
            z4[i] = y4[i] - (a40[i] * b0 + a41[i] * b1 + a42[i] * b2 + a43[i] * b3 + a44[i] * b4);
        }
    }

    /** Replaces a block by its factors: below the diagonal those of elimination, on it the inverse of the pivots. */
    static void factorize(double[][] a, int from, int to) {
        double[] a00 = a[0];
        double[] a01 = a[1];
        double[] a02 = a[2];
        double[] a03 = a[3];
        double[] a04 = a[4];
        double[] a10 = a[5];
        double[] a11 = a[6];
        double[] a12 = a[7];
        double[] a13 = a[8];
        double[] a14 = a[9];
        double[] a20 = a[10];
        double[] a21 = a[11];
        double[] a22 = a[12];
        double[] a23 = a[13];
        double[] a24 = a[14];
        double[] a30 = a[15];
        double[] a31 = a[16];
        double[] a32 = a[17];
        double[] a33 = a[18];
        double[] a34 = a[19];
        double[] a40 = a[20];
        double[] a41 = a[21];
        double[] a42 = a[22];
        double[] a43 = a[23];
        double[] a44 = a[24];
        for (int i = from; i < to; i++) {
            double b00 = a00[i];
            double b01 = a01[i];
            double b02 = a02[i];
            double b03 = a03[i];
            double b04 = a04[i];
            double b10 = a10[i];
            double b11 = a11[i];
            double b12 = a12[i];
            double b13 = a13[i];
            double b14 = a14[i];
            double b20 = a20[i];
            double b21 = a21[i];
            double b22 = a22[i];
            double b23 = a23[i];
            double b24 = a24[i];
            double b30 = a30[i];
            double b31 = a31[i];
            double b32 = a32[i];
            double b33 = a33[i];
            double b34 = a34[i];
            double b40 = a40[i];
            double b41 = a41[i];
            double b42 = a42[i];
            double b43 = a43[i];
            double b44 = a44[i];
            b00 = 1 / b00;
            b10 *= b00;
            b11 -= b10 * b01;
            b12 -= b10 * b02;
            b13 -= b10 * b03;
            b14 -= b10 * b04;
            b20 *= b00;
            b21 -= b20 * b01;
            b22 -= b20 * b02;
            b23 -= b20 * b03;
            b24 -= b20 * b04;
            b30 *= b00;
            b31 -= b30 * b01;
            b32 -= b30 * b02;
            b33 -= b30 * b03;
            b34 -= b30 * b04;
            b40 *= b00;
            b41 -= b40 * b01;
            b42 -= b40 * b02;
            b43 -= b40 * b03;
            b44 -= b40 * b04;
            b11 = 1 / b11;
            b21 *= b11;
            b22 -= b21 * b12;
            b23 -= b21 * b13;
            b24 -= b21 * b14;
            b31 *= b11;
            b32 -= b31 * b12;
            b33 -= b31 * b13;
            b34 -= b31 * b14;
            b41 *= b11;
            b42 -= b41 * b12;
            b43 -= b41 * b13;
            b44 -= b41 * b14;
            b22 = 1 / b22;
            b32 *= b22;
            b33 -= b32 * b23;
            b34 -= b32 * b24;
            b42 *= b22;
            b43 -= b42 * b23;
            b44 -= b42 * b24;
            b33 = 1 / b33;
            b43 *= b33;
            b44 -= b43 * b34;
            b44 = 1 / b44;
            a00[i] = b00;
            a10[i] = b10;
            a11[i] = b11;
            a12[i] = b12;
            a13[i] = b13;
            a14[i] = b14;
            a20[i] = b20;
            a21[i] = b21;
            a22[i] = b22;
            a23[i] = b23;
            a24[i] = b24;
            a30[i] = b30;
            a31[i] = b31;
            a32[i] = b32;
            a33[i] = b33;
            a34[i] = b34;
            a40[i] = b40;
            a41[i] = b41;
            a42[i] = b42;
            a43[i] = b43;
            a44[i] = b44;
        }
    }

    /** Sets x to what block times x is y of, with what factorize made of the block. */
    static void solve(double[][] a, double[] y0, double[] y1, double[] y2, double[] y3, double[] y4, double[] x0,
            double[] x1, double[] x2, double[] x3, double[] x4, int from, int to) {
        double[] a00 = a[0];
        double[] a01 = a[1];
        double[] a02 = a[2];
        double[] a03 = a[3];
        double[] a04 = a[4];
        double[] a10 = a[5];
        double[] a11 = a[6];
        double[] a12 = a[7];
        double[] a13 = a[8];
        double[] a14 = a[9];
        double[] a20 = a[10];
        double[] a21 = a[11];
        double[] a22 = a[12];
        double[] a23 = a[13];
        double[] a24 = a[14];
        double[] a30 = a[15];
        double[] a31 = a[16];
        double[] a32 = a[17];
        double[] a33 = a[18];
        double[] a34 = a[19];
        double[] a40 = a[20];
        double[] a41 = a[21];
        double[] a42 = a[22];
        double[] a43 = a[23];
        double[] a44 = a[24];
        for (int i = from; i < to; i++) {
            double b0 = y0[i];
            double b1 = y1[i] - a10[i] * b0;
            double b2 = y2[i] - a20[i] * b0 - a21[i] * b1;
            double b3 = y3[i] - a30[i] * b0 - a31[i] * b1 - a32[i] * b2;
            double b4 = y4[i] - a40[i] * b0 - a41[i] * b1 - a42[i] * b2 - a43[i] * b3;
            b4 = b4 * a44[i];
            b3 = (b3 - a34[i] * b4) * a33[i];
            b2 = (b2 - a23[i] * b3 - a24[i] * b4) * a22[i];
            b1 = (b1 - a12[i] * b2 - a13[i] * b3 - a14[i] * b4) * a11[i];
            b0 = (b0 - a01[i] * b1 - a02[i] * b2 - a03[i] * b3 - a04[i] * b4) * a00[i];
            x0[i] = b0;
            x1[i] = b1;
            x2[i] = b2;
            x3[i] = b3;
            x4[i] = b4;
        }
    }
}
