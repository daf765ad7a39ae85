/** Starts jobs out of a program: a test, a tool, an application that is none of the ranks. */
package mpj.launch;
