package mpj.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A collective that some ranks reach late. All other ranks wait in the collective for the last rank. The last rank
 * either has more work than the others, or has itself waited before the collective. In the second case, the cause of
 * its wait is the thing to correct.
 */
final class CollectiveImbalance implements Pattern {
    private record Instance(int context, String name, long slice, int number) {
    }

    /**
     * The number of times that a rank calls a collective in a slice of time. The number of the instance is not used
     * here.
     */
    private record Share(Instance called, int rank) {
    }

    private record Late(int rank, String place, String line) {
    }

    private static final class Cost {
        private long waited;
        private long count;
        private long computedLate;
        private long computedOthers;
        private long others;
        /** The time from the arrival of the first rank to the arrival of the last rank. */
        private long late;
        private long waitedItself;
        private RankCalls.Waited longest = new RankCalls.Waited(null, 0);

        private void came(Call last, long first, RankCalls calls) {
            RankCalls.Waited waitedBefore = calls.waitedBefore(last, first);
            late += last.start() - first;
            waitedItself += waitedBefore.nanos();
            if (waitedBefore.nanos() > longest.nanos()) {
                longest = waitedBefore;
            }
        }

        private boolean isCausedByOthers() {
            return 2 * waitedItself > late;
        }
    }

    @Override
    public void find(Trace trace, RankCalls calls, Consumer<Finding> findings) {
        Map<Late, Cost> costs = new HashMap<>();
        for (List<Call> together : instances(trace).values()) {
            Call last = together.getFirst();
            long first = last.start();
            for (Call call : together) {
                last = call.start() > last.start() ? call : last;
                first = Math.min(first, call.start());
            }
            if (together.size() < 2 || !together.stream().allMatch(Call::returned)) {
                continue; // if a call has not returned, the rank for which it waits has not arrived
            }
            Cost cost = costs.computeIfAbsent(new Late(last.rank(), last.place(), last.line()), late -> new Cost());
            cost.count++;
            cost.computedLate += calls.computedBefore(last);
            cost.came(last, first, calls);
            for (Call call : together) {
                if (call != last) {
                    cost.waited += Math.max(0, Math.min(last.start(), call.end()) - call.start());
                    cost.computedOthers += calls.computedBefore(call);
                    cost.others++;
                }
            }
        }
        costs.forEach((late, cost) -> findings.accept(finding(late, cost)));
    }

    private static Finding finding(Late late, Cost cost) {
        double own = (double) cost.computedLate / cost.count;
        double others = (double) cost.computedOthers / cost.others;
        boolean itself = cost.isCausedByOthers();
        String ratio = !itself && others > 0 && own > others
            ? String.format(Locale.ROOT, ": it computes %.1f times as long as they (%s to %s)", own / others,
                Finding.time(own * NANOS), Finding.time(others * NANOS)) : "";
        return new Finding(Finding.Kind.IMBALANCE, cost.waited * NANOS, late.rank, late.line, -1, late.line,
            cost.count, "The others wait in " + late.place + " for rank " + late.rank + ", which comes last"
            + (cost.count == 1 ? "" : " " + cost.count + " times") + ratio + ". They wait "
            + Finding.time(cost.waited * NANOS) + " in all. "
            + (itself ? "Rank " + late.rank + " itself waits before it comes, mostly in "
                + cost.longest.longest().place() + ". Remove the cause of this wait first."
                : "Give rank " + late.rank + " less of the work."));
    }

    /**
     * Finds the calls that belong together. The n-th collective of a name on a communicator is the same one on all
     * ranks. Within a slice of time, this holds if all ranks have called it equally often in the slice. If they have
     * not, nobody knows which calls belong together.
     */
    private static Map<Instance, List<Call>> instances(Trace trace) {
        Map<Instance, List<Call>> instances = new HashMap<>();
        Map<Share, Integer> numbers = new HashMap<>();
        for (Lane lane : trace.lanes()) {
            for (Call call : lane.calls()) {
                if (call.kind() == CallKind.COLLECTIVE && !CallKind.startsOrEnds(call.name())) {
                    long slice = trace.slices().number(call.end());
                    Instance all = new Instance(call.context(), call.name(), slice, 0);
                    int number = numbers.merge(new Share(all, lane.rank()), 1, Integer::sum);
                    instances.computeIfAbsent(new Instance(call.context(), call.name(), slice, number),
                        instance -> new ArrayList<>()).add(call);
                }
            }
        }
        if (!trace.slices().isAll()) {
            Map<Instance, Set<Integer>> often = new HashMap<>();
            numbers.forEach((share, number) ->
                often.computeIfAbsent(share.called, called -> new HashSet<>()).add(number));
            instances.keySet().removeIf(instance -> often.get(new Instance(instance.context, instance.name,
                instance.slice, 0)).size() > 1);
        }
        return instances;
    }
}
