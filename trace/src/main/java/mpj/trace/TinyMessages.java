package mpj.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Very many messages so short that each costs what any message costs, and carries next to nothing. */
final class TinyMessages implements Pattern {
    private static final long TINY_BYTES = 256;
    private static final long MANY = 1_000;
    /** If so many went as one, what they cost would be what one costs. */
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
