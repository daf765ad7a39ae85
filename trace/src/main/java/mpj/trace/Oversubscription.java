package mpj.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/**
 * More ranks of a host have work at the same time than the host has cores. Some of them stand still, and the ranks that
 * wait for them do as well.
 */
final class Oversubscription implements Pattern {
    /**
     * A share of the time that ranks wait for each other. If the lack of cores costs at least this share, the waits are
     * not the program's fault.
     */
    private static final double EXPLAINS = 0.8;
    private static final Set<Finding.Kind> WAITS = Set.of(Finding.Kind.LATE_SENDER, Finding.Kind.LATE_RECEIVER,
        Finding.Kind.IMBALANCE, Finding.Kind.SERIALISATION);

    private record Edge(long time, int change) {
    }

    @Override
    public void find(Trace trace, RankCalls calls, Consumer<Finding> findings) {
        trace.cores().forEach((ranks, cores) -> {
            if (ranks.size() > cores) {
                find(trace, ranks, cores, findings);
            }
        });
    }

    private static void find(Trace trace, Set<Integer> ranks, int cores, Consumer<Finding> findings) {
        long working = ranks.size();
        long before = 0;
        long lost = 0;
        long time = 0;
        for (Edge edge : edges(trace, ranks)) {
            if (working > cores) {
                lost += (working - cores) * (edge.time - before);
                time += edge.time - before;
            }
            before = edge.time;
            working += edge.change;
        }
        if (lost > 0) {
            int first = ranks.stream().min(Comparator.naturalOrder()).orElseThrow();
            String host = first < trace.job().hosts().size() ? trace.job().hosts().get(first) : "";
            findings.accept(new Finding(Finding.Kind.OVERSUBSCRIPTION, lost * NANOS, -1, "", -1, "", ranks.size(),
                String.format(Locale.ROOT, "%d ranks share %d %s%s. For %s more of them have work than there are cores:"
                    + " some wait for a core, and others for these. Which rank comes late is then mostly chance. Start"
                    + " at most %d %s there, or take more hosts.", ranks.size(), cores, cores == 1 ? "core" : "cores",
                    host.isEmpty() ? "" : " of host " + host, Finding.time(time * NANOS), cores,
                    cores == 1 ? "rank" : "ranks")));
        }
    }

    /**
     * The times at which ranks enter and leave MPI. Before its first call and after its last call, a rank has no work.
     */
    private static List<Edge> edges(Trace trace, Set<Integer> ranks) {
        List<Edge> edges = new ArrayList<>();
        for (int rank : ranks) {
            List<Lane> lanes = trace.lanesOf(rank);
            if (lanes.isEmpty()) {
                edges.add(new Edge(0, -1));
                continue;
            }
            List<Call> own = lanes.getFirst().calls();
            edges.add(new Edge(0, -1));
            edges.add(new Edge(own.getFirst().end(), 1));
            for (Call call : own.subList(1, own.size())) {
                edges.add(new Edge(call.start(), -1));
                edges.add(new Edge(call.end(), 1));
            }
            edges.add(new Edge(own.getLast().end(), -1));
        }
        edges.sort(Comparator.comparingLong(Edge::time));
        return edges;
    }

    /** Whether the lack of cores is the cause of such waits, so that they need not be reported one by one. */
    static boolean explains(List<Finding> all, Finding finding) {
        if (!WAITS.contains(finding.kind())) {
            return false;
        }
        double lost = 0;
        double waits = 0;
        for (Finding each : all) {
            lost += each.kind() == Finding.Kind.OVERSUBSCRIPTION ? each.seconds() : 0;
            // The waits of the ranks already contain the time of a serialisation.
            waits += WAITS.contains(each.kind()) && each.kind() != Finding.Kind.SERIALISATION ? each.seconds() : 0;
        }
        return lost > 0 && lost >= EXPLAINS * waits;
    }
}
