package mpj.npb.cg;

/** Loops over vectors. Sums add the elements in their order. */
final class Vectors {
    private Vectors() {
    }

    static double dot(double[] one, double[] other, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            sum += one[i] * other[i];
        }
        return sum;
    }

    /** The square of the distance between two vectors. */
    static double distance(double[] one, double[] other, int length) {
        double sum = 0;
        for (int i = 0; i < length; i++) {
            double difference = one[i] - other[i];
            sum += difference * difference;
        }
        return sum;
    }

    /** Adds a multiple of one vector to another. */
    static void advance(double[] vector, double[] by, double factor, int length) {
        for (int i = 0; i < length; i++) {
            vector[i] += factor * by[i];
        }
    }

    /** Multiplies a vector by a factor, and adds another vector. */
    static void turn(double[] vector, double[] by, double factor, int length) {
        for (int i = 0; i < length; i++) {
            vector[i] = by[i] + factor * vector[i];
        }
    }

    /** Adds elements of one vector to those of another. */
    static void add(double[] terms, double[] sums, int first, int end) {
        for (int i = first; i < end; i++) {
            sums[i] += terms[i];
        }
    }

    static void scale(double[] vector, double factor, double[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = factor * vector[i];
        }
    }
}
