package mpj.npb.sp;

import mpj.npb.cfd.Gas;

/**
 * Multiplies a row of right-hand sides by the matrices of eigenvectors, which are T and N of NAS-91-002, and by their
 * inverses.
 */
final class Eigenvectors {
    private static final double ROOT = Math.sqrt(0.5);
    private static final double PER_C2 = 2.5;

    private Eigenvectors() {
    }

    /** Changes from the variables to the eigenvectors along x. */
    static void begin(double[] r0, double[] r1, double[] r2, double[] r3, double[] r4, double[] vx, double[] vy,
            double[] vz, double[] kinetic, double[] inverseDensity, double[] sound, int from, int to) {
        for (int i = from; i < to; i++) {
            double mass = r0[i];
            double x = r1[i];
            double y = r2[i];
            double z = r3[i];
            double c = sound[i];
            double per = inverseDensity[i];
            double pressure = Gas.C2 / (c * c) * (kinetic[i] * mass - vx[i] * x - vy[i] * y - vz[i] * z + r4[i]);
            double along = ROOT * per * (vx[i] * mass - x);
            double wave = ROOT * per * c * pressure;
            r0[i] = mass - pressure;
            r1[i] = -per * (vz[i] * mass - z);
            r2[i] = per * (vy[i] * mass - y);
            r3[i] = wave - along;
            r4[i] = wave + along;
        }
    }

    /** Changes from the eigenvectors along x to those along y. */
    static void fromXToY(double[] r0, double[] r1, double[] r2, double[] r3, double[] r4, int from, int to) {
        for (int i = from; i < to; i++) {
            double a = r0[i];
            double b = r1[i];
            double half = 0.5 * (r3[i] + r4[i]);
            double root = ROOT * r2[i];
            r2[i] = ROOT * (r3[i] - r4[i]);
            r0[i] = -b;
            r1[i] = a;
            r3[i] = half - root;
            r4[i] = half + root;
        }
    }

    /** Changes from the eigenvectors along y to those along z. */
    static void fromYToZ(double[] r0, double[] r1, double[] r2, double[] r3, double[] r4, int from, int to) {
        for (int i = from; i < to; i++) {
            double a = r1[i];
            double b = r2[i];
            double half = 0.5 * (r3[i] + r4[i]);
            double root = ROOT * r0[i];
            r0[i] = ROOT * (r3[i] - r4[i]);
            r1[i] = -b;
            r2[i] = a;
            r3[i] = half - root;
            r4[i] = half + root;
        }
    }

    /** Changes from the eigenvectors along z to the variables. */
    static void end(double[] r0, double[] r1, double[] r2, double[] r3, double[] r4, double[] vx, double[] vy,
            double[] vz, double[] kinetic, double[] density, double[] sound, int from, int to) {
        for (int i = from; i < to; i++) {
            double a = r0[i];
            double b = r1[i];
            double rho = density[i];
            double c = sound[i];
            double x = vx[i];
            double y = vy[i];
            double z = vz[i];
            double wave = ROOT * rho / c * (r3[i] + r4[i]);
            double along = ROOT * rho * (r3[i] - r4[i]);
            double mass = r2[i] + wave;
            r0[i] = mass;
            r1[i] = x * mass - rho * b;
            r2[i] = y * mass + rho * a;
            r3[i] = z * mass + along;
            r4[i] = rho * (y * a - x * b) + kinetic[i] * mass + PER_C2 * c * c * wave + z * along;
        }
    }
}
