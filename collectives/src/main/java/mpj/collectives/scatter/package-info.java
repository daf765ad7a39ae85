/**
 * The algorithms of MPI_Scatter and MPI_Scatterv. Blocks go down a binomial tree, or the root sends straight to every
 * rank:
 *
 * <pre>
 *   round 0   0 -&gt; 4                                      four blocks
 *   round 1   0 -&gt; 2                4 -&gt; 6                two blocks
 *   round 2   0 -&gt; 1     2 -&gt; 3     4 -&gt; 5     6 -&gt; 7     one block
 * </pre>
 */
package mpj.collectives.scatter;
