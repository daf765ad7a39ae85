/**
 * Which algorithm carries out a collective: the {@linkplain mpj.collectives.selection.Algorithms catalogue} of those
 * that there are, and the {@linkplain mpj.collectives.selection.Selection choice} among them by properties and tables.
 * It stands above the algorithms: none of them names it.
 */
package mpj.collectives.selection;
