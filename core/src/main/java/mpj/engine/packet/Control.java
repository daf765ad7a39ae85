package mpj.engine.packet;

import mpj.engine.match.Envelope;

/**
 * A packet without payload, about a message that is under way.
 *
 * @param kind one of the kinds of {@link Envelope} that have no payload
 * @param number the message's number at its sender
 */
record Control(int kind, long number) {
}
