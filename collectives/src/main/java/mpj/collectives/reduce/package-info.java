/**
 * The algorithms of MPI_Reduce, and the parts that all reductions share. A binomial tree keeps operands in order:
 *
 * <pre>
 *   rank      0      1      2      3
 *   at first  a      b      c      d
 *   round 0   ab            cd             1 to 0, 3 to 2
 *   round 1   abcd                         2 to 0
 * </pre>
 */
package mpj.collectives.reduce;
