/**
 * The algorithms of MPI_Alltoall and MPI_Alltoallv. In the pairwise exchange each rank sends to one other rank in a
 * round:
 *
 * <pre>
 *   round 1   0 -&gt; 1 -&gt; 2 -&gt; 3 -&gt; 0
 *   round 2   0 -&gt; 2 -&gt; 0     1 -&gt; 3 -&gt; 1
 *   round 3   0 -&gt; 3 -&gt; 2 -&gt; 1 -&gt; 0
 * </pre>
 */
package mpj.collectives.alltoall;
