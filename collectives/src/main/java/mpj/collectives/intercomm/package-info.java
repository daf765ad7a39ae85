/**
 * Collectives of an intercommunicator, between two groups: what one group sends, the other receives. They are composed
 * from the algorithms of one group, whose names they have, so that what a table or property says of a name holds for
 * both.
 *
 * <p>A {@link mpj.collectives.Problem} of two groups is made with {@link mpj.collectives.Problem#between}. Its ranks
 * are those of both: first those of one group, then those of the other. Both groups agree on which comes first. Peers
 * of steps are such ranks.
 *
 * <p>What a rank passes, where <i>own</i> blocks have an index for each rank of its group, and <i>remote</i> blocks one
 * for each rank of the other, both from 0 in the order of the group:
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
 * <p>The root's rank is that among both groups. The other ranks of its group, which pass MPI_PROC_NULL, do not know it:
 * for them it is {@link mpj.collectives.Problem#NO_ROOT}, their schedules are empty, and nothing else of the problem
 * counts but the groups. What is not in the table is null or unbound; the root of a Reduce has no operands.
 *
 * <p>{@link mpj.collectives.Place#WORK} holds elements of the kind that RECEIVE has, or SEND where RECEIVE is unbound:
 * a rank of Allgather may send elements of one kind and receive those of another.
 *
 * <p>Blocks may lie anywhere, but for those of Reduce_scatter: these follow one another, and are how the remote group's
 * result is cut, so that all of them together are as large in both groups. In Allgather and Alltoall the groups may
 * send different amounts. A rank of Allgatherv does not know the blocks of its own group, one of Reduce_scatter not
 * those of the other: no algorithm needs them.
 *
 * <p>The size that {@link mpj.collectives.selection.Selection#choose} asks for is as for one group: of Reduce_scatter
 * all blocks, of Allgatherv the mean of those received, of the other v forms what nobody knows. The groups may come to
 * different choices for Allgather and Alltoall where they send different amounts: what crosses between them is the same
 * with every algorithm.
 */
package mpj.collectives.intercomm;
