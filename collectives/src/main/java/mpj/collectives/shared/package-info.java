/**
 * The common parts of algorithms that go through memory which all ranks see. Each rank has a room there:
 *
 * <pre>
 *                   room of rank 0      room of rank 1      room of rank 2
 *   rank 1 puts in                      segment ...
 *   rank 1 posts                        its stage, after its segment
 *   others await                        the stage, then take the segment out
 * </pre>
 *
 * The algorithms named {@code shared} are in the packages of their collectives.
 */
package mpj.collectives.shared;
