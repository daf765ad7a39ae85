/** Reports what a rank does to those who watch the rank. */
package mpj.watch;
