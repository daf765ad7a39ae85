/**
 * What a transport is; no other module knows more about one than this.
 *
 * <p>A {@link mpj.transport.spi.Transport} moves packets: an envelope word, a section header and a payload. It knows
 * nothing of messages, matching or datatypes; the engine does. A provider is found with
 * {@link java.util.ServiceLoader} under its name.
 */
package mpj.transport.spi;
