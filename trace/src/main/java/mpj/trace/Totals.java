package mpj.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** The sums of everything that was recorded, including the events that a trace does not keep. */
final class Totals {
    /** Two ranks. */
    record Pair(int sender, int receiver) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            return sender != other.sender ? Integer.compare(sender, other.sender)
                : Integer.compare(receiver, other.receiver);
        }
    }

    /** The messages that one of their two sides has recorded. */
    static final class Side {
        final Histogram sizes = new Histogram();
        long messages;
        long bytes;

        private void add(long size) {
            messages++;
            bytes += size;
            sizes.add(size);
        }
    }

    private static final class Calls {
        private CallKind kind;
        private long calls;
        private long bytes;
        private long[] nanos;
    }

    private final int size;
    private final Map<String, Calls> calls = new HashMap<>();
    private final Map<Pair, Side> sent = new TreeMap<>();
    private final Map<Pair, Side> arrived = new TreeMap<>();

    /** @param size the number of ranks of the job */
    Totals(int size) {
        this.size = size;
    }

    void call(int rank, CallKind kind, String name, long bytes, long nanos) {
        Calls sum = calls.computeIfAbsent(name, added -> new Calls());
        if (sum.nanos == null) {
            sum.nanos = new long[size];
            sum.kind = kind;
        }
        sum.calls++;
        sum.bytes += bytes;
        sum.nanos[rank] += nanos;
    }

    void sent(int sender, int receiver, long bytes) {
        sent.computeIfAbsent(new Pair(sender, receiver), pair -> new Side()).add(bytes);
    }

    void arrived(int sender, int receiver, long bytes) {
        arrived.computeIfAbsent(new Pair(sender, receiver), pair -> new Side()).add(bytes);
    }

    /** The number of calls. */
    long calls() {
        return calls.values().stream().mapToLong(sum -> sum.calls).sum();
    }

    /** The number of messages. */
    long messages() {
        long[] messages = new long[1];
        forEachPair((pair, side) -> messages[0] += side.messages);
        return messages[0];
    }

    /**
     * Calls the action for each pair that exchanged messages. If the recording of one rank is lost, or ends early, the
     * recording of the other rank is used.
     */
    void forEachPair(BiConsumer<Pair, Side> action) {
        Map<Pair, Side> most = new TreeMap<>(sent);
        arrived.forEach((pair, side) -> most.merge(pair, side, (a, b) -> a.messages >= b.messages ? a : b));
        most.forEach(action);
    }

    /** The cost of each call of MPI over all ranks, with the most expensive call first. */
    List<CallRow> table() {
        List<CallRow> rows = new ArrayList<>();
        calls.forEach((name, sum) -> rows.add(new CallRow(name, sum.kind, sum.calls, sum.bytes, sum.nanos)));
        rows.sort(Comparator.comparingLong(CallRow::sum).reversed());
        return rows;
    }
}
