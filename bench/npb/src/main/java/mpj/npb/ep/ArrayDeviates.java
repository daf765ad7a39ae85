package mpj.npb.ep;

import mpj.npb.common.Random;

/** In an array. */
final class ArrayDeviates implements Deviates {
    private final double[] numbers;

    ArrayDeviates(int pairs) {
        numbers = new double[2 * pairs];
    }

    @Override
    public void draw(Random random) {
        random.fill(numbers, 0, numbers.length);
    }

    @Override
    public void tally(Sums sums) {
        double[] drawn = numbers;
        double[] values = sums.values;
        double sumX = values[Sums.X];
        double sumY = values[Sums.Y];
        for (int i = 0; i + 1 < drawn.length; i += 2) {
            double u = 2 * drawn[i] - 1;
            double v = 2 * drawn[i + 1] - 1;
            double square = u * u + v * v;
            if (square <= 1) {
                double factor = Math.sqrt(-2 * Math.log(square) / square);
                double x = Math.abs(u * factor);
                double y = Math.abs(v * factor);
                values[Sums.COUNTS + (int) Math.max(x, y)]++;
                sumX += x;
                sumY += y;
            }
        }
        values[Sums.X] = sumX;
        values[Sums.Y] = sumY;
    }
}
