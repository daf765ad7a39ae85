package mpj.runtime.hang;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import mpj.runtime.waits.Need;
import mpj.runtime.wire.RankState;

/** A deadlock in words: {@code rank 0 receives from rank 1, tag 5; rank 1 receives from rank 0, tag 7: ...}. */
public final class DeadlockReport {
    private static final int MOST_RANKS = 32;

    private DeadlockReport() {
    }

    /**
     * Describes the ranks that can never go on.
     *
     * @param ranks each rank of the job, and what it is doing
     * @return first a sentence about the ranks that wait for each other in a circle, or about all ranks if there is no
     *     circle; then a line for each rank; empty if every rank may go on
     */
    public static List<String> of(Map<Integer, RankState> ranks) {
        WaitGraph graph = new WaitGraph(ranks);
        List<Integer> stuck = graph.deadlocked();
        if (stuck.isEmpty()) {
            return List.of();
        }
        List<Integer> circle = graph.cycle().isEmpty() ? stuck : graph.cycle();
        return Stream.concat(Stream.of(sentence(circle, ranks)), stuck.stream().limit(MOST_RANKS).flatMap(
            rank -> ranks.get(rank).lines().stream().map(line -> "  rank " + rank + ": " + line))).toList();
    }

    private static String sentence(List<Integer> circle, Map<Integer, RankState> ranks) {
        String who = circle.stream().limit(MOST_RANKS).map(rank -> "rank " + rank + " "
            + ranks.get(rank).calls().getFirst().sentence()).collect(joining("; "));
        String more = circle.size() > MOST_RANKS ? "; and " + (circle.size() - MOST_RANKS) + " more" : "";
        return who + more + ": " + (circle.size() == 1 ? "it" : circle.size() == 2 ? "neither" : "none of these") + " "
            + (circle.size() == 1 ? end(circle, ranks).replace("will be", "will never be") : end(circle, ranks));
    }

    private static String end(List<Integer> circle, Map<Integer, RankState> ranks) {
        if (areAll(circle, ranks, Need.Kind.RECEIVE, Need.Kind.PROBE)) {
            return "will be sent";
        }
        return areAll(circle, ranks, Need.Kind.SEND, Need.Kind.SEND) ? "will be received" : "can go on";
    }

    private static boolean areAll(List<Integer> circle, Map<Integer, RankState> ranks, Need.Kind one,
                                  Need.Kind other) {
        return circle.stream().flatMap(rank -> ranks.get(rank).calls().stream())
            .flatMap(call -> call.needs().stream()).map(each -> each.need().kind())
            .allMatch(kind -> kind == one || kind == other);
    }
}
