/**
 * What core asks for to move messages: {@link mpj.engine.Engine} and the types of its methods. The packages below this
 * one do it, and this one knows none of them. They need each other in one direction only:
 * {@code library} needs {@code packet}, that needs {@code match}, and that {@code wait}.
 *
 * <p>{@link mpj.engine.packet.PacketEngine} holds all of it together and is where to begin to read. Below it a
 * transport moves packets, see {@link mpj.transport.spi}.
 */
package mpj.engine;
