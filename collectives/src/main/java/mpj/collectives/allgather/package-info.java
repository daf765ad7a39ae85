/**
 * The algorithms of MPI_Allgather and MPI_Allgatherv. Each algorithm serves both. Most of them vary one of these two:
 *
 * <pre>
 *   ring                 0 -&gt; 1 -&gt; 2 -&gt; 3 -&gt; 0         in each round the block that came last
 *
 *   recursive-doubling   0 - 1     2 - 3                one block each way
 *                        0 - 2     1 - 3                two blocks each way
 * </pre>
 */
package mpj.collectives.allgather;
