/** The two ends of a channel whose packets lie in memory that both sides see: one writer, one reader, no lock. */
package mpj.transport.ring;
