/**
 * The algorithms of MPI_Reduce_scatter and MPI_Reduce_scatter_block. Each algorithm serves both. They combine by halves
 * on a hypercube, like the first part of Rabenseifner's allreduce, or around the ring:
 *
 * <pre>
 *   block 0   1 -&gt; 2 -&gt; 3 -&gt; 0     combined at every rank
 *   block 1   2 -&gt; 3 -&gt; 0 -&gt; 1
 *   block 2   3 -&gt; 0 -&gt; 1 -&gt; 2
 *   block 3   0 -&gt; 1 -&gt; 2 -&gt; 3
 * </pre>
 */
package mpj.collectives.reducescatter;
