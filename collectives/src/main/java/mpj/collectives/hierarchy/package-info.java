/**
 * Collectives in two levels: within each host, and among one leader of each. Composed from the algorithms of one level,
 * which see hosts and leaders as ranks of their own.
 *
 * <pre>
 *   network   leader ------------- leader ------------- leader
 *             /    \               /    \               /    \
 *   host     rank   rank         rank   rank         rank   rank
 * </pre>
 */
package mpj.collectives.hierarchy;
