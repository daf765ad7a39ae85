package mpj.npb.bt;

/**
 * Loops over the points of a row, with a block of five by five at each point. The products are written out, so the
 * elements of a point stay in registers, and C2 works on as many points at once as fit into a vector.
 */
final class Matrices {
    private Matrices() {
    }

    /** Sets z to y less block times x. */
    static void subtractProduct(Elements a, double[] x0, double[] x1, double[] x2, double[] x3, double[] x4,
            double[] y0, double[] y1, double[] y2, double[] y3, double[] y4, double[] z0, double[] z1, double[] z2,
            double[] z3, double[] z4, int from, int to) {
        for (int i = from; i < to; i++) {
            double b0 = x0[i];
            double b1 = x1[i];
            double b2 = x2[i];
            double b3 = x3[i];
            double b4 = x4[i];
            z0[i] = y0[i] - (a.a00[i] * b0 + a.a01[i] * b1 + a.a02[i] * b2 + a.a03[i] * b3 + a.a04[i] * b4);
            z1[i] = y1[i] - (a.a10[i] * b0 + a.a11[i] * b1 + a.a12[i] * b2 + a.a13[i] * b3 + a.a14[i] * b4);
            z2[i] = y2[i] - (a.a20[i] * b0 + a.a21[i] * b1 + a.a22[i] * b2 + a.a23[i] * b3 + a.a24[i] * b4);
            z3[i] = y3[i] - (a.a30[i] * b0 + a.a31[i] * b1 + a.a32[i] * b2 + a.a33[i] * b3 + a.a34[i] * b4);
            z4[i] = y4[i] - (a.a40[i] * b0 + a.a41[i] * b1 + a.a42[i] * b2 + a.a43[i] * b3 + a.a44[i] * b4);
        }
    }

    /**
     * Replaces a block by its factors: below the diagonal those of the elimination, on the diagonal the inverse of the
     * pivots.
     */
    static void factorize(Elements a, int from, int to) {
        for (int i = from; i < to; i++) {
            double b00 = a.a00[i];
            double b01 = a.a01[i];
            double b02 = a.a02[i];
            double b03 = a.a03[i];
            double b04 = a.a04[i];
            double b10 = a.a10[i];
            double b11 = a.a11[i];
            double b12 = a.a12[i];
            double b13 = a.a13[i];
            double b14 = a.a14[i];
            double b20 = a.a20[i];
            double b21 = a.a21[i];
            double b22 = a.a22[i];
            double b23 = a.a23[i];
            double b24 = a.a24[i];
            double b30 = a.a30[i];
            double b31 = a.a31[i];
            double b32 = a.a32[i];
            double b33 = a.a33[i];
            double b34 = a.a34[i];
            double b40 = a.a40[i];
            double b41 = a.a41[i];
            double b42 = a.a42[i];
            double b43 = a.a43[i];
            double b44 = a.a44[i];
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
            a.a00[i] = b00;
            a.a10[i] = b10;
            a.a11[i] = b11;
            a.a12[i] = b12;
            a.a13[i] = b13;
            a.a14[i] = b14;
            a.a20[i] = b20;
            a.a21[i] = b21;
            a.a22[i] = b22;
            a.a23[i] = b23;
            a.a24[i] = b24;
            a.a30[i] = b30;
            a.a31[i] = b31;
            a.a32[i] = b32;
            a.a33[i] = b33;
            a.a34[i] = b34;
            a.a40[i] = b40;
            a.a41[i] = b41;
            a.a42[i] = b42;
            a.a43[i] = b43;
            a.a44[i] = b44;
        }
    }

    /** Solves block times x = y for x. The block must have been factorized by {@link #factorize}. */
    static void solve(Elements a, double[] y0, double[] y1, double[] y2, double[] y3, double[] y4, double[] x0,
            double[] x1, double[] x2, double[] x3, double[] x4, int from, int to) {
        for (int i = from; i < to; i++) {
            double b0 = y0[i];
            double b1 = y1[i] - a.a10[i] * b0;
            double b2 = y2[i] - a.a20[i] * b0 - a.a21[i] * b1;
            double b3 = y3[i] - a.a30[i] * b0 - a.a31[i] * b1 - a.a32[i] * b2;
            double b4 = y4[i] - a.a40[i] * b0 - a.a41[i] * b1 - a.a42[i] * b2 - a.a43[i] * b3;
            b4 = b4 * a.a44[i];
            b3 = (b3 - a.a34[i] * b4) * a.a33[i];
            b2 = (b2 - a.a23[i] * b3 - a.a24[i] * b4) * a.a22[i];
            b1 = (b1 - a.a12[i] * b2 - a.a13[i] * b3 - a.a14[i] * b4) * a.a11[i];
            b0 = (b0 - a.a01[i] * b1 - a.a02[i] * b2 - a.a03[i] * b3 - a.a04[i] * b4) * a.a00[i];
            x0[i] = b0;
            x1[i] = b1;
            x2[i] = b2;
            x3[i] = b3;
            x4[i] = b4;
        }
    }
}
