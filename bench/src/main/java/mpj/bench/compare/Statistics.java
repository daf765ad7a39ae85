package mpj.bench.compare;

import java.util.Arrays;

/** The few statistics that a comparison uses. */
final class Statistics {
    private Statistics() {
    }

    static double median(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values to take the median of");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static double geometricMean(double[] values) {
        return Math.exp(Arrays.stream(values).map(Math::log).average()
            .orElseThrow(() -> new IllegalArgumentException("no values to take the mean of")));
    }
}
