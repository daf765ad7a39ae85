package mpj.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Very many messages that are so short that each one has the full cost of a message, but carries hardly any data. */
final class TinyMessages implements Pattern {
    private static final long TINY_BYTES = 256;
    private static final long MANY = 1_000;
    /** If this many messages were sent as one, they would have the cost of one message. */
    private static final int TOGETHER = 100;

    private record Place(int rank, String place, String line) {
    }

    private static final class Sum {
        private long calls;
        private long bytes;
        private long nanos;
    }

    @Override
    public void find(Trace trace, RankCalls calls, Consumer<Finding> findings) {
        Map<Place, Sum> sums = new HashMap<>();
        for (Lane lane : trace.lanes()) {
            for (Call call : lane.calls()) {
                if (call.kind() == CallKind.SEND && call.bytes() <= TINY_BYTES) {
                    Sum sum = sums.computeIfAbsent(new Place(lane.rank(), call.place(), call.line()),
                        place -> new Sum());
                    sum.calls++;
                    sum.bytes += call.bytes();
                    sum.nanos += call.nanos();
                }
            }
        }
        sums.forEach((place, sum) -> {
            if (sum.calls >= MANY) {
                double saved = sum.nanos * NANOS * (TOGETHER - 1) / TOGETHER;
                findings.accept(new Finding(Finding.Kind.TINY_MESSAGES, saved, place.rank, place.line, -1, "",
                    sum.calls, "Rank " + place.rank + " sends " + sum.calls + " messages of "
                    + sum.bytes / sum.calls + " bytes on average in " + place.place + ", "
                    + Finding.time(sum.nanos * NANOS) + " in all. Send many values in one message."));
            }
        });
    }
}
