package mpj.apps.nbody;

import java.util.Arrays;

/** A list of masses that act on a group of particles. */
final class Interactions {
    private double[] x = new double[1024];
    private double[] y = new double[1024];
    private double[] z = new double[1024];
    private double[] mass = new double[1024];
    private int number;

    int number() {
        return number;
    }

    double[] x() {
        return x;
    }

    double[] y() {
        return y;
    }

    double[] z() {
        return z;
    }

    double[] mass() {
        return mass;
    }

    void clear() {
        number = 0;
    }

    void add(double massX, double massY, double massZ, double m) {
        if (number == x.length) {
            int length = 2 * number;
            x = Arrays.copyOf(x, length);
            y = Arrays.copyOf(y, length);
            z = Arrays.copyOf(z, length);
            mass = Arrays.copyOf(mass, length);
        }
        x[number] = massX;
        y[number] = massY;
        z[number] = massZ;
        mass[number++] = m;
    }
}
