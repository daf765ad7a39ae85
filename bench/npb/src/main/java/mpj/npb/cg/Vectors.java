package mpj.npb.cg;

/**
 * Loops over vectors. Each takes a stretch at a time: its method is called often, and so soon compiled, as a whole
 * method and not from the middle of a loop. Sums keep the order of the elements.
 */
final class Vectors {
    private static final int STRETCH = 256;

    private Vectors() {
    }

    static double dot(double[] one, double[] other, int length) {
        double sum = 0;
        for (int from = 0; from < length; from += STRETCH) {
            sum = dot(one, other, from, Math.min(length, from + STRETCH), sum);
        }
        return sum;
    }

    private static double dot(double[] one, double[] other, int from, int to, double before) {
        double sum = before;
        for (int i = from; i < to; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }

    /** The square of the distance of two vectors. */
    static double distance(double[] one, double[] other, int length) {
        double sum = 0;
        for (int from = 0; from < length; from += STRETCH) {
            sum = distance(one, other, from, Math.min(length, from + STRETCH), sum);
        }
        return sum;
    }

    private static double distance(double[] one, double[] other, int from, int to, double before) {
        double sum = before;
        for (int i = from; i < to; i++) {
            double difference = one[i] - other[i];
            sum += difference * difference;
        }
        return sum;
    }

    /** Moves a vector along another. */
    static void advance(double[] vector, double[] by, double factor, int length) {
        for (int from = 0; from < length; from += STRETCH) {
            advance(vector, by, factor, from, Math.min(length, from + STRETCH));
        }
    }

    private static void advance(double[] vector, double[] by, double factor, int from, int to) {
        for (int i = from; i < to; i++) {
            vector[i] += factor * by[i];
        }
    }

    /** Makes a vector its multiple, moved by another. */
    static void turn(double[] vector, double[] by, double factor, int length) {
        for (int from = 0; from < length; from += STRETCH) {
            turn(vector, by, factor, from, Math.min(length, from + STRETCH));
        }
    }

    private static void turn(double[] vector, double[] by, double factor, int from, int to) {
        for (int i = from; i < to; i++) {
            vector[i] = by[i] + factor * vector[i];
        }
    }

    /** Adds elements of one vector to those of another. */
    static void add(double[] terms, double[] sums, int first, int end) {
        for (int from = first; from < end; from += STRETCH) {
            addStretch(terms, sums, from, Math.min(end, from + STRETCH));
        }
    }

    private static void addStretch(double[] terms, double[] sums, int from, int to) {
        for (int i = from; i < to; i++) {
            sums[i] += terms[i];
        }
    }

    static void scale(double[] vector, double factor, double[] result) {
        for (int from = 0; from < result.length; from += STRETCH) {
            scale(vector, factor, result, from, Math.min(result.length, from + STRETCH));
        }
    }

    private static void scale(double[] vector, double factor, double[] result, int from, int to) {
        for (int i = from; i < to; i++) {
            result[i] = factor * vector[i];
        }
    }
}
