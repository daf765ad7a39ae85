/**
 * How messages find their receives: envelopes, posted receives, unexpected messages, and what is kept of each source.
 * {@link mpj.engine.match.Matching} holds it together.
 */
package mpj.engine.match;
