/**
 * The algorithms of MPI_Gather and MPI_Gatherv. Blocks go up a binomial tree, or every rank sends straight to the root:
 *
 * <pre>
 *   round 0   0 &lt;- 1     2 &lt;- 3     4 &lt;- 5     6 &lt;- 7     one block
 *   round 1   0 &lt;- 2                4 &lt;- 6                two blocks
 *   round 2   0 &lt;- 4                                      four blocks
 * </pre>
 */
package mpj.collectives.gather;
