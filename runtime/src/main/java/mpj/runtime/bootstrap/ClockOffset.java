package mpj.runtime.bootstrap;

/**
 * The launcher's System.nanoTime beside this host's.
 *
 * @param offset what is to be added to this host's, in nanoseconds
 * @param error by how much that may be wrong: half of a round trip; 0 on the launcher's own host
 */
public record ClockOffset(long offset, long error) {
}
