/**
 * The engine over transports: the eager and rendezvous protocols, sends that wait for room, what arrives, losses, and
 * the ways to other ranks. {@link mpj.engine.packet.PacketEngine} holds it together.
 */
package mpj.engine.packet;
