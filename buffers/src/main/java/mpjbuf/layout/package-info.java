/**
 * The layout of a message in memory, and the ways in which elements get there: the section header, the element types,
 * strided shapes, and copies between Java arrays and segments in either byte order.
 */
package mpjbuf.layout;
