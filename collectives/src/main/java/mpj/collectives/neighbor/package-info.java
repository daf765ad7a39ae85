/**
 * The neighbourhood collectives. Each rank communicates with the ranks that the topology makes its neighbours, all at
 * once.
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
