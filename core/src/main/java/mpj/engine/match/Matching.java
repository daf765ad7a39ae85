package mpj.engine.match;

/**
 * The two sides of matching, and the peers from which messages come.
 *
 * @param posted receives that wait for a message
 * @param unexpected messages that wait for a receive
 * @param memory the memory in which unexpected messages are kept
 * @param sources the peers that have sent any messages
 */
public record Matching(PostedReceives posted, UnexpectedMessages unexpected, UnexpectedMemory memory, Sources sources) {
}
