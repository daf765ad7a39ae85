package mpj.trace;

/**
 * Which parts of a job's time a trace has the events of. A recording may have more events than fit into memory, or
 * than a browser can show: then the events of equal slices are kept, spread over the whole job. Times are in
 * nanoseconds from the first event on.
 *
 * @param period from one slice to the next
 * @param part the length of a slice, at the end of its period
 */
record Slices(long period, long part) {
    /** Everything is kept. */
    static final Slices ALL = new Slices(1, 1);

    private static final int NUMBER = 200;

    /** So that of {@code events} in so many nanoseconds about {@code most} are kept. */
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

    /** Whether what happened at a time is kept. */
    boolean has(long time) {
        return Math.floorMod(time, period) >= period - part;
    }

    /** The number of the slice that a time is in. */
    long number(long time) {
        return isAll() ? 0 : Math.floorDiv(time, period);
    }

    /** How much of the time is kept: from 0 to 1. */
    double share() {
        return (double) part / period;
    }
}
