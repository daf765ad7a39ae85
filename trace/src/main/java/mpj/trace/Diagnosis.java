package mpj.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The faults of a job, in words, with the most expensive fault first. */
final class Diagnosis {
    /** The smallest share of the job's time that is reported. */
    private static final double WORTH = 0.005;
    private static final int MOST_OF_A_KIND = 10;
    private static final List<Pattern> PATTERNS = List.of(new Deadlocks(), new Oversubscription(), new LateSenders(),
        new LateReceivers(), new CollectiveImbalance(), new Serialisation(), new TinyMessages(),
        new UnexpectedMessages());

    private Diagnosis() {
    }

    static List<Finding> of(Trace trace) {
        List<Finding> all = new ArrayList<>();
        RankCalls calls = new RankCalls(trace);
        for (Pattern pattern : PATTERNS) {
            pattern.find(trace, calls, finding -> all.add(finding.ofShare(trace.slices().share())));
        }
        List<Finding> found = List.copyOf(all);
        all.removeIf(finding -> Oversubscription.explains(found, finding));
        double least = WORTH * trace.nanos() * Pattern.NANOS;
        all.sort(Comparator.comparing((Finding finding) -> finding.kind() != Finding.Kind.DEADLOCK)
            .thenComparing(Comparator.comparingDouble(Finding::seconds).reversed()));
        List<Finding> worthwhile = new ArrayList<>();
        Map<Finding.Kind, Integer> kinds = new EnumMap<>(Finding.Kind.class);
        for (Finding finding : all) {
            boolean worth = finding.kind() == Finding.Kind.DEADLOCK || finding.seconds() >= least;
            if (worth && kinds.merge(finding.kind(), 1, Integer::sum) <= MOST_OF_A_KIND) {
                worthwhile.add(finding);
            }
        }
        return worthwhile;
    }
}
