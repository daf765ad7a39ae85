package mpj.bench.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures how long the shortest job takes, from the start of the launcher to its end. */
final class NodeStarts {
    static final String NAME = "start";
    /** The first job also makes the archives of classes, which may take a minute. */
    private static final long LIMIT_SECONDS = 100;

    private final NodeScope scope;
    private final int ranks;
    private final Effort effort;
    private final NodeLog log;

    NodeStarts(NodeScope scope, int ranks, Effort effort, NodeLog log) {
        this.scope = scope;
        this.ranks = ranks;
        this.effort = effort;
        this.log = log;
    }

    /** Measures by turns. The first start of each library is not counted. */
    void measure(Deadline deadline) {
        Map<Entrant, List<Double>> values = new LinkedHashMap<>();
        Set<Entrant> failed = new LinkedHashSet<>();
        for (int round = 0; round <= effort.starts(); round++) {
            for (Entrant entrant : round % 2 == 0 ? scope.entrants() : scope.entrants().reversed()) {
                if (failed.contains(entrant)) {
                    continue;
                }
                if (!deadline.allows(0)) {
                    log.note("The start of a job with " + ranks + " ranks was measured less often than planned:"
                        + " --minutes is over.");
                    report(values);
                    return;
                }
                try {
                    double seconds = run(entrant);
                    if (round > 0) {
                        values.computeIfAbsent(entrant, key -> new ArrayList<>()).add(seconds);
                    }
                } catch (IOException e) {
                    failed.add(entrant);
                    log.note(e.getMessage());
                }
            }
        }
        report(values);
    }

    private double run(Entrant entrant) throws IOException {
        Peer.Launch launch = entrant.hello(ranks);
        if (launch == null) {
            throw new IOException("The start of a job of " + entrant.label() + " is left out: there is no compiler for"
                + " bench/native/hello.c.");
        }
        long start = System.nanoTime();
        JobOutput.textOf(entrant.peer(), launch, LIMIT_SECONDS);
        return (System.nanoTime() - start) / 1e9;
    }

    private void report(Map<Entrant, List<Double>> values) {
        values.forEach((entrant, own) -> log.add(new Measured(NAME, ranks, 0, entrant.label(), "s",
            Spread.of(own.stream().mapToDouble(Double::doubleValue).toArray()), own.size())));
    }
}
