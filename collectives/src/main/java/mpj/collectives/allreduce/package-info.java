/**
 * The algorithms of MPI_Allreduce. Few elements are combined on every rank, by recursive doubling. Many elements are
 * combined in parts: each rank ends with one part, and all ranks gather the parts. Rabenseifner's algorithm:
 *
 * <pre>
 *   rank                       0          1          2          3
 *   halving   0 - 1, 2 - 3     parts 01   parts 23   parts 01   parts 23     of two ranks
 *             0 - 2, 1 - 3     part 0     part 2     part 1     part 3       of all ranks
 *   doubling  0 - 2, 1 - 3     parts 01   parts 23   parts 01   parts 23
 *             0 - 1, 2 - 3     all        all        all        all
 * </pre>
 */
package mpj.collectives.allreduce;
