/**
 * The algorithms of MPI_Barrier. Dissemination among five ranks:
 *
 * <pre>
 *   round 0   0 -&gt; 1 -&gt; 2 -&gt; 3 -&gt; 4 -&gt; 0     to the next
 *   round 1   0 -&gt; 2 -&gt; 4 -&gt; 1 -&gt; 3 -&gt; 0     to the one 2 further
 *   round 2   0 -&gt; 4 -&gt; 3 -&gt; 2 -&gt; 1 -&gt; 0     to the one 4 further
 * </pre>
 */
package mpj.collectives.barrier;
