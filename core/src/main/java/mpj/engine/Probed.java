package mpj.engine;

/**
 * A message that was seen but not received.
 *
 * @param source the sender's rank in the job
 * @param tag the tag
 * @param header the section header
 * @param bytes the size of its elements
 */
public record Probed(int source, int tag, long header, long bytes) {
}
