package mpj.npb.ft;

/** The innermost loops of the transform. They run over the lines, and take two or four points of each line. */
final class Butterflies {
    private Butterflies() {
    }

    /** Computes sum and difference. */
    static void two(double[] a, double[] b, double[] sum, double[] difference, int lines) {
        for (int i = 0; i < lines; i++) {
            double x = a[i];
            double y = b[i];
            sum[i] = x + y;
            difference[i] = x - y;
        }
    }

    /** Transforms four points a to d into w to z. All results but the first are multiplied by factors. */
    static void four(double[] aRe, double[] aIm, double[] bRe, double[] bIm, double[] cRe, double[] cIm, double[] dRe,
            double[] dIm, double[] wRe, double[] wIm, double[] xRe, double[] xIm, double[] yRe, double[] yIm,
            double[] zRe, double[] zIm, int lines, double c1, double s1, double c2, double s2, double c3, double s3) {
        for (int i = 0; i < lines; i++) {
            double acRe = aRe[i] + cRe[i];
            double acIm = aIm[i] + cIm[i];
            double bdRe = bRe[i] + dRe[i];
            double bdIm = bIm[i] + dIm[i];
            double pRe = aRe[i] - cRe[i];
            double pIm = aIm[i] - cIm[i];
            // q is (b - d) times the imaginary unit.
            double qRe = dIm[i] - bIm[i];
            double qIm = bRe[i] - dRe[i];
            double eRe = pRe + qRe;
            double eIm = pIm + qIm;
            double fRe = acRe - bdRe;
            double fIm = acIm - bdIm;
            double gRe = pRe - qRe;
            double gIm = pIm - qIm;
            wRe[i] = acRe + bdRe;
            wIm[i] = acIm + bdIm;
            xRe[i] = c1 * eRe - s1 * eIm;
            xIm[i] = c1 * eIm + s1 * eRe;
            yRe[i] = c2 * fRe - s2 * fIm;
            yIm[i] = c2 * fIm + s2 * fRe;
            zRe[i] = c3 * gRe - s3 * gIm;
            zIm[i] = c3 * gIm + s3 * gRe;
        }
    }
}
