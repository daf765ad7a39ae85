package mpj.trace;

/**
 * The parts of a job's time for which a trace has the events. A recording may have more events than fit into memory, or
 * than a browser can show. In this case, the trace keeps the events of slices of equal length, which are spread over
 * the whole job. Times are in nanoseconds from the first event on.
 *
 * @param period the time from one slice to the next
 * @param part the length of a slice, at the end of its period
 */
record Slices(long period, long part) {
    /** Everything is kept. */
    static final Slices ALL = new Slices(1, 1);

    private static final int NUMBER = 200;

    /** Makes slices that keep about {@code most} of {@code events} events in a job of {@code nanos} nanoseconds. */
    static Slices of(long nanos, long events, long most) {
        if (events <= most) {
            return ALL;
        }
        long period = Math.max(1, Math.ceilDiv(nanos, NUMBER));
        return new Slices(period, Math.max(1, Math.round((double) period * most / events)));
    }

    boolean isAll() {
        return part == period;
    }

    /** Whether the events at a time are kept. */
    boolean has(long time) {
        return Math.floorMod(time, period) >= period - part;
    }

    /** The number of the slice that contains a time. */
    long number(long time) {
        return isAll() ? 0 : Math.floorDiv(time, period);
    }

    /** The share of the time that is kept, from 0 to 1. */
    double share() {
        return (double) part / period;
    }
}
