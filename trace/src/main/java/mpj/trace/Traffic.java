package mpj.trace;

import java.util.Map;
import java.util.TreeMap;

/** The amount that each rank sends to each other rank. */
final class Traffic {
    /**
     * The messages from one rank to another.
     *
     * @param messages the number of messages
     * @param bytes the sum of their sizes
     * @param nanos the time from each message's departure to its arrival, added up
     */
    record Sum(long messages, long bytes, long nanos) {
    }

    private Traffic() {
    }

    /** The sums of the pairs that exchanged messages. */
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
