/**
 * MPI_Reduce, and what all reductions share. Up a tree, each rank the left operand of those above it:
 *
 * <pre>
 *   rank      0          1     2     3
 *   at first  a          b     c     d
 *   round 0   ab &lt;------ '     cd &lt;- '
 *   round 1   abcd &lt;---------- '
 * </pre>
 */
package mpj.collectives.reduce;
