package mpj.bench.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;

/** The conditions under which a comparison means anything. */
final class Fairness {
    static final long IDLE_WATCH_MILLISECONDS = 500;

    private Fairness() {
    }

    /** The reasons not to compare these sides now; none if the comparison is fair. All sides must be asleep. */
    static List<String> objections(List<Side> sides, double loadLimit) {
        List<String> objections = new ArrayList<>();
        double load = load(sides);
        if (load > loadLimit) {
            objections.add(String.format(Locale.ROOT, "other processes use %.0f %% of the machine (limit %.0f %%)",
                100 * load, 100 * loadLimit));
        }
        // With more ranks than cores no rank is bound. The binding of some sides cannot be seen.
        List<Side> boundSides = sides.stream().filter(side -> side.fits() && side.pids().length > 0).toList();
        for (Side side : boundSides) {
            List<BitSet> bindings = cores(side);
            List<BitSet> expected = cores(boundSides.getFirst());
            // A rank may be bound to all hardware threads of one core.
            if (bindings.stream().anyMatch(cores -> cores.cardinality() != 1)) {
                objections.add(side.peer().label() + " is not bound, a rank each to one core: " + bindings);
            } else if (!bindings.equals(expected)) {
                objections.add(side.peer().label() + " is bound to cores " + bindings + ", "
                    + boundSides.getFirst().peer().label() + " to " + expected);
            }
        }
        return objections;
    }

    /** The cores of ranks 0 and 1. The result is 0 and 1 if they are not bound, or if there is only one rank. */
    static int[] firstTwoCpus(Side side) {
        List<BitSet> bindings = bindings(side);
        boolean bound = bindings.size() > 1 && bindings.stream().limit(2).allMatch(cpus -> cpus.cardinality() == 1)
            && !bindings.get(0).equals(bindings.get(1));
        return bound ? new int[] {bindings.get(0).nextSetBit(0), bindings.get(1).nextSetBit(0)} : new int[] {0, 1};
    }

    /** The cores of each rank. The first hardware thread of a core stands for the core. */
    private static List<BitSet> cores(Side side) {
        return bindings(side).stream().map(cpus -> {
            BitSet cores = new BitSet();
            cpus.stream().map(Topology::firstOnCoreOf).forEach(cores::set);
            return cores;
        }).toList();
    }

    private static List<BitSet> bindings(Side side) {
        return Arrays.stream(side.threads()).mapToObj(Affinity::allowed).toList();
    }

    /**
     * The part of the time of all cores that other processes use, measured for a moment. These sides and this process
     * do not count.
     */
    static double load(List<Side> sides) {
        long[] pids = sides.stream().flatMapToLong(side -> Arrays.stream(side.pids())).toArray();
        CpuTime before = CpuTime.now(pids);
        try {
            Thread.sleep(IDLE_WATCH_MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the machine was watched", e);
        }
        return CpuTime.now(pids).foreignLoadSince(before);
    }
}
