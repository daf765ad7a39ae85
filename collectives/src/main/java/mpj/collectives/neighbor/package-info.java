/** The neighbourhood collectives. */
package mpj.collectives.neighbor;
