package mpj.trace;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the call in which a rank was at a given time. */
final class RankCalls {
    private final List<List<Lane>> lanes = new ArrayList<>();
    private final List<Set<String>> places = new ArrayList<>();

    RankCalls(Trace trace) {
        for (int rank = 0; rank < trace.size(); rank++) {
            lanes.add(trace.lanesOf(rank));
            Set<String> own = new HashSet<>();
            lanes.getLast().forEach(lane -> lane.calls().forEach(call -> own.add(call.place())));
            places.add(own);
        }
    }

    /**
     * The call in which a rank was at a time. A call that may wait is preferred. The result is null if the rank was in
     * no call.
     */
    Call at(int rank, long time) {
        Call found = null;
        for (Lane lane : lanes.get(rank)) {
            Call call = lane.at(time);
            if (call != null && (found == null || call.kind().waits())) {
                found = call;
            }
        }
        return found;
    }

    /** The time that the thread of a call had been outside of MPI before the call. */
    long computedBefore(Call call) {
        for (Lane lane : lanes.get(call.rank())) {
            int index = lane.lastBefore(call.start());
            if (index > 0 && lane.calls().get(index) == call) {
                return call.start() - lane.calls().get(index - 1).end();
            }
        }
        return 0;
    }

    /** The time that the thread of a call had been outside of MPI since it was last at the same place. */
    long workedBefore(Call call) {
        for (Lane lane : lanes.get(call.rank())) {
            int index = lane.lastBefore(call.start());
            if (index <= 0 || lane.calls().get(index) != call) {
                continue;
            }
            long worked = 0;
            for (int i = index - 1; i >= 0; i--) {
                Call before = lane.calls().get(i);
                worked += lane.calls().get(i + 1).start() - before.end();
                if (before.isAt(call)) {
                    break;
                }
            }
            return worked;
        }
        return 0;
    }

    /** Whether a rank makes the same call at the same line. */
    boolean visits(int rank, Call place) {
        return places.get(rank).contains(place.place());
    }

    /** The call in which the thread of a call waited longest between a time and that call, and the sum of its waits. */
    Waited waitedBefore(Call call, long from) {
        Call longest = null;
        long most = 0;
        long sum = 0;
        for (Lane lane : lanes.get(call.rank())) {
            int index = lane.lastBefore(call.start());
            if (index <= 0 || lane.calls().get(index) != call) {
                continue;
            }
            for (int i = index - 1; i >= 0 && lane.calls().get(i).end() > from; i--) {
                Call before = lane.calls().get(i);
                long nanos = before.end() - Math.max(before.start(), from);
                if (before.kind().waits()) {
                    sum += nanos;
                    if (nanos > most) {
                        most = nanos;
                        longest = before;
                    }
                }
            }
        }
        return new Waited(longest, sum);
    }

    /** @param longest the call with the longest wait, or null if there was none */
    record Waited(Call longest, long nanos) {
    }
}
