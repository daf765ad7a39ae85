package mpj.engine.match;

/**
 * The two sides of matching, and the peers that messages come from.
 *
 * @param posted receives that wait for a message
 * @param unexpected messages that wait for a receive
 * @param memory where the latter are kept
 * @param sources who has sent any
 */
public record Matching(PostedReceives posted, UnexpectedMessages unexpected, UnexpectedMemory memory, Sources sources) {
}
