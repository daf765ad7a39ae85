package mpj.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Ranks that wait for each other in a circle when the recording ends. Each rank waits for one other rank, so a walk
 * from rank to rank finds the circle.
 */
final class Deadlocks implements Pattern {
    @Override
    public void find(Trace trace, RankCalls calls, Consumer<Finding> findings) {
        Map<Integer, Blocked> waits = new HashMap<>();
        for (Blocked blocked : trace.blocked()) {
            if (blocked.peer() >= 0) {
                waits.putIfAbsent(blocked.rank(), blocked);
            }
        }
        Set<Integer> seen = new HashSet<>();
        for (int first = 0; first < trace.size(); first++) {
            List<Blocked> way = new ArrayList<>();
            for (Blocked at = waits.get(first); at != null && seen.add(at.rank()); at = waits.get(at.peer())) {
                way.add(at);
            }
            report(trace, way, findings);
        }
    }

    /**
     * Reports the circle, if the last rank of the way waits for a rank on the way. The ranks before that one do not
     * belong to the circle.
     */
    private static void report(Trace trace, List<Blocked> way, Consumer<Finding> findings) {
        for (int i = 0; i < way.size(); i++) {
            if (way.get(i).rank() == way.getLast().peer()) {
                List<Blocked> circle = way.subList(i, way.size());
                double seconds = 0;
                StringBuilder words = new StringBuilder();
                for (Blocked blocked : circle) {
                    seconds += Math.max(0, trace.nanos() - blocked.since()) * NANOS;
                    words.append(words.isEmpty() ? "" : "; ").append(blocked.words());
                }
                Blocked at = circle.getFirst();
                findings.accept(new Finding(Finding.Kind.DEADLOCK, seconds, at.rank(), at.line(), at.peer(),
                    circle.getLast().line(), circle.size(), "Deadlock of " + circle.size()
                    + (circle.size() == 1 ? " rank: " : " ranks: ") + words + ". None of these will be answered: "
                    + advice(circle)));
                return;
            }
        }
    }

    private static String advice(List<Blocked> circle) {
        long receivers = circle.stream().filter(Blocked::receives).count();
        if (receivers == circle.size()) {
            return "let one of them send before it receives, or use Sendrecv or Irecv.";
        }
        return receivers == 0 ? "let one of them receive before it sends, or use Sendrecv or Isend."
            : "let one of them make its calls in another order, or use Isend or Irecv.";
    }
}
