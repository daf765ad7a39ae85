/**
 * Collectives of an intercommunicator, between two groups: each group receives what the other sends. They are composed
 * from the algorithms of one group and have their names, so that a table or property that names an algorithm applies to
 * both.
 *
 * <p>{@link mpj.collectives.Problem#between} makes a {@link mpj.collectives.Problem} of two groups. Its ranks are those
 * of both groups: first those of one group, then those of the other. Both groups agree on which group comes first. The
 * peers of steps are such ranks.
 *
 * <p>The table shows what a rank passes. <i>Own</i> blocks have an index for each rank of its group, and <i>remote</i>
 * blocks one for each rank of the other group, both from 0 in the order of the group:
 *
 * <pre>
 *                    root   bytes                 sent     received   SEND           RECEIVE
 *   Barrier          0      0
 *   Bcast    root    root   all                                                      what it sends
 *            remote  root   all                                                      what comes
 *   Gather   root    root   one block                      remote                    the blocks
 *            remote  root   its block                                 its block
 *   Gatherv  root    root   0                              remote                    the blocks
 *            remote  root   its block                                 its block
 *   Scatter  root    root   one block             remote              the blocks
 *            remote  root   its block                                                its block
 *   Scatterv root    root   0                     remote              the blocks
 *            remote  root   its block                                                its block
 *   Allgather, v     0      what it sends                  remote     its block      the blocks
 *   Alltoall         0      one block it sends    remote   remote     the blocks     the blocks
 *   Alltoallv        0      0                     remote   remote     the blocks     the blocks
 *   Reduce   root    root   all                                                      the result
 *            remote  root   all                                       its operands
 *   Allreduce        0      all                                       its operands   the other group's result
 *   Reduce_scatter,  0      what it receives      own                 its operands   its block of the other
 *     block                                                                          group's result
 * </pre>
 *
 * <p>The root's rank is its rank among both groups. The other ranks of its group, which pass MPI_PROC_NULL, do not know
 * this rank: for them it is {@link mpj.collectives.Problem#NO_ROOT}, their schedules are empty, and nothing of the
 * problem matters to them except the groups. Whatever is not in the table is null or unbound. The root of a Reduce has
 * no operands.
 *
 * <p>{@link mpj.collectives.Place#WORK} holds elements of the kind that RECEIVE has, or of the kind that SEND has if
 * RECEIVE is unbound. A rank of Allgather may send elements of one kind and receive elements of another.
 *
 * <p>Blocks may lie anywhere, except those of Reduce_scatter. These follow one another and say how the remote group's
 * result is cut, so all of them together have the same size in both groups. In Allgather and Alltoall the groups may
 * send different amounts. A rank of Allgatherv does not know the blocks of its own group, and a rank of Reduce_scatter
 * does not know those of the other group. No algorithm needs them.
 *
 * <p>The size that {@link mpj.collectives.selection.Selection#choose} asks for is determined as for one group. For
 * Reduce_scatter it is that of all blocks, for Allgatherv the mean of the blocks received, and for the other v forms a
 * size that nobody knows. The groups may choose different algorithms for Allgather and Alltoall if they send different
 * amounts. This is allowed because the same messages cross between the groups with every algorithm.
 */
package mpj.collectives.intercomm;
