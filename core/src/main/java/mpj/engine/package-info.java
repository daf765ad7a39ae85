/**
 * Messages between ranks: matching, the eager and rendezvous protocols, unexpected messages, progress and waiting.
 * Exported to nobody; package {@code mpi} is its only user.
 *
 * <p>{@link mpj.engine.PacketEngine} holds all of it together and is where to begin to read. Below it a transport moves
 * packets, see {@link mpj.transport.spi}.
 */
package mpj.engine;
