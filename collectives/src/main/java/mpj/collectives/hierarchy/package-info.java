/**
 * Collectives in two levels: within each host, and among one leader of each host. They are composed from the algorithms
 * of one level, which see the ranks of a host, or the leaders, as all ranks.
 *
 * <pre>
 *   network   leader ------------- leader ------------- leader
 *             /    \               /    \               /    \
 *   host     rank   rank         rank   rank         rank   rank
 * </pre>
 */
package mpj.collectives.hierarchy;
