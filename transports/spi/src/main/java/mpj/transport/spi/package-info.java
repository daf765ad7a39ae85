/**
 * The contract between the engine and the transports. No other module knows more about a transport than this package
 * says.
 *
 * <p>A {@link mpj.transport.spi.Transport} moves packets. A packet is an envelope word, a section header and a payload.
 * A transport knows nothing of messages, matching or datatypes: those are the engine's. {@link java.util.ServiceLoader}
 * finds the {@link mpj.transport.spi.TransportProvider} of each transport, and a user chooses a transport by the
 * provider's name.
 */
package mpj.transport.spi;
