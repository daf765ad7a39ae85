/**
 * Spanning trees of the ranks, and the parts that several collectives build on them. The binomial tree of eight nodes:
 *
 * <pre>
 *            0
 *         /  |  \
 *        4   2   1
 *       / \  |
 *      6   5 3
 *      |
 *      7
 * </pre>
 */
package mpj.collectives.tree;
