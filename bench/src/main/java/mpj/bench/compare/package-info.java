/**
 * Runs one benchmark under several MPI libraries by turns, and compares the libraries block by block.
 *
 * <p>Each side is a job that is started once and stays resident. {@link mpj.bench.compare.ImbCompare} is the command.
 */
package mpj.bench.compare;
