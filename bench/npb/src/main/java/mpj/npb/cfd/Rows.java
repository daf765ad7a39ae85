package mpj.npb.cfd;

/**
 * Loops over rows, all with one index. The name of a row ends in M if the row is the neighbour before along the axis of
 * a difference, and in P if it is the neighbour after.
 */
final class Rows {
    private Rows() {
    }

    static void scale(double[] r, int from, int to, double factor) {
        for (int i = from; i < to; i++) {
            r[i] *= factor;
        }
    }

    static void add(double[] sum, double[] term, int from, int to, double factor) {
        for (int i = from; i < to; i++) {
            sum[i] += factor * term[i];
        }
    }

    static void velocities(double[] density, double[] x, double[] y, double[] z, double[] inverse, double[] vx,
            double[] vy, double[] vz, int from, int to) {
        for (int i = from; i < to; i++) {
            double per = 1 / density[i];
            double ux = x[i];
            double uy = y[i];
            double uz = z[i];
            inverse[i] = per;
            vx[i] = ux * per;
            vy[i] = uy * per;
            vz[i] = uz * per;
        }
    }

    static void energies(double[] x, double[] y, double[] z, double[] e, double[] inverse, double[] vx, double[] vy,
            double[] vz, double[] kinetic, double[] pressure, int from, int to) {
        for (int i = from; i < to; i++) {
            double square = 0.5 * (x[i] * vx[i] + y[i] * vy[i] + z[i] * vz[i]);
            double energy = e[i];
            double per = inverse[i];
            kinetic[i] = square * per;
            pressure[i] = Gas.C2 * (energy - square);
        }
    }

    static void conducted(double[] kinetic, double[] e, double[] inverse, double[] conducted, double viscosity,
            double conduction, int from, int to) {
        for (int i = from; i < to; i++) {
            conducted[i] = viscosity * kinetic[i] + conduction * e[i] * inverse[i];
        }
    }

    static void mass(double[] r, double[] uM, double[] u, double[] uP, double[] nM, double[] nP, int from, int to,
            double diffusion, double perTwo) {
        for (int i = from; i < to; i++) {
            r[i] += diffusion * (uP[i] - 2 * u[i] + uM[i]) - perTwo * (nP[i] - nM[i]);
        }
    }

    /** The momentum along another axis, whose velocity is w. The velocity along the axis of the differences is v. */
    static void tangential(double[] r, double[] uM, double[] u, double[] uP, double[] wM, double[] w, double[] wP,
            double[] vM, double[] vP, int from, int to, double diffusion, double viscosity, double perTwo) {
        for (int i = from; i < to; i++) {
            double less = uM[i];
            double more = uP[i];
            r[i] += diffusion * (more - 2 * u[i] + less) + viscosity * (wP[i] - 2 * w[i] + wM[i])
                - perTwo * (more * vP[i] - less * vM[i]);
        }
    }

    /** The momentum along the axis of the differences. */
    static void normal(double[] r, double[] uM, double[] u, double[] uP, double[] vM, double[] v, double[] vP,
            double[] pM, double[] pP, int from, int to, double diffusion, double viscosity, double perTwo) {
        for (int i = from; i < to; i++) {
            double less = uM[i];
            double more = uP[i];
            double slower = vM[i];
            double faster = vP[i];
            r[i] += diffusion * (more - 2 * u[i] + less) + viscosity * (faster - 2 * v[i] + slower)
                - perTwo * (more * faster - less * slower + (pP[i] - pM[i]));
        }
    }

    static void energy(double[] r, double[] eM, double[] e, double[] eP, double[] vM, double[] v, double[] vP,
            double[] cM, double[] c, double[] cP, double[] pM, double[] pP, int from, int to, double diffusion,
            double viscosity, double perTwo) {
        for (int i = from; i < to; i++) {
            double less = eM[i];
            double more = eP[i];
            double slower = vM[i];
            double speed = v[i];
            double faster = vP[i];
            r[i] += diffusion * (more - 2 * e[i] + less) + (cP[i] - 2 * c[i] + cM[i])
                + viscosity * (faster * faster - 2 * speed * speed + slower * slower)
                - perTwo * ((more + pP[i]) * faster - (less + pM[i]) * slower);
        }
    }

    static void smooth(double[] r, double[] uMM, double[] uM, double[] u, double[] uP, double[] uPP, int from,
            int to) {
        for (int i = from; i < to; i++) {
            r[i] -= Gas.DISSIPATION * (uMM[i] - 4 * uM[i] + 6 * u[i] - 4 * uP[i] + uPP[i]);
        }
    }

    /** The fourth differences next to the cube's surface. The other rows lie away from the surface. */
    static void smoothEdge(double[] r, double[] u, double[] next, double[] second, int from, int to) {
        for (int i = from; i < to; i++) {
            r[i] -= Gas.DISSIPATION * (5 * u[i] - 4 * next[i] + second[i]);
        }
    }
}
