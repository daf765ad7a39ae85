/** How what a rank does gets to those who watch it. */
package mpj.watch;
