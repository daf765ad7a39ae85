package mpj.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Only one rank works, and all the others wait. If the ranks take turns, they pass on a token. If it is always the same
 * rank, this rank limits the speed of the job.
 */
final class Serialisation implements Pattern {
    /** The smallest share of the job's time that is reported. A smaller share is the start or the end of a pipeline. */
    private static final double LEAST_PART = 0.2;
    /** The smallest number of ranks. Fewer ranks wait for each other anyway. */
    private static final int LEAST_RANKS = 3;
    /**
     * The share of the time in which one rank works alone: if one rank has this share, it counts as always the same
     * rank.
     */
    private static final double ALWAYS = 0.8;

    /**
     * A share of the ranks' waiting time. If the waiting ranks have worked this much before their waits, the one rank
     * only has more of the same work.
     */
    private static final double SHARED = 0.2;

    private record Edge(long time, int rank, boolean begins, Call call) {
    }

    @Override
    public void find(Trace trace, RankCalls calls, Consumer<Finding> findings) {
        int size = trace.size();
        if (size < LEAST_RANKS) {
            return;
        }
        long[] alone = new long[size];
        Map<String, Long> places = new HashMap<>();
        Set<Call> waits = Collections.newSetFromMap(new IdentityHashMap<>());
        Call[] waiting = new Call[size];
        int waitingRanks = 0;
        long before = 0;
        for (Edge edge : edges(trace)) {
            if (waitingRanks == size - 1 && edge.time > before) {
                alone[active(waiting)] += edge.time - before;
                for (Call call : waiting) {
                    if (call != null) {
                        places.merge(call.place(), edge.time - before, Long::sum);
                        waits.add(call);
                    }
                }
            }
            before = edge.time;
            if (edge.begins && waiting[edge.rank] == null) {
                waiting[edge.rank] = edge.call;
                waitingRanks++;
            } else if (!edge.begins && waiting[edge.rank] == edge.call) {
                waiting[edge.rank] = null;
                waitingRanks--;
            }
        }
        long sum = Arrays.stream(alone).sum();
        boolean always = Arrays.stream(alone).max().orElse(0) >= ALWAYS * sum;
        long worked = waits.stream().mapToLong(calls::computedBefore).sum();
        boolean isShared = always && worked >= SHARED * sum * (size - 1); // this is an imbalance
        if (sum >= LEAST_PART * trace.nanos() && !places.isEmpty() && !isShared) {
            findings.accept(finding(size, alone, sum, places));
        }
    }

    private static Finding finding(int size, long[] alone, long sum, Map<String, Long> places) {
        int busiest = 0;
        int taking = 0;
        for (int rank = 0; rank < size; rank++) {
            busiest = alone[rank] > alone[busiest] ? rank : busiest;
            taking += alone[rank] > 0 ? 1 : 0;
        }
        String place = places.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
        String line = place.contains(" at ") ? place.substring(place.indexOf(" at ") + " at ".length()) : "";
        boolean always = alone[busiest] >= ALWAYS * sum;
        String who = always ? "rank " + busiest + " works"
            : "one rank works, and " + taking + " ranks take turns at it";
        return new Finding(Finding.Kind.SERIALISATION, sum * NANOS * (size - 1), always ? busiest : -1, line, -1, line,
            taking, "For " + Finding.time(sum * NANOS) + " only " + who + ", while all the others wait, most of them"
            + " in " + place + ". " + (always ? "Share what rank " + busiest + " does among the ranks."
            : "Let the ranks begin without waiting for the one before."));
    }

    private static int active(Call[] waiting) {
        int rank = 0;
        while (waiting[rank] != null) {
            rank++;
        }
        return rank;
    }

    /**
     * The start and the end of each call that may wait. Calls that start or end MPI are left out, because the others do
     * not wait for the work of a rank whose JVM is still starting.
     */
    private static List<Edge> edges(Trace trace) {
        List<Edge> edges = new ArrayList<>();
        for (Lane lane : trace.lanes()) {
            for (Call call : lane.calls()) {
                if (call.kind().waits() && !CallKind.startsOrEnds(call.name())) {
                    edges.add(new Edge(call.start(), lane.rank(), true, call));
                    edges.add(new Edge(call.end(), lane.rank(), false, call));
                }
            }
        }
        edges.sort(Comparator.comparingLong(Edge::time));
        return edges;
    }
}
