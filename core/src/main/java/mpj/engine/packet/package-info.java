/**
 * The engine over transports: the eager and rendezvous protocols, sends that wait for room, packets that arrive,
 * losses, and the ways to other ranks. {@link mpj.engine.packet.PacketEngine} holds these parts together.
 */
package mpj.engine.packet;
