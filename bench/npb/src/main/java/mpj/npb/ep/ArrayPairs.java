package mpj.npb.ep;

import mpj.npb.common.Random;

/** Pairs in an array. */
final class ArrayPairs implements Pairs {
    private final double[] numbers;

    ArrayPairs(int count) {
        numbers = new double[2 * count];
    }

    @Override
    public void draw(Random random) {
        random.fill(numbers, 0, numbers.length);
    }

    @Override
    public int accept(double[] u, double[] v, double[] squares) {
        double[] drawn = numbers;
        int accepted = 0;
        // Each pair is written. If a pair is not accepted, the next one overwrites it. So there is no branch to
        // predict.
        for (int i = 0; i + 1 < drawn.length; i += 2) {
            double x = 2 * drawn[i] - 1;
            double y = 2 * drawn[i + 1] - 1;
            double square = x * x + y * y;
            u[accepted] = x;
            v[accepted] = y;
            squares[accepted] = square;
            accepted += square <= 1 ? 1 : 0;
        }
        return accepted;
    }
}
