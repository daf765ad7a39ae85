/**
 * MPI_Reduce, and what all reductions share. Up a binomial tree, whose operands stay in order:
 *
 * <pre>
 *   rank      0      1      2      3
 *   at first  a      b      c      d
 *   round 0   ab            cd             1 to 0, 3 to 2
 *   round 1   abcd                         2 to 0
 * </pre>
 */
package mpj.collectives.reduce;
