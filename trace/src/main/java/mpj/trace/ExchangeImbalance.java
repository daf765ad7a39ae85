package mpj.trace;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Ranks that do the same and exchange messages, and one of them has more work between two exchanges than the others.
 * The others wait for this rank, and ranks that are farther away wait through their neighbours. This looks like late
 * senders, but no message could be sent earlier.
 *
 * <p>A wait counts as such an imbalance under two conditions. Both ranks make both calls, at the same lines. And the
 * rank that is waited for has worked longer since the previous exchange than the waiting rank, by at least
 * {@link #EXPLAINS} of the wait. If the rank that is waited for has itself waited meanwhile, in the same exchange, the
 * wait is attributed to the rank for which that one waited.
 */
final class ExchangeImbalance {
    private static final double NANOS = Pattern.NANOS;
    private static final double EXPLAINS = 0.5;
    /** A delay that has passed through more ranks than this is attributed to nobody. */
    private static final int MOST_STEPS = 64;

    private record Late(int rank, String place, String line) {
    }

    private static final class Cost {
        private final Set<Integer> waiting = new HashSet<>();
        private long nanos;
        private long count;
        private long direct;
        private long workLate;
        private long workOthers;
    }

    private final Waits waits;
    private final RankCalls calls;
    private final Map<Late, Cost> costs = new HashMap<>();

    private ExchangeImbalance(Waits waits, RankCalls calls) {
        this.waits = waits;
        this.calls = calls;
    }

    /** Removes such waits from all waits, and reports them. */
    static void take(Waits waits, RankCalls calls, Consumer<Finding> findings) {
        ExchangeImbalance imbalance = new ExchangeImbalance(waits, calls);
        Set<Waits.Wait> taken = new HashSet<>();
        waits.forEachWait(wait -> {
            if (imbalance.takes(wait)) {
                taken.add(wait);
            }
        });
        waits.removeIf(taken::contains);
        imbalance.costs.forEach((late, cost) -> findings.accept(finding(late, cost)));
    }

    private boolean takes(Waits.Wait wait) {
        Waits.Wait cause = wait;
        for (int step = 0; step < MOST_STEPS; step++) {
            if (cause == null || !isExchange(cause)) {
                return false;
            }
            long late = calls.workedBefore(cause.awaited());
            long own = calls.workedBefore(cause.waiting());
            if (late - own >= EXPLAINS * wait.nanos()) {
                Cost cost = costs.computeIfAbsent(new Late(cause.awaitedRank(), wait.waiting().place(),
                    cause.awaited().line()), added -> new Cost());
                cost.waiting.add(wait.waiting().rank());
                cost.nanos += wait.nanos();
                cost.count++;
                if (cause == wait) {
                    cost.direct++;
                    cost.workLate += late;
                    cost.workOthers += own;
                }
                return true;
            }
            cause = heldUp(cause);
        }
        return false;
    }

    /** Whether both ranks make both calls. */
    private boolean isExchange(Waits.Wait wait) {
        return wait.awaited() != null && calls.visits(wait.awaitedRank(), wait.waiting())
            && calls.visits(wait.waiting().rank(), wait.awaited());
    }

    /** The wait that delayed the rank that is waited for, or null if this rank has not waited. */
    private Waits.Wait heldUp(Waits.Wait wait) {
        Call longest = calls.waitedBefore(wait.awaited(), wait.waiting().start()).longest();
        return longest == null ? null : waits.of(longest);
    }

    private static Finding finding(Late late, Cost cost) {
        double seconds = cost.nanos * NANOS;
        String ratio = cost.direct > 0 && cost.workOthers > 0 && cost.workLate > cost.workOthers
            ? String.format(Locale.ROOT, ": it computes %.1f times as long as they (%s to %s)",
                (double) cost.workLate / cost.workOthers, Finding.time(cost.workLate * NANOS / cost.direct),
                Finding.time(cost.workOthers * NANOS / cost.direct)) : "";
        return new Finding(Finding.Kind.IMBALANCE, seconds, late.rank, late.line,
            cost.waiting.size() == 1 ? cost.waiting.iterator().next() : -1, late.line, cost.count,
            (cost.waiting.size() == 1 ? "Rank " + cost.waiting.iterator().next() + " waits in "
                : cost.waiting.size() + " ranks wait in ") + late.place + " for rank " + late.rank
            + (cost.direct < cost.count ? ", directly or through others" : "") + ratio + ". " + cost.count
            + (cost.count == 1 ? " wait, " : " waits, ") + Finding.time(seconds) + " in all. Give rank " + late.rank
            + " less of the work.");
    }
}
