/**
 * The neighbourhood collectives: each rank with the ranks that the topology makes its neighbours, all at once.
 *
 * <pre>
 *           up
 *            |
 *   left - rank - right
 *            |
 *          down
 * </pre>
 */
package mpj.collectives.neighbor;
