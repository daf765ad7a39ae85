package mpj.npb.ft;

import mpj.npb.common.Random;

/**
 * Complex numbers at this rank's points. Real and imaginary parts lie in separate arrays, because C2 turns loops over
 * such arrays into vector instructions.
 */
final class Field {
    final double[] re;
    final double[] im;

    Field(Grid grid) {
        re = new double[grid.points()];
        im = new double[grid.points()];
    }

    /** Fills the field with random numbers. */
    void randomize(Grid grid) {
        int perPlane = grid.linesY() * grid.nx();
        double[] numbers = new double[2 * grid.nx()];
        for (int plane = 0; plane < grid.planes(); plane++) {
            Random random = grid.random(plane);
            for (int at = plane * perPlane; at < (plane + 1) * perPlane; at += grid.nx()) {
                random.fill(numbers, 0, numbers.length);
                separate(numbers, at);
            }
        }
    }

    private void separate(double[] numbers, int at) {
        for (int i = 0; i < numbers.length / 2; i++) {
            re[at + i] = numbers[2 * i];
            im[at + i] = numbers[2 * i + 1];
        }
    }

    /** Multiplies the field by real numbers, and copies the products. */
    void fade(double[] factors, Field copy) {
        fade(re, factors, copy.re);
        fade(im, factors, copy.im);
    }

    private static void fade(double[] values, double[] factors, double[] copy) {
        for (int i = 0; i < values.length; i++) {
            double product = values[i] * factors[i];
            values[i] = product;
            copy[i] = product;
        }
    }
}
