package mpj.apps.nbody;

/** A rank's particles, with an array for each quantity. All particles of a simulation have the same mass. */
final class Particles {
    /** Doubles of a particle in a message: position, momentum, work and identity. */
    static final int WIDTH = 8;

    private static final int WORK = 6;
    private static final int IDENTITY = 7;

    /** The mass of each particle. */
    final double mass;

    int count;
    /** Positions. In a universe that expands, they are comoving. */
    double[] x = {};
    double[] y = {};
    double[] z = {};
    /** Momenta for a unit of mass: a² dx/dt in a universe that expands, otherwise the velocity. */
    double[] u = {};
    double[] v = {};
    double[] w = {};
    /** Accelerations and potentials of the last forces. They are not sent when particles move to another rank. */
    double[] ax = {};
    double[] ay = {};
    double[] az = {};
    double[] potential = {};
    /** The cost of the last forces on a particle: the number of interactions. */
    int[] work = {};
    int[] identity = {};

    Particles(double mass) {
        this.mass = mass;
    }

    /** Makes room for this many particles, and forgets the old ones. */
    void renew(int number) {
        count = number;
        if (number > x.length) {
            int length = Math.addExact(number, number >> 3);
            x = new double[length];
            y = new double[length];
            z = new double[length];
            u = new double[length];
            v = new double[length];
            w = new double[length];
            ax = new double[length];
            ay = new double[length];
            az = new double[length];
            potential = new double[length];
            work = new int[length];
            identity = new int[length];
        }
    }

    /** Writes a particle as a record. */
    void record(int particle, double[] records, int start) {
        records[start] = x[particle];
        records[start + 1] = y[particle];
        records[start + 2] = z[particle];
        records[start + 3] = u[particle];
        records[start + 4] = v[particle];
        records[start + 5] = w[particle];
        records[start + WORK] = work[particle];
        records[start + IDENTITY] = identity[particle];
    }

    /** Reads a particle from a record. */
    void restore(int particle, double[] records, int start) {
        x[particle] = records[start];
        y[particle] = records[start + 1];
        z[particle] = records[start + 2];
        u[particle] = records[start + 3];
        v[particle] = records[start + 4];
        w[particle] = records[start + 5];
        work[particle] = (int) records[start + WORK];
        identity[particle] = (int) records[start + IDENTITY];
    }

    static double identity(double[] records, int record) {
        return records[record * WIDTH + IDENTITY];
    }

    /** Changes the momenta by the accelerations during this time. */
    void kick(double time) {
        add(u, ax, time);
        add(v, ay, time);
        add(w, az, time);
    }

    /** Changes the positions by the momenta during this time. */
    void drift(double time) {
        add(x, u, time);
        add(y, v, time);
        add(z, w, time);
    }

    private void add(double[] to, double[] rate, double time) {
        for (int i = 0; i < count; i++) {
            to[i] += time * rate[i];
        }
    }

    /** Moves particles that have left the periodic box to its other side. */
    void wrap() {
        wrap(x);
        wrap(y);
        wrap(z);
    }

    private void wrap(double[] positions) {
        for (int i = 0; i < count; i++) {
            double inside = positions[i] - Math.floor(positions[i]);
            // A value just below zero becomes 1 by rounding.
            positions[i] = inside < 1 ? inside : 0;
        }
    }

    /** A sum over all bits of positions and momenta. It does not depend on the order of the particles. */
    long checksum() {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            long hash = identity[i];
            hash = Noise.mix(hash ^ Double.doubleToRawLongBits(x[i]));
            hash = Noise.mix(hash ^ Double.doubleToRawLongBits(y[i]));
            hash = Noise.mix(hash ^ Double.doubleToRawLongBits(z[i]));
            hash = Noise.mix(hash ^ Double.doubleToRawLongBits(u[i]));
            hash = Noise.mix(hash ^ Double.doubleToRawLongBits(v[i]));
            sum += Noise.mix(hash ^ Double.doubleToRawLongBits(w[i]));
        }
        return sum;
    }
}
