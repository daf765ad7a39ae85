package mpj.tests.openmpi.checks;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import mpj.tests.openmpi.checks.WindowValue.Combination;

/**
 * A random program of operations and synchronisation on one window. {@link WindowProgramGenerator} makes it.
 *
 * @param regions the parts of each rank's window; the first one is the ticket
 * @param steps what each rank does, in its order
 * @param acts the operations among these steps
 */
record WindowProgram(long seed, List<Region> regions, List<List<Step>> steps, List<List<Act>> acts) {
    /** For a flush of all targets. */
    static final int ALL = -1;
    /** The ranks have these units of displacements in turn. */
    private static final int[] UNITS = {1, 2, 4, 8};

    /**
     * Adjacent elements.
     *
     * @param at where the first element begins, in bytes
     */
    record Region(WindowValue value, int at, int length) {
        /** The value of an element before the program. */
        long initial(int rank, int element) {
            return at == 0 ? 0 : value.of(at + 31L * rank + 7L * element);
        }

        /** The first byte after the region that another region may begin at. */
        int end() {
            return (at + length * value.bytes + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        }
    }

    /** A call of one rank. */
    sealed interface Step {
    }

    record Barrier() implements Step {
    }

    record Fence(int assertion) implements Step {
    }

    record Post(List<Integer> group, int assertion) implements Step {
    }

    record Start(List<Integer> group, int assertion) implements Step {
    }

    record Complete() implements Step {
    }

    record WaitFor(boolean byTest) implements Step {
    }

    record Lock(int target, boolean exclusive, int assertion) implements Step {
    }

    record Unlock(int target) implements Step {
    }

    record LockAll(int assertion) implements Step {
    }

    record UnlockAll() implements Step {
    }

    record Flush(int target, boolean local) implements Step {
    }

    /** The wait for the request of an operation. */
    record Await(Act act) implements Step {
        @Override
        public String toString() {
            return "Await";
        }
    }

    /** The operations. */
    enum Verb {
        PUT, GET, ACCUMULATE, GET_ACCUMULATE, FETCH_AND_OP, COMPARE_AND_SWAP;

        boolean isAccumulate() {
            return this != PUT && this != GET;
        }

        boolean fetches() {
            return this != PUT && this != ACCUMULATE;
        }
    }

    /** How an operation is called: the request form, and arrays instead of native segments as buffers. */
    record Way(boolean request, boolean arrays) {
    }

    /**
     * An operation.
     *
     * @param phase the number of the phase; all operations of a phase are over before the next phase
     * @param from the first element in the region
     * @param seed chooses the operands
     * @param wanted the value that a swap compares with
     * @param ticket the operation that shows the place of its epoch among the exclusive epochs at its target; null if
     *     the phase has no exclusive epochs, or in the ticket itself
     */
    record Act(int phase, int origin, int target, Verb verb, Combination combination, Region region, int from,
               int count, int seed, long wanted, Way way, Act ticket) implements Step {
        long operand(int element) {
            return region.at() == 0 ? 1 : region.value().of(seed + 11L * element);
        }

        boolean covers(int element) {
            return element >= from && element < from + count;
        }

        boolean writes() {
            return verb != Verb.GET && combination != Combination.NO_OP;
        }

        /** Whether MPI leaves open which of two operations of one rank takes effect first, and this matters. */
        boolean conflicts(Act other) {
            return target == other.target && region == other.region && from < other.from + other.count
                && other.from < from + count && (writes() || other.writes())
                && !(verb.isAccumulate() && other.verb.isAccumulate());
        }

        @Override
        public String toString() {
            return (way.request ? "r" : "") + verb + (verb.isAccumulate() ? " " + combination : "") + " at rank "
                + target + " " + region.value() + "@" + region.at() + "[" + from
                + (count == 1 ? "]" : ".." + (from + count - 1) + "]") + (writes() ? " of "
                + IntStream.range(from, from + Math.min(count, 4)).mapToObj(i -> region.value().text(operand(i)))
                .collect(Collectors.joining(",")) : "") + (combination == Combination.SWAP ? " for "
                + region.value().text(wanted) : "");
        }
    }

    WindowProgram(long seed, List<Region> regions, List<List<Step>> steps) {
        this(seed, regions, steps, steps.stream().map(each -> each.stream().filter(Act.class::isInstance)
            .map(Act.class::cast).toList()).toList());
    }

    static int unit(int rank) {
        return UNITS[rank % UNITS.length];
    }

    /** The number of elements in each rank's window. */
    int elements() {
        return regions.stream().mapToInt(Region::length).sum();
    }

    /** The number of elements that the operations of a rank fetch. */
    int fetched(int rank) {
        return acts.get(rank).stream().filter(act -> act.verb.fetches()).mapToInt(Act::count).sum();
    }

    @Override
    public String toString() {
        return "seed " + seed + ", " + steps.size() + " ranks\n" + IntStream.range(0, steps.size())
            .mapToObj(rank -> "  rank " + rank + ": " + steps.get(rank).stream().map(Object::toString)
                .collect(Collectors.joining("; "))).collect(Collectors.joining("\n"));
    }
}
