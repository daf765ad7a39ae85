package mpj.bench.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The whole of a run. Every report is made from it.
 *
 * @param date the date and time, as text
 * @param machine facts about the machine, by name
 * @param sides the sides; the first one is compared with each of the others
 * @param ranks the number of ranks of each job
 * @param warnings sentences that a reader must know, for example that the comparison is not fair or ended early
 * @param tables one table for each benchmark
 */
record Comparison(String date, Map<String, String> machine, List<SideDescription> sides, int ranks,
                  List<String> warnings, List<BenchmarkTable> tables) {

    /**
     * The description of a side, from which the reader can start it again.
     *
     * @param label the name of the side in tables
     * @param library the library's own description of itself
     * @param command the command that started the side
     */
    record SideDescription(String label, String library, String command) {
    }

    /**
     * The results of one benchmark.
     *
     * @param benchmark the name of the benchmark
     * @param runs the runs by size
     * @param limits the floors; each has a figure for every size
     */
    record BenchmarkTable(String benchmark, List<SizeRun> runs, List<LimitCurve> limits) {
        /** The results by size, and by state within a size. */
        List<SizeResult> results() {
            return runs.stream().flatMap(run -> run.results().stream()).toList();
        }

        /** The runs of the sizes at which nothing could be compared. */
        List<SizeRun> without() {
            return runs.stream().filter(run -> run.results().isEmpty()).toList();
        }

        /** One sentence for each of these states that did not come for all sizes. */
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

        /**
         * One result for each size that has results: the result of the state in which most of the size's rounds were.
         */
        List<SizeResult> mostFrequentStates() {
            return runs.stream().filter(run -> !run.results().isEmpty()).map(run -> run.results().stream()
                .max(Comparator.comparingInt(result -> result.rounds().size())).orElseThrow())
                .sorted(Comparator.comparingInt(SizeResult::bytes)).toList();
        }
    }

    /**
     * A floor under the curves.
     *
     * @param label the name of the measurement
     * @param microseconds by message size
     */
    record LimitCurve(String label, Map<Integer, Double> microseconds) {
    }

    /** Whether there is no result at all. */
    boolean isEmpty() {
        return tables.stream().allMatch(table -> table.results().isEmpty());
    }

    List<String> labels() {
        return sides.stream().map(SideDescription::label).toList();
    }
}
