/**
 * Chooses the algorithm that carries out a collective. {@link mpj.collectives.selection.Algorithms} is the catalogue of
 * algorithms, and {@link mpj.collectives.selection.Selection} chooses among them by properties and tables. This package
 * stands above the algorithms, and none of them names it.
 */
package mpj.collectives.selection;
