package mpj.bench.compare;

import java.util.Arrays;

/** A median, with the range of the values. */
record Spread(double median, double least, double most) {
    static Spread of(double[] values) {
        return new Spread(Statistics.median(values), Arrays.stream(values).min().orElseThrow(),
            Arrays.stream(values).max().orElseThrow());
    }
}
