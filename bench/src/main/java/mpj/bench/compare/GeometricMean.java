package mpj.bench.compare;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The one figure at the end of a table.
 *
 * @param state of the machine that it holds for
 * @param sizes it is the mean of
 * @param ratios by side; that of the first is 1
 */
record GeometricMean(MachineState state, int sizes, double[] ratios) {
    /** The mean over the sizes, for each state of the machine that there are results in. */
    static List<GeometricMean> of(List<SizeResult> results, int sides) {
        Map<MachineState, List<SizeResult>> byState = results.stream().collect(Collectors.groupingBy(
            SizeResult::state, () -> new EnumMap<>(MachineState.class), Collectors.toList()));
        return byState.entrySet().stream().map(entry -> new GeometricMean(entry.getKey(), entry.getValue().size(),
            IntStream.range(0, sides).mapToDouble(side -> Statistics.geometricMean(entry.getValue().stream()
                .mapToDouble(result -> result.ratio(side).median()).toArray())).toArray())).toList();
    }
}
