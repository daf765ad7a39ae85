/**
 * The two ends of a channel whose packets lie in memory that both sides see. It has one writer, one reader and no lock.
 */
package mpj.transport.ring;
