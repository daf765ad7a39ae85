/** Spanning trees of the ranks, and what several collectives build on them. */
package mpj.collectives.tree;
