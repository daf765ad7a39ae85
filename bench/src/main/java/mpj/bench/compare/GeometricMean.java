package mpj.bench.compare;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The one figure at the end of a table.
 *
 * @param state the state of the machine for which the mean holds
 * @param sizes how many sizes the mean is over
 * @param ratios the ratio of each side, which is 1 for the first side
 */
record GeometricMean(MachineState state, int sizes, double[] ratios) {
    /** The mean over the sizes, for each state of the machine that has results. */
    static List<GeometricMean> of(List<SizeResult> results, int sides) {
        Map<MachineState, List<SizeResult>> byState = results.stream().collect(Collectors.groupingBy(
            SizeResult::state, () -> new EnumMap<>(MachineState.class), Collectors.toList()));
        return byState.entrySet().stream().map(entry -> new GeometricMean(entry.getKey(), entry.getValue().size(),
            IntStream.range(0, sides).mapToDouble(side -> Statistics.geometricMean(entry.getValue().stream()
                .mapToDouble(result -> result.ratio(side).median()).toArray())).toArray())).toList();
    }
}
