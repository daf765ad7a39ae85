/**
 * The algorithms of MPI_Bcast. Few elements go down a tree. Many elements go along a tree in segments, or in parts:
 *
 * <pre>
 *   binomial             0 -&gt; 4     0 -&gt; 2, 4 -&gt; 6     0 -&gt; 1, 2 -&gt; 3, 4 -&gt; 5, 6 -&gt; 7
 *   pipelined            0 -&gt; 1 -&gt; 2 -&gt; 3              segment after segment
 *   scatter-allgather    0 -&gt; each rank, its part      then every rank to all others, its part
 * </pre>
 */
package mpj.collectives.bcast;
