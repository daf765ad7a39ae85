/**
 * The interface by which core moves messages: {@link mpj.engine.Engine} and the types of its methods. The packages
 * below this one carry it out, and this package knows none of them. They need each other in one direction only: {@code
 * library} needs {@code packet}, {@code packet} needs {@code match}, and {@code match} needs {@code wait}.
 *
 * <p>{@link mpj.engine.packet.PacketEngine} holds everything together, so begin to read there. Below it a transport
 * moves packets; see {@link mpj.transport.spi}.
 */
package mpj.engine;
