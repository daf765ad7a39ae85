package mpj.runtime.bootstrap;

/**
 * The difference between the launcher's System.nanoTime and this host's.
 *
 * @param offset the nanoseconds to add to this host's System.nanoTime to get the launcher's
 * @param error the largest error of the offset in nanoseconds, which is half of a round trip; 0 on the launcher's own
 *     host
 */
public record ClockOffset(long offset, long error) {
}
