package mpj.runtime.hang;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mpj.runtime.waits.Need;
import mpj.runtime.wire.BlockedCall;
import mpj.runtime.wire.NeedWords;
import mpj.runtime.wire.RankState;

/**
 * Shows which rank waits for which, and finds the ranks that can never go on. There are "and" waits, of a call that
 * needs several messages, and "or" waits, of a call that takes the first of several messages, or a message from any
 * rank.
 *
 * <p>The search removes a rank that can go on, or that a removed rank may set free, and repeats this as long as it can.
 * The ranks that remain wait for each other: each has some need that only remaining ranks can meet. (Chandy, Misra and
 * Haas, "Distributed Deadlock Detection", ACM TOCS 1(2), 1983, have both models. With all states in one place, a fixed
 * point is enough for both.)
 */
public final class WaitGraph {
    private final Map<Integer, RankState> ranks;
    private final BitSet stuck = new BitSet();

    /** @param ranks each rank of the job, and what it is doing */
    public WaitGraph(Map<Integer, RankState> ranks) {
        this.ranks = new TreeMap<>(ranks);
        ranks.keySet().forEach(stuck::set);
        boolean any = true;
        while (any) {
            any = false;
            for (Map.Entry<Integer, RankState> each : this.ranks.entrySet()) {
                int rank = each.getKey();
                if (stuck.get(rank) && mayGoOn(rank, each.getValue())) {
                    stuck.clear(rank);
                    any = true;
                }
            }
        }
    }

    /** The ranks that wait and can never go on, without ranks that have ended. */
    public List<Integer> deadlocked() {
        return stuck.stream().filter(rank -> !hasEnded(ranks.get(rank))).boxed().toList();
    }

    /**
     * Some of these ranks that wait for each other in a circle, in that order: each waits for the next. Empty if there
     * is no circle, as when a rank waits for a rank that has ended.
     */
    public List<Integer> cycle() {
        for (int start : deadlocked()) {
            List<Integer> path = new ArrayList<>();
            Map<Integer, Integer> places = new HashMap<>();
            for (int rank = start; rank >= 0; rank = awaited(rank)) {
                Integer place = places.putIfAbsent(rank, path.size());
                if (place != null) {
                    return path.subList(place, path.size());
                }
                path.add(rank);
            }
        }
        return List.of();
    }

    /** A deadlocked rank for which this one waits, or -1. */
    private int awaited(int rank) {
        for (BlockedCall call : ranks.get(rank).calls()) {
            for (NeedWords each : call.needs()) {
                if (!isMet(rank, each.need())) {
                    for (int other : awaitedBy(each.need())) {
                        if (stuck.get(other) && !hasEnded(ranks.get(other))) {
                            return other;
                        }
                    }
                }
            }
        }
        return -1;
    }

    private Iterable<Integer> awaitedBy(Need need) {
        return need.kind() != Need.Kind.FINALIZE ? need.ranks()
            : ranks.keySet().stream().filter(rank -> !isFinalizing(ranks.get(rank))).toList();
    }

    private static boolean hasEnded(RankState state) {
        return !state.goesOn() && state.calls().isEmpty();
    }

    private boolean mayGoOn(int rank, RankState state) {
        return state.goesOn() || state.calls().stream().anyMatch(call -> mayReturn(rank, call));
    }

    private boolean mayReturn(int rank, BlockedCall call) {
        return call.any() ? call.needs().stream().anyMatch(each -> isMet(rank, each.need()))
            : call.needs().stream().allMatch(each -> isMet(rank, each.need()));
    }

    private boolean isMet(int rank, Need need) {
        if (need.underWay()) {
            return true;
        }
        if (need.kind() == Need.Kind.FINALIZE) {
            return ranks.entrySet().stream().allMatch(other -> other.getKey() == rank || !stuck.get(other.getKey())
                || isFinalizing(other.getValue()));
        }
        return need.ranks().stream().anyMatch(other -> !stuck.get(other));
    }

    /**
     * A rank that has ended counts as well, because Finalize need not wait for it: the launcher's fence takes care of
     * that.
     */
    private static boolean isFinalizing(RankState state) {
        return hasEnded(state) || state.calls().stream().anyMatch(call -> call.needs().stream().anyMatch(
            each -> each.need().kind() == Need.Kind.FINALIZE));
    }
}
