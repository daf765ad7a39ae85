package mpj.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What each call of MPI has cost, over all ranks. */
final class CallTable {
    /**
     * One call.
     *
     * @param name of the call
     * @param kind of it
     * @param calls how many
     * @param bytes in all
     * @param nanos by rank
     */
    record Row(String name, CallKind kind, long calls, long bytes, long[] nanos) {
        long sum() {
            long sum = 0;
            for (long each : nanos) {
                sum += each;
            }
            return sum;
        }

        long least() {
            long least = Long.MAX_VALUE;
            for (long each : nanos) {
                least = Math.min(least, each);
            }
            return least;
        }

        long most() {
            long most = 0;
            for (long each : nanos) {
                most = Math.max(most, each);
            }
            return most;
        }
    }

    private static final class Sum {
        private CallKind kind;
        private long calls;
        private long bytes;
        private long[] nanos;
    }

    private CallTable() {
    }

    /** The rows, the dearest first. */
    static List<Row> of(Trace trace) {
        Map<String, Sum> sums = new HashMap<>();
        for (Lane lane : trace.lanes()) {
            for (Call call : lane.calls()) {
                Sum sum = sums.computeIfAbsent(call.name(), name -> new Sum());
                if (sum.nanos == null) {
                    sum.nanos = new long[trace.size()];
                    sum.kind = call.kind();
                }
                sum.calls++;
                sum.bytes += call.bytes();
                sum.nanos[call.rank()] += call.nanos();
            }
        }
        List<Row> rows = new ArrayList<>();
        sums.forEach((name, sum) -> rows.add(new Row(name, sum.kind, sum.calls, sum.bytes, sum.nanos)));
        rows.sort(Comparator.comparingLong(Row::sum).reversed());
        return rows;
    }
}
