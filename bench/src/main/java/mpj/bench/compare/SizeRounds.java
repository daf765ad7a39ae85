package mpj.bench.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects the rounds at one size. */
final class SizeRounds {
    private final String benchmark;
    private final int bytes;
    private final long iterations;
    private final Map<MachineState, List<Round>> byState = new EnumMap<>(MachineState.class);
    private final Map<Objection, Integer> objections = new EnumMap<>(Objection.class);
    private int attempts;

    SizeRounds(String benchmark, int bytes, long iterations) {
        this.benchmark = benchmark;
        this.bytes = bytes;
        this.iterations = iterations;
    }

    long iterations() {
        return iterations;
    }

    int bytes() {
        return bytes;
    }

    /** How many rounds were run, steady or not. */
    int attempts() {
        return attempts;
    }

    void add(Round round) {
        attempts++;
        Objection objection = round.objection();
        if (objection != null) {
            objections.merge(objection, 1, Integer::sum);
        } else {
            byState.computeIfAbsent(round.state(), state -> new ArrayList<>()).add(round);
        }
    }

    /** How many rounds were steady, in any state. */
    int steady() {
        return byState.values().stream().mapToInt(List::size).sum();
    }

    int steady(MachineState state) {
        return byState.getOrDefault(state, List.of()).size();
    }

    /** The results of the rounds: one result for each state in which the machine was seen. */
    SizeRun run(double foreignLoad) {
        Discarded discarded = new Discarded(objections);
        List<SizeResult> results = byState.entrySet().stream().map(entry -> new SizeResult(benchmark, bytes,
            iterations, entry.getKey(), List.copyOf(entry.getValue()), discarded, foreignLoad)).toList();
        return new SizeRun(bytes, attempts, discarded, foreignLoad, results);
    }
}
