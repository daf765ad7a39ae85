package mpj.trace;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Waiting times, added up by who waits where for whom. A call that waits for several messages, as Waitall does, counts
 * once: for the one it waits longest for.
 */
final class Waits {
    /**
     * Who waits where for whom.
     *
     * @param waiting place of the call that waits
     * @param waitingRank its rank
     * @param awaited place of the call that comes late; empty when it is not known
     * @param awaitedRank its rank
     */
    record Pair(String waiting, String waitingLine, int waitingRank, String awaited, String awaitedLine,
                int awaitedRank) {
    }

    /** What a pair has cost. */
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

    /** A call waits so long for a rank that is late in another call, which may be null. */
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
