package mpj.trace;

import java.util.Map;
import java.util.TreeMap;

/** Who sends how much to whom. */
final class Traffic {
    /**
     * What went from one to the other.
     *
     * @param messages how many
     * @param bytes in all
     * @param nanos from each message's departure to its arrival, added up
     */
    record Sum(long messages, long bytes, long nanos) {
    }

    private Traffic() {
    }

    /** Only the pairs that had something to say. */
    static Map<Totals.Pair, Sum> of(Trace trace) {
        Map<Totals.Pair, Long> nanos = new TreeMap<>();
        for (Message message : trace.messages()) {
            if (message.isComplete()) {
                nanos.merge(new Totals.Pair(message.sender, message.receiver),
                    Math.max(0, message.received() - message.sent), Long::sum);
            }
        }
        Map<Totals.Pair, Sum> sums = new TreeMap<>();
        trace.totals().forEachPair((pair, side) -> sums.put(pair, new Sum(side.messages, side.bytes,
            Math.round(nanos.getOrDefault(pair, 0L) / trace.slices().share()))));
        return sums;
    }
}
