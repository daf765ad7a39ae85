/**
 * How messages find their receives: envelopes, posted receives, unexpected messages, and the record of each source.
 * {@link mpj.engine.match.Matching} holds these together.
 */
package mpj.engine.match;
