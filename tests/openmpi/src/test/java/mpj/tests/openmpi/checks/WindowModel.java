package mpj.tests.openmpi.checks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import mpj.tests.openmpi.checks.WindowProgram.Act;
import mpj.tests.openmpi.checks.WindowProgram.Region;
import mpj.tests.openmpi.checks.WindowProgram.Verb;
import mpj.tests.openmpi.checks.WindowValue.Combination;

/**
 * One process that applies the operations of a program in an order that MPI allows. For each element the model searches
 * for an order which explains all values that the ranks fetched, and the last value of the element.
 *
 * <p>The operations of one rank keep their order: the program is such that other orders of them make no difference. The
 * operations of an earlier phase come first. So do those of an epoch that the tickets show to be earlier.
 *
 * @param fetched the values that each operation fetched, if it fetches
 */
record WindowModel(WindowProgram program, Map<Act, long[]> fetched) {
    private static final long LEVELS_OF_PHASE = 1 << 20;
    private static final int BITS_OF_POSITION = 8;
    /** Of regions with more elements, the model looks only at a part of the elements: a seventh. */
    private static final int MANY = 100;
    private static final int STEP = 7;

    /**
     * What an operation does with an element.
     *
     * @param level operations with a lower level come first
     * @param found the value that it fetched; null if it fetches nothing
     */
    private record Event(long level, Act act, long operand, Long found) {
        long apply(long there) {
            return act.verb() == Verb.GET ? there
                : act.combination() == Combination.SWAP ? there == act.wanted() ? operand : there
                : act.region().value().combined(act.combination(), there, operand);
        }
    }

    /** A point of the search: how many operations of each rank are done, and the value of the element. */
    private record Point(long positions, long value) {
        int position(int rank) {
            return (int) (positions >> rank * BITS_OF_POSITION) & (1 << BITS_OF_POSITION) - 1;
        }

        Point after(int rank, long next) {
            return new Point(positions + (1L << rank * BITS_OF_POSITION), next);
        }
    }

    /** Returns what no order explains, or null. The values are those of all elements of all regions of a rank. */
    String contradiction(int target, long[] values) {
        int next = 0;
        for (Region region : program.regions()) {
            List<List<Act>> there = program.acts().stream().map(each -> each.stream()
                .filter(act -> act.target() == target && act.region() == region).toList()).toList();
            int step = region.length() > MANY ? STEP : 1;
            for (int element = (int) (program.seed() % step); element < region.length(); element += step) {
                String wrong = contradiction(there, region, element, region.initial(target, element),
                    values[next + element]);
                if (wrong != null) {
                    return region.value() + "@" + region.at() + "[" + element + "] of rank " + target + wrong;
                }
            }
            next += region.length();
        }
        return null;
    }

    private String contradiction(List<List<Act>> there, Region region, int element, long initial, long last) {
        List<List<Event>> events = there.stream().map(acts -> acts.stream().filter(act -> act.covers(element))
            .map(act -> event(act, element)).toList()).toList();
        if (events.stream().anyMatch(each -> !isSorted(each))
            || !isExplained(events, new Point(0, initial), last, new HashSet<>())) {
            WindowValue value = region.value();
            return " was " + value.text(initial) + " and is " + value.text(last) + events.stream()
                .flatMap(List::stream).map(event -> "\n  " + event.level + " from rank " + event.act.origin() + ": "
                + event.act + " element of " + value.text(event.operand)
                + (event.found == null ? "" : " found " + value.text(event.found))).collect(Collectors.joining());
        }
        return null;
    }

    private static boolean isSorted(List<Event> events) {
        List<Event> sorted = new ArrayList<>(events);
        sorted.sort(Comparator.comparingLong(Event::level));
        return sorted.equals(events);
    }

    private Event event(Act act, int element) {
        return new Event(level(act), act, act.operand(element),
            act.verb().fetches() ? fetched.get(act)[element - act.from()] : null);
    }

    /** An exclusive epoch comes after the shared epochs that have read the same ticket. */
    private long level(Act act) {
        long phase = act.phase() * LEVELS_OF_PHASE;
        Act ticket = act.ticket();
        return ticket == null ? phase : phase + 2 * fetched.get(ticket)[0] + (ticket.writes() ? 1 : 0);
    }

    private static boolean isExplained(List<List<Event>> events, Point point, long last, Set<Point> seen) {
        if (!seen.add(point)) {
            return false;
        }
        List<Event> heads = new ArrayList<>();
        for (int rank = 0; rank < events.size(); rank++) {
            if (point.position(rank) < events.get(rank).size()) {
                heads.add(events.get(rank).get(point.position(rank)));
            }
        }
        if (heads.isEmpty()) {
            return point.value == last;
        }
        long level = heads.stream().mapToLong(Event::level).min().getAsLong();
        return heads.stream().filter(head -> head.level == level && (head.found == null || head.found == point.value))
            .anyMatch(head -> isExplained(events, point.after(head.act.origin(), head.apply(point.value)), last, seen));
    }
}
