/**
 * The algorithms of MPI_Scan and MPI_Exscan. They go in rounds to ranks twice as far each time, or along the chain of
 * ranks:
 *
 * <pre>
 *   rank      0     1     2     3
 *   at first  a     b     c     d
 *   round 0   a     ab    bc    cd       each to the next
 *   round 1   a     ab    abc   abcd     each to the one 2 further
 * </pre>
 */
package mpj.collectives.scan;
