package mpj.trace;

import java.util.Map;
import java.util.TreeMap;

/** Who sends how much to whom. */
final class Traffic {
    /** Two ranks. */
    record Pair(int sender, int receiver) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            return sender != other.sender ? Integer.compare(sender, other.sender)
                : Integer.compare(receiver, other.receiver);
        }
    }

    /** What went from one to the other. Time is from a message's departure to its arrival. */
    static final class Sum {
        long messages;
        long bytes;
        long nanos;
    }

    private Traffic() {
    }

    /** Only the pairs that had something to say. */
    static Map<Pair, Sum> of(Trace trace) {
        Map<Pair, Sum> sums = new TreeMap<>();
        for (Message message : trace.messages()) {
            Sum sum = sums.computeIfAbsent(new Pair(message.sender, message.receiver), pair -> new Sum());
            sum.messages++;
            sum.bytes += message.bytes;
            sum.nanos += message.isComplete() ? Math.max(0, message.received() - message.sent) : 0;
        }
        return sums;
    }
}
