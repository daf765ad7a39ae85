package mpj.trace;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Waiting times, added up for each pair of a waiting call and an awaited call. A call that waits for several messages,
 * such as Waitall, counts once: for the message for which it waits longest.
 */
final class Waits {
    /**
     * A waiting rank and an awaited rank, each with its place.
     *
     * @param waiting the place of the call that waits
     * @param waitingRank the rank that waits
     * @param awaited the place of the call that comes late; empty if it is not known
     * @param awaitedRank the rank that comes late
     */
    record Pair(String waiting, String waitingLine, int waitingRank, String awaited, String awaitedLine,
                int awaitedRank) {
    }

    /** The cost of a pair. */
    static final class Sum {
        long nanos;
        long count;
    }

    /**
     * A wait.
     *
     * @param awaited the call that comes late; null if it is not known
     */
    record Wait(Call waiting, long nanos, int awaitedRank, Call awaited) {
        Pair pair() {
            return new Pair(waiting.place(), waiting.line(), waiting.rank(), awaited == null ? "" : awaited.place(),
                awaited == null ? "" : awaited.line(), awaitedRank);
        }
    }

    private final Map<Call, Wait> longest = new IdentityHashMap<>();

    /** Adds the time that a call waits for a rank which is late in another call. The other call may be null. */
    void add(Call waiting, long nanos, int awaitedRank, Call awaited) {
        Wait known = longest.get(waiting);
        if (nanos > 0 && (known == null || known.nanos < nanos)) {
            longest.put(waiting, new Wait(waiting, nanos, awaitedRank, awaited));
        }
    }

    /** The wait of a call, or null. */
    Wait of(Call waiting) {
        return longest.get(waiting);
    }

    void forEachWait(Consumer<Wait> action) {
        longest.values().forEach(action);
    }

    void removeIf(Predicate<Wait> told) {
        longest.values().removeIf(told);
    }

    void forEach(BiConsumer<Pair, Sum> action) {
        Map<Pair, Sum> sums = new HashMap<>();
        for (Wait wait : longest.values()) {
            Sum sum = sums.computeIfAbsent(wait.pair(), pair -> new Sum());
            sum.nanos += wait.nanos;
            sum.count++;
        }
        sums.forEach(action);
    }
}
