package mpj.bench.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All of a run: what every report is made from.
 *
 * @param date when, as text
 * @param machine facts about it, by name
 * @param sides the first is compared with each of the others
 * @param ranks of each job
 * @param warnings sentences on what a reader must know: that it is not fair, that it ended early
 * @param tables one for each benchmark
 */
record Comparison(String date, Map<String, String> machine, List<SideDescription> sides, int ranks,
                  List<String> warnings, List<BenchmarkTable> tables) {

    /**
     * A side, for the reader to start again.
     *
     * @param label its name in tables
     * @param library what the library says of itself
     * @param command what started it
     */
    record SideDescription(String label, String library, String command) {
    }

    /**
     * The results of one benchmark.
     *
     * @param benchmark its name
     * @param runs by size
     * @param limits the floors, each with a figure for every size
     */
    record BenchmarkTable(String benchmark, List<SizeRun> runs, List<LimitCurve> limits) {
        /** By size, and by state within a size. */
        List<SizeResult> results() {
            return runs.stream().flatMap(run -> run.results().stream()).toList();
        }

        /** The sizes at which nothing could be compared. */
        List<SizeRun> without() {
            return runs.stream().filter(run -> run.results().isEmpty()).toList();
        }

        /** A sentence for each of these states that did not come for some size. */
        List<String> without(Set<MachineState> states) {
            List<String> sentences = new ArrayList<>();
            for (MachineState state : states) {
                List<String> sizes = runs.stream()
                    .filter(run -> run.results().stream().noneMatch(result -> result.state() == state))
                    .map(run -> Sizes.label(run.bytes())).toList();
                if (sizes.size() == runs.size()) {
                    sentences.add(benchmark + ": the cores were at no time " + state.label());
                } else if (!sizes.isEmpty()) {
                    sentences.add(benchmark + ": the cores were not long enough " + state.label() + " for "
                        + String.join(", ", sizes) + " bytes");
                }
            }
            return sentences;
        }

        /** One result for each size that has any: that of the state in which most of its rounds were. */
        List<SizeResult> mostFrequentStates() {
            return runs.stream().filter(run -> !run.results().isEmpty()).map(run -> run.results().stream()
                .max(Comparator.comparingInt(result -> result.rounds().size())).orElseThrow())
                .sorted(Comparator.comparingInt(SizeResult::bytes)).toList();
        }
    }

    /**
     * A floor under the curves.
     *
     * @param label what was measured
     * @param microseconds by message size
     */
    record LimitCurve(String label, Map<Integer, Double> microseconds) {
    }

    /** Whether there is a result at all. */
    boolean isEmpty() {
        return tables.stream().allMatch(table -> table.results().isEmpty());
    }

    List<String> labels() {
        return sides.stream().map(SideDescription::label).toList();
    }
}
